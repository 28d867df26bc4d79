package import FlintText

extension InputProblem.FileFormat {
  /// By keys, or a list's first element; nil if unknown.
  package init?(of root: JSONValue) {
    if root.kind == .array {
      guard let first = root.elements.first(where: { _ in true }), first.kind == .object,
        let format = Self(of: first), format == .storeRecords
      else { return nil }
      self = format
      return
    }
    // A store configuration has no features: a file with both is a manifest in which `manifestVersion` is missing.
    let isManifest = root.member("features") != nil
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
    let kind = kinds.first { kind, keys in
      !(isManifest && kind == .storeConfiguration) && keys.contains { root.member($0) != nil }
    }
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

  /// What to run or pass instead; nil without a hint.
  func hint(insteadOf wanted: String) -> String? {
    switch self {
    case .manifest where wanted == "a state":
      "pass a state, such as { \"platform\": \"iOS\" }, or the name of a state of the manifest"
    case .manifest where wanted == "a scenarios file":
      "pass a file with 'scenarioVersion' and 'scenarios'; 'init --scenarios' creates one"
    case .manifest: "pass a manifest as the first argument"
    case .scenarios: "run scenarios with 'test MANIFEST SCENARIOS'"
    case .state: "pass a state with '--state'"
    case .storeConfiguration:
      "convert the file to a part of a manifest with 'import FILE'"
    case .remoteConfigTemplate: "convert the file to a part of a manifest with 'import FILE'"
    case .storeRecords: "convert the file with 'import FILE' to a state for '--with'"
    case .result, .somethingElse: nil
    }
  }
}

extension JSONValue {
  fileprivate var isSubscriptionGroup: Bool {
    kind == .object && member("lastTransactions") != nil
  }
}
