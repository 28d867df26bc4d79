package import FlintText

extension InputProblem.FileFormat {
  /// Recognizes the format of a file by the keys of its root object, or of the first object in a list; nil if no key is
  /// characteristic of a format.
  package init?(of root: JSONValue) {
    if root.kind == .array {
      guard let first = root.elements.first(where: { _ in true }), first.kind == .object,
        let format = Self(of: first), format == .storeRecords
      else { return nil }
      self = format
      return
    }
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
      (
        .storeRecords, ["transactionId", "autoRenewProductId", "notificationType", "signedPayload"]
      ),
    ]
    let kind = kinds.first { _, keys in keys.contains { root.member($0) != nil } }
    if let kind {
      self = kind.0
    } else if root.member("data")?.elements.contains(where: { $0.isSubscriptionGroup }) == true {
      self = .storeRecords
    } else {
      return nil
    }
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

extension JSONValue {
  /// Whether this is a subscription group in an answer of the App Store with subscription statuses.
  fileprivate var isSubscriptionGroup: Bool {
    kind == .object && member("lastTransactions") != nil
  }
}
