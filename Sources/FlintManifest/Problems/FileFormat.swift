/// The formats of JSON files, which are detected by keys.
package enum FileFormat: String, Sendable {
  case manifest = "a manifest"
  case scenarios = "a scenarios file"
  case state = "a state"
  case result = "the result of a command"
  case storeConfiguration = "a store configuration"
  case remoteConfigTemplate = "a Remote Config template"
  case storeRecords = "a file of App Store records"
  case somethingElse = "something else"

  private static let keys: [(Self, [StaticString])] = [
    (.manifest, ["manifestVersion"]), (.scenarios, ["scenarioVersion"]),
    (.result, ["formatVersion"]),
    (.storeConfiguration, ["subscriptionGroups", "nonRenewingSubscriptions"]),
    (.remoteConfigTemplate, ["parameters", "parameterGroups"]),
    (.storeRecords, ["signedTransactions", "signedTransactionInfo", "signedRenewalInfo"]),
    (
      .state,
      ["platform", "osVersion", "permissions", "purchases", "toggles", "runtime", "unlocked"]
    ),
    (.storeRecords, ["transactionId", "autoRenewProductId", "notificationType", "signedPayload"]),
  ]

  /// Detects the format by keys. A list has the keys of its first element. Nil if unknown.
  package init?(of root: JSONValue) {
    if root.kind == .array {
      guard let first = root.elements.first(where: { _ in true }), first.kind == .object,
        Self(of: first) == .storeRecords
      else { return nil }
      self = .storeRecords
      return
    }
    // A store configuration has no features: a file with both is a manifest in which `manifestVersion` is missing.
    let isManifest = root.member("features") != nil
    let known = Self.keys.first { format, keys in
      !(isManifest && format == .storeConfiguration) && keys.contains { root.member($0) != nil }
    }
    if let known {
      self = known.0
    } else if root.member("data")?.elements.contains(where: { $0.member("lastTransactions") != nil }
    )
      == true
    {
      self = .storeRecords
    } else {
      return nil
    }
  }

  /// - Parameter wanted: The expected format: `a state`.
  func hint(insteadOf wanted: String) -> String? {
    switch self {
    case .manifest where wanted == "a state":
      "pass a state, such as { \"platform\": \"iOS\" }, or the name of a state of the manifest"
    case .manifest where wanted == "a scenarios file":
      "pass a file with 'scenarioVersion' and 'scenarios'; 'init --scenarios' creates one"
    case .manifest: "pass a manifest as the first argument"
    case .scenarios: "run scenarios with 'test MANIFEST SCENARIOS'"
    case .state: "pass a state with '--state'"
    case .storeConfiguration, .remoteConfigTemplate:
      "convert the file to a part of a manifest with 'import FILE'"
    case .storeRecords: "convert the file with 'import FILE' to a state for '--with'"
    case .result, .somethingElse: nil
    }
  }
}

extension SourceFile {
  /// - Parameter allowsExtensionKeys: Whether the hint for a comment is an `x-` key.
  package func document(allowsExtensionKeys: Bool = true) throws(InvalidInput) -> JSONDocument {
    do {
      return try JSONDocument(text)
    } catch {
      var diagnostic = error.diagnostic
      if error.problem == .secondValue, begins(withStateUpTo: error.range.lowerBound) {
        diagnostic.hint = "to read one state per line, use 'audience MANIFEST STATES' or 'stream'"
      }
      if error.problem == .comment, !allowsExtensionKeys { diagnostic.hint = "remove the comment" }
      if case .word(let word, _) = error.problem, word.hasPrefix("eyJ"),
        text.bytes[..<error.range.lowerBound].allSatisfy({ $0 <= 0x20 || $0 >= 0x80 })
      {
        diagnostic.message = "found a JSON Web Signature (JWS); expected JSON"
        diagnostic.hint = FileFormat.storeRecords.hint(insteadOf: "JSON")
      }
      throw InvalidInput(self, [diagnostic])
    }
  }

  private func begins(withStateUpTo end: Int) -> Bool {
    let first = try? JSONDocument(SourceText(text.bytes[..<end]))
    return first?.withRoot { FileFormat(of: $0) == .state } ?? false
  }
}
