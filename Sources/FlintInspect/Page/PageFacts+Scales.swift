import FlintModel
import FlintLogic
import FlintManifest
import FlintPopulation
import FlintText

/// Functions that write scales for the report page. A scale describes the possible values of a fact whose values are
/// ordered, such as versions, or are arbitrary texts.
extension PageFacts {
  /// Returns the breakpoints of a fact, as text: the values at which the result of a constraint can change. All values
  /// from one breakpoint to below the next give the same result.
  ///
  /// - Parameter first: How many values at the start of the fact's list are not breakpoints: 1 for the lowest value,
  ///   and 2 if the unknown value precedes it.
  func cuts(of fact: Fact, dropping first: Int = 1) -> [String] {
    planes.values(of: fact).dropFirst(first).map { cut($0, of: fact) }
  }

  func cut(_ value: FactValue, of fact: Fact) -> String {
    let piece = piece(value, of: fact)
    if case .text(let text) = piece { return text }
    if case .number(let number) = piece { return number }
    preconditionFailure(
      "\(value) cannot divide the values of a fact on the report page, because it is neither a text nor a number"
    )
  }

  mutating func scale(
    _ scale: Scale, _ cuts: [String], hasUnknown: Bool = false, patterns: [TextPattern] = []
  ) -> Int {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("scale", scale.name)
      json.member("cuts", cuts)
      if hasUnknown {
        json.key("hasUnknown")
        json.bool(true)
      }
      if !patterns.isEmpty {
        json.key("patterns")
        json.array(of: patterns) { $1.pattern($0) }
      }
      if let top = scale.top { json.member("top", top) }
      json.key("rules")
      json.array(of: scale.rules) { rule, json in
        json.object { json in
          json.member("pattern", rule.pattern)
          json.member("message", rule.hint)
        }
      }
      if let maximum = scale.maximum {
        json.key("maximum")
        json.object { json in
          json.member("value", maximum.value)
          json.member("message", maximum.hint)
        }
      }
      json.member("example", scale.example)
    }
    return domains.insert(json.text).index
  }
}

extension PageFacts {
  /// A scale (the possible values of a fact, if they are ordered, such as versions, or are arbitrary texts) as the
  /// report page needs it: the name by which the page's scripts know it, an example, and the rules for values that the
  /// reader of the page enters.
  struct Scale {
    let name: String
    let example: String

    /// A word that can be entered for the highest of the ordered values, such as `latest` for a version; nil if there
    /// is no such word.
    var top: String?

    /// The regular expressions that a text must match, each with the message for input that violates it.
    let rules: [(pattern: String, hint: String)]

    /// The greatest number that is allowed, with the message for a greater number; nil if there is no maximum.
    var maximum: (value: String, hint: String)?

    static let version = Scale(
      name: "version", example: "latest", top: InstalledVersion.latest.description,
      rules: [
        (#"^\d+(\.\d+){0,2}$"#, hint(.invalidVersion(text: "", .notAVersion))),
        (#"^(0|[1-9]\d*)(\.(0|[1-9]\d*))*$"#, hint(.invalidVersion(text: "", .leadingZero))),
      ],
      maximum: (String(Int32.max), hint(.invalidVersion(text: "", .tooLarge))))

    static let count = Scale(
      name: "count", example: "0",
      rules: [(#"^(0|[1-9]\d*)$"#, hint(.creditsExpected(product: "")))],
      maximum: maximum(Int64.max))

    static let date = Scale(
      name: "date", example: "2026-12-01",
      rules: [
        (
          #"^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z)?$"#,
          hint(.invalidDate(""))
        )
      ])

    static let percent = Scale(
      name: "percent", example: "12.5",
      rules: [
        (
          #"^(0|[1-9]\d?)(\.\d{1,4})?$"#,
          "write a number from 0 to below 100 with at most four decimals"
        )
      ])

    static let integer = Scale(
      name: "integer", example: "0", rules: [(#"^(0|-?[1-9]\d*)$"#, "write a whole number")],
      maximum: maximum(AttributeDomain.integers.upperBound))

    static let text = Scale(
      name: "text", example: "text", rules: [("^[^]", "the text must not be empty")])

    private static func maximum(_ number: Int64) -> (value: String, hint: String) {
      ("\(number)", "the maximum is \(number)")
    }

    private static func hint(_ fact: InputProblem.Fact) -> String {
      let problem = InputProblem(fact: fact, range: 0..<0)
      return problem.hint ?? problem.message
    }
  }
}
