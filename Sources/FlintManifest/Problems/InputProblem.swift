/// Problems that several readers find.
extension Diagnostic {
  /// - Parameter corrections: JSON texts that can replace the invalid one.
  package init(
    _ rule: InputRule, _ message: String, hint: String? = nil, write corrections: [String] = []
  ) {
    self.init(.error, rule: rule.rawValue, message: message, hint: hint)
    replacements = corrections.map { Replacement($0) }
  }

  package func at(_ range: Range<Int>) -> Diagnostic {
    var copy = self
    copy.range = range
    return copy
  }

  /// - Parameter allowed: The allowed values. Suggested if there are few and `nearest` is nil.
  private static func misspelt(
    _ rule: InputRule, _ message: String, nearest: String? = nil, allowed: [String] = []
  ) -> Diagnostic {
    let few = allowed.count <= 8 ? allowed : []
    return Diagnostic(
      rule, message, hint: nearest.map(didYouMean) ?? oneOf(few),
      write: (nearest.map { [$0] } ?? few).map(JSONText.quoted))
  }

  static func didYouMean(_ name: String) -> String { "did you mean '\(name)'?" }

  static func oneOf(_ names: [String]) -> String? {
    if names.isEmpty || names.count > 8 { return nil }
    return "expected " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  // MARK: Types and keys

  /// - Parameter written: The JSON to write, if the meaning is clear.
  package static func wrongType(
    _ found: JSONKind, _ subject: String, _ expected: String, write written: String? = nil
  ) -> Diagnostic {
    let hint: String? =
      switch (subject, found, expected) {
      case _ where written != nil: "write \(written ?? "")"
      case ("'platforms'", .array, "an object"):
        "write { \"iOS\": \"any\", … }; to exclude all other platforms, write \"iOSOnly\""
      case ("'constraints'", .array, "an object"):
        "write { \"permissions\": [\"camera\"], … }, with one key for each kind of constraint"
      case ("a platform", .bool, _): "write \"any\" or \"unsupported\""
      case ("a product", .object, "a string"): setPurchase
      case (_, .string, "an integer") where subject.hasSuffix("Date'"):
        "App Store records give dates in milliseconds since 1970"
      case (_, .number, "a string"): "put strings in double quotes"
      default: nil
      }
    return Diagnostic(
      .wrongType, "found \(found.prose) for \(subject); expected \(expected)", hint: hint,
      write: written.map { $0.has("…") ? [] : [$0] } ?? [])
  }

  package static func unknownKey(_ key: String, in owner: String, nearest: String?) -> Diagnostic {
    var problem = misspelt(.unknownKey, "unknown key '\(key)' in \(owner)", nearest: nearest)
    // An edit must not change the meaning: `below` excludes a value that `to` includes.
    if let nearest, let difference = Synonyms.difference(of: key, from: nearest) {
      problem.hint = "\(didYouMean(nearest)) \(difference)"
      problem.replacements = []
    }
    if nearest == nil {
      problem.hint =
        switch (owner, key) {
        case ("a subscription", "status"): "write the status itself, or only its 'until'"
        case ("a step", "given"): "a case belongs in the list 'cases' of a scenario without 'steps'"
        case ("a step", "renew"), ("a step", "expire"): Self.setPurchase
        default: problem.hint
        }
    }
    return problem
  }

  private static let setPurchase = "write \"set\": { \"purchases\": { … } } in the step"

  package static func duplicateKey(_ key: String) -> Diagnostic {
    Diagnostic(.duplicateKey, "key '\(key)' occurs twice in the same object")
  }

  package static func missingKey(_ key: String, in owner: String) -> Diagnostic {
    Diagnostic(.missingKey, "\(owner) has no '\(key)'")
  }

  package static func missingOneOf(_ keys: [String], in owner: String) -> Diagnostic {
    Diagnostic(.missingKey, "\(owner) has no " + alternatives(keys.map { "'\($0)'" }))
  }

  package static func unexpectedKey(_ key: String, besides other: String) -> Diagnostic {
    Diagnostic(
      .unexpectedKey, "'\(key)' cannot be combined with '\(other)'",
      hint: other == "notIn"
        ? "write a condition for each key in 'allOf'; to exclude a text pattern, write it in 'not'"
        : nil)
  }

  /// - Parameter subject: The key that has the version.
  package static func unsupportedVersion(found: String, subject: String) -> Diagnostic {
    Diagnostic(.unsupportedVersion, "'\(subject)' is \(found); expected 1")
  }

  package static func otherFormat(_ found: FileFormat, wanted: String) -> Diagnostic {
    Diagnostic(
      .missingKey,
      found == .somethingElse
        ? "this is not \(wanted)" : "this is \(found.rawValue), not \(wanted)",
      hint: found.hint(insteadOf: wanted))
  }

  package static func empty(_ subject: String) -> Diagnostic {
    Diagnostic(.emptyValue, "\(subject) is empty")
  }

  // MARK: Names

  package static func invalidID(_ id: String, of kind: NameKind) -> Diagnostic {
    id.isEmpty
      ? Diagnostic(.invalidID, "\(kind) id is empty")
      : Diagnostic(
        .invalidID, "\(kind) id '\(id)' contains an invalid character",
        hint: "use letters, digits, '.', '_' and '-', starting with a letter or digit")
  }

  package static func duplicateID(_ id: String, of kind: NameKind) -> Diagnostic {
    Diagnostic(.duplicateID, "\(kind) '\(id)' is declared twice")
  }

  package static func duplicateValue(_ value: String, in list: String) -> Diagnostic {
    Diagnostic(.duplicateValue, "'\(value)' occurs twice in \(list)")
  }

  static func duplicateConstraint(_ name: String) -> Diagnostic {
    Diagnostic(.duplicateConstraint, "constraint '\(name)' is declared twice")
  }

  static func undeclared(_ name: String, _ kind: NameKind, hint: String?) -> Diagnostic {
    Diagnostic(
      undeclaredRule(kind),
      kind == .state ? "unknown state '\(name)'" : "\(kind) '\(name)' is not declared", hint: hint)
  }

  static func ignored(_ name: String, _ kind: NameKind) -> Diagnostic {
    Diagnostic(
      .warning, rule: undeclaredRule(kind).rawValue,
      message: "\(kind) '\(name)' is not declared; ignored")
  }

  private static func undeclaredRule(_ kind: NameKind) -> InputRule {
    InputRule(rawValue: "unknown-\(kind)") ?? .unknownValue
  }

  /// - Parameter subject: The kind of value, in words: `product type`.
  package static func unknownValue(
    _ value: String, of subject: String, allowed: [String], nearest: String?
  ) -> Diagnostic {
    misspelt(.unknownValue, "unknown \(subject) '\(value)'", nearest: nearest, allowed: allowed)
  }

  static func unknownPermission(_ name: String, nearest: String?) -> Diagnostic {
    misspelt(.unknownPermission, "unknown permission '\(name)'", nearest: nearest)
  }

  static func unknownPlatform(_ name: String, nearest: String?) -> Diagnostic {
    var problem = misspelt(.unknownPlatform, "unknown platform '\(name)'", nearest: nearest)
    problem.hint = problem.hint ?? oneOf(Platform.allCases.map(\.name))
    return problem
  }

  // MARK: Versions, dates and numbers

  package static func invalidVersion(_ text: String) -> Diagnostic {
    text == "latest"
      ? Diagnostic(.invalidVersion, "version 'latest' is allowed in states only")
      : Diagnostic(
        .invalidVersion, "'\(text)' is not a version", hint: hint(forVersion: text) ?? versionHint)
  }

  static let versionHint = "write one to three numbers, such as \"10.13.4\""

  /// Why a text is no version; nil if it does not resemble one.
  package static func hint(forVersion text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }
    guard areNumbers, parts.count <= 3 else { return nil }
    return parts.contains { $0.count > 1 && $0.hasPrefix("0") }
      ? "write the numbers without leading zeros"
      : "the numbers of a version must not exceed \(Int32.max)"
  }

  package static func invalidDate(_ text: String) -> Diagnostic {
    Diagnostic(
      .invalidDate, "'\(text)' is not a date",
      hint: hint(forDate: text) ?? "write a date such as \"2026-12-01\" or \"2026-12-01T18:00Z\"",
      write: lacksOnlyZone(text) ? [JSONText.quoted(text + "Z")] : [])
  }

  private static func lacksOnlyZone(_ text: String) -> Bool {
    text.utf8.count > 10 && DateTime(text + "Z") != nil
  }

  /// Why a text is no date; nil if it does not resemble one.
  package static func hint(forDate text: String) -> String? {
    if lacksOnlyZone(text) { return "dates are in UTC; end the date with 'Z'" }
    if let point = text.firstIndex(of: ".") {
      let whole = text[..<point] + text[point...].dropFirst().drop { $0.isASCII && $0.isNumber }
      if DateTime(String(whole)) != nil { return "seconds have no fraction: write \"\(whole)\"" }
    }
    if text.utf8.count > 16, DateTime(String(text.dropLast(6)) + "Z") != nil {
      return "convert the date to UTC and end it with 'Z'"
    }
    let fields = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.utf8.count) == [4, 2, 2], let year = Int(fields[0]),
      let month = Int(fields[1]), let day = Int(fields[2])
    else { return nil }
    guard 1970...9999 ~= year else { return "dates are in the years 1970 to 9999" }
    guard 1...12 ~= month else { return "the month is a number from 01 to 12" }
    let days = CalendarDay.daysOfMonth(month, year: year)
    guard 1...days ~= day else { return "\(fields[0])-\(fields[1]) has \(days) days" }
    if text.has("T24:") { return "write the end of a day as the start of the next day" }
    return text.has(":60Z") ? "minutes and seconds are below 60" : nil
  }

  package static func invalidInteger(
    _ text: String, _ subject: String, _ expected: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidInteger, "found \(text) for \(subject); expected \(expected)",
      hint: expected == "an integer" ? "write the integer without a fraction or an exponent" : nil)
  }

  // MARK: Statuses

  package static func creditsExpected(_ product: String) -> Diagnostic {
    Diagnostic(
      .wrongHolding, "consumable '\(product)' has no status; expected a number of credits",
      hint: "write the number of credits, such as 3")
  }

  package static func statusExpected(_ product: String) -> Diagnostic {
    misspelt(
      .wrongHolding, "'\(product)' is not a consumable; expected a status",
      allowed: PurchaseStatus.defaults.map(\.name))
  }

  static func impossibleStatus(_ status: String, of owner: String, allowed: [String]) -> Diagnostic
  {
    misspelt(.impossibleStatus, "\(owner) cannot be '\(status)' here", allowed: allowed)
  }
}

extension JSONKind {
  var prose: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .number: "a number"
    case .bool: "a boolean"
    case .null: "null"
    }
  }
}

extension Manifest {
  /// A finding with the feature's id, team and `until`.
  package func diagnostic(
    _ severity: Diagnostic.Severity, rule: String, message: String, hint: String? = nil,
    range: Range<Int>? = nil, feature: Int?, platform: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity, rule: rule, message: message, hint: hint, range: range,
      feature: feature.map { features[$0].id }, team: feature.flatMap { team(of: $0) },
      until: feature.flatMap { features[$0].until?.description }, platform: platform)
  }
}

/// All problems of a file.
package struct InvalidInput: Error, Sendable {
  package let source: SourceFile
  /// Sorted by position; not empty.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceFile, _ diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }
}
