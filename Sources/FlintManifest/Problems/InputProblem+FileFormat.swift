package import FlintText

extension InputProblem.FileFormat {
  /// Recognizes the format of a file by the keys of its root object; nil if no key is characteristic of a format.
  package init?(of root: JSONValue) {
    let kinds: [(Self, [StaticString])] = [
      (.manifest, ["manifestVersion"]), (.scenarios, ["scenarioVersion"]),
      (.result, ["formatVersion"]),
      (.storeConfiguration, ["subscriptionGroups", "nonRenewingSubscriptions"]),
      (.remoteConfigTemplate, ["parameters", "parameterGroups"]),
      (.storeRecords, ["signedTransactions", "signedTransactionInfo", "signedRenewalInfo"]),
      (
        .state,
        ["platform", "osVersion", "permissions", "purchases", "toggles", "runtime", "unlocked"]
      ),
    ]
    let kind = kinds.first { _, keys in keys.contains { root.member($0) != nil } }
    guard let kind else { return nil }
    self = kind.0
  }

  var prose: String {
    switch self {
    case .manifest: "a manifest"
    case .scenarios: "a scenarios file"
    case .state: "a state"
    case .result: "the result of a command"
    case .storeConfiguration: "a store configuration"
    case .remoteConfigTemplate: "a Remote Config template"
    case .storeRecords: "a file of App Store records"
    case .somethingElse: "something else"
    }
  }

  /// A hint that names the command or option that reads this format; nil if there is none.
  var hint: String? {
    switch self {
    case .manifest: "pass a manifest as the first argument, or after '--into'"
    case .scenarios: "run scenarios with 'test MANIFEST SCENARIOS'"
    case .state: "pass a state with '--state'"
    case .storeConfiguration: "add its products to a manifest with 'import FILE --into MANIFEST'"
    case .remoteConfigTemplate: "convert it to a part of a manifest with 'import FILE'"
    case .storeRecords: "convert it to a state for '--with' with 'import FILE'"
    case .result, .somethingElse: nil
    }
  }
}
