package import FlintText

extension InputProblem.FileFormat {
  /// Recognizes the format of a file by the keys of its root object; nil if no key is characteristic.
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
    case .scenarios: "a file of scenarios"
    case .state: "a state"
    case .result: "a result of a command"
    case .storeConfiguration: "the configuration of a store"
    case .remoteConfigTemplate: "a Remote Config template"
    case .storeRecords: "a file of App Store records"
    case .somethingElse: "something else"
    }
  }

  /// A hint that names the command or option that reads this format.
  var hint: String? {
    switch self {
    case .manifest: "a manifest is the first argument, or follows '--into'"
    case .scenarios: "scenarios are run with 'test MANIFEST SCENARIOS'"
    case .state: "a state is given with '--state'"
    case .storeConfiguration: "take its products over with 'import FILE --into MANIFEST'"
    case .remoteConfigTemplate: "make it a part of a manifest with 'import FILE'"
    case .storeRecords: "make it a state for '--with' with 'import FILE'"
    case .result, .somethingElse: nil
    }
  }
}
