import FlintModel
import FlintLogic
import FlintManifest
import FlintPopulation
import FlintText

/// Values with an order, or texts.
extension PageFacts {
  /// - Parameter first: Values before the first breakpoint: 1, or 2 with the unknown value.
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
  struct Scale {
    let name: String
    let example: String

    /// `latest` for a version.
    var top: String?

    let rules: [(pattern: String, hint: String)]

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
