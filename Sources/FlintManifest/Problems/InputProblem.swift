package import FlintModel
package import FlintText

/// What is wrong with a value of an input file, from which message and hint are made.
package struct InputProblem: Error, Equatable, Sendable {
  package var fact: Fact
  /// In bytes.
  package var range: Range<Int>

  package init(fact: Fact, range: Range<Int>) {
    self.fact = fact
    self.range = range
  }

  package enum Fact: Equatable, Sendable {
    /// `subject` names the value in messages.
    case wrongType(subject: String, found: JSONKind, expected: Expected)
    case unknownKey(String, in: String, nearest: String?)
    /// `write` is the text to write instead.
    case misplacedKey(String, in: String, write: String)
    /// The type is wrong, the meaning clear; `written` is what to write.
    case wrongNotation(subject: String, found: JSONKind, expected: Expected, written: String)
    case duplicateKey(String)
    case missingKey(String, in: String)
    case missingOneOf([String], in: String)
    /// The format found, and the one needed.
    case otherFormat(FileFormat, wanted: String)
    case unexpectedKey(String, reason: Unexpected)
    case unsupportedVersion(found: String, subject: String)
    case empty(subject: String)
    case invalidID(String, of: EntityKind)
    case duplicateID(String, of: EntityKind)
    case duplicateValue(String, in: String)
    case duplicateConstraint(String)
    /// `of` is the word for such a value: "product type".
    case unknownValue(String, of: String, allowed: [String], nearest: String?)
    case unknownPlatform(String, nearest: String?)
    case unknownPermission(String, nearest: String?)
    case undeclared(String, EntityKind, Advice)
    /// A warning where undeclared ids are ignored.
    case ignored(String, EntityKind)
    case invalidVersion(text: String, VersionFault)
    case emptyRange(of: RangeKind, atLeast: String, below: String)
    /// The hint makes a range of `written`.
    case notARange(RangeKind, written: String)
    case invalidDate(String)
    /// `hasOneLength` excludes years and months.
    case invalidTimeSpan(String, hasOneLength: Bool)
    case invalidPercent(String, subject: String, isAssigned: Bool)
    case twoOnly(String, String)
    case besideOnly(String, only: String)
    case onlyUnsupported(String)
    case onlyInCondition(String)
    case unsupportedInCondition
    case unsupportedForApp
    case invalidInteger(text: String, subject: String, IntegerFault)
    case missingQuantity(product: String)
    case unexpectedQuantity(product: String)
    case creditsExpected(product: String)
    case statusExpected(product: String)
    /// The state contains an expiration date (the key `until`) for a product that is not a subscription and cannot
    /// expire.
    case impossibleEnd(UntilKey, product: String)
    case emptyGracePeriod(until: String, String)
    /// The status, and what cannot have it.
    case impossibleStatus(String, of: String, allowed: [String])
    case groupOfOtherType(product: String)
    case missingLevel(product: String, group: String, levels: [String])
    case levelOfUnranked(group: String)
    case levelWithoutGroup
    /// At this level or above, if there is one.
    case groupWithoutProduct(group: String, level: String?)
    case misplacedConsumable(product: String, ConditionKind)
    case missingBucket(in: ConditionKind)
    case cyclicCondition(CyclePath)
    case nestedTooDeep
    case duplicateCondition(in: String)
    case runtimeEnabledFalse
    case conflictingDefault(Bool)
    case nestedConditional
    case conditionalInCondition
    /// A named condition or assumption, which belongs to no feature.
    case ofFeaturesOnly(String, in: ConditionKind)
    case noDateToAdvance
    case backwards(String)
    case advancedTooFar
    case nothingToCheck
    /// Would be requested, and has no answer.
    case unanswered(SystemPermission)
    case impossibleCondition
    case claimTooLarge(steps: Int)
    case inclusion(Inclusion)

    /// The string is the path as written.
    package enum Inclusion: Error, Equatable, Sendable {
      case absolute(String)
      case outside(String)
      case notFound(String, nearest: String?)
      case unreadable(String, reason: String)
      case twice(String)
      case inItself(String)
      /// Not a file, so that relative paths mean nothing.
      case withoutFolder
    }
  }

  /// What a file is, if not what was expected.
  package enum FileFormat: Equatable, Sendable {
    case manifest, scenarios, state, result, storeConfiguration, remoteConfigTemplate, storeRecords
    case somethingElse
  }

  package enum Expected: Equatable, Sendable {
    case object, array, string, integer, bool, version, platformVersion, purchase
    case choices, choice, status, credits
    case range, date, timeSpan, percent, permission, appPlatforms, appVersions
    case texts, textOrTexts, integers, attribute, expectation
    case orNull(AttributeType)

    /// A value of an attribute of this type that is always known.
    case known(AttributeType)
  }

  /// For an undeclared id.
  package enum Advice: Equatable, Sendable {
    case none
    case nearest(String)
    /// Ids or names that contain it.
    case similar([String])
    /// Declared as another kind of entity.
    case write(String)
    /// The same id was reported with a hint.
    case alreadyGiven
  }

  package enum EntityKind: Equatable, Sendable {
    case feature, product, attribute, state, action, group, level, condition, assumption,
      bucket
  }

  package enum RangeKind: Equatable, Sendable { case version, date, integer, age, percent }

  /// Conditions that cannot require a consumable, because no feature would be unlocked.
  package enum ConditionKind: Equatable, Sendable { case guarding, named, assumed, negated }

  package struct CyclePath: Equatable, Sendable {
    /// Each requires the next, the last the first.
    package var names: [String]
    /// Whether the next contains the element; else it refers to it.
    package var isParent: [Bool]
  }

  package enum Unexpected: Equatable, Sendable {
    case valuesOf(AttributeType)
    case patternOf(AttributeType)
    /// The key that excludes it.
    case besides(String)
  }

  package enum VersionFault: Equatable, Sendable {
    /// 10.10 and 10.1 are one number. `text` is what to write.
    case number(text: String?)
    case tooLarge
    case leadingZero
    case latestInManifest
    case notAVersion
  }

  package enum IntegerFault: Equatable, Sendable {
    case fractionOrExponent
    case negativeZero
    case below(Int64)
    case above(Int64)
  }
}

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

/// Corrections as JSON, which an editor can apply.
extension InputProblem {
  var replacements: [Diagnostic.Replacement] {
    switch fact {
    // An edit must not change the meaning: `below` excludes a value that `to` includes.
    case .unknownKey(let key, _, let nearest?):
      Synonyms.difference(of: key, from: nearest) == nil ? [named(nearest)] : []
    case .undeclared(_, _, .similar(let ids)): ids.map { named($0) }
    case .unknownPlatform(_, let nearest?), .unknownPermission(_, let nearest?),
      .undeclared(_, _, .nearest(let nearest)), .unknownValue(_, _, _, let nearest?):
      [named(nearest)]
    case .unknownValue(_, _, let allowed, nil), .impossibleStatus(_, _, let allowed):
      allowed.count <= 8 ? allowed.map { named($0) } : []
    case .statusExpected: PurchaseStatus.defaults.map { named($0.name) }
    case .notARange(.integer, let written):
      [.init("{ \"atLeast\": \(written) }"), .init("[\(written)]")]
    case .notARange(_, let written): [.init("{ \"atLeast\": \(written) }")]
    case .wrongNotation(_, _, _, let written): written.has("…") ? [] : [.init(written)]
    case .invalidVersion(_, .number(let text?)): [named(text)]
    case .invalidDate(let text):
      text.utf8.count > 10 && DateTime(text + "Z") != nil ? [named(text + "Z")] : []
    case .missingQuantity(let product):
      [.init("{ \"product\": \(JSONText.quoted(product)), \"quantity\": 1 }")]
    case .onlyInCondition(let only): [named(String(only.dropLast(4)))]
    default: []
    }
  }

  private func named(_ name: String) -> Diagnostic.Replacement { .init(JSONText.quoted(name)) }
}

/// All problems of a file.
package struct InvalidInput: Error, Sendable {
  package let source: SourceFile
  /// By position, not empty.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceFile, _ diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
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
        isStart(error.range.lowerBound)
      {
        diagnostic.message = "found a JSON Web Signature (JWS); expected JSON"
        diagnostic.hint = InputProblem.FileFormat.storeRecords.hint(insteadOf: "JSON")
      }
      throw InvalidInput(self, [diagnostic])
    }
  }

  private func isStart(_ offset: Int) -> Bool {
    text.bytes[..<offset].allSatisfy { $0 <= 0x20 || $0 >= 0x80 }
  }

  private func begins(withStateUpTo end: Int) -> Bool {
    let first = try? JSONDocument(SourceText(text.bytes[..<end]))
    return first?.withRoot { InputProblem.FileFormat(of: $0) == .state } ?? false
  }
}
