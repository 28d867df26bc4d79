internal import FlintCore
import FlintLogic
internal import FlintManifest
internal import FlintPopulation
internal import FlintText

/// Functions that write scales for the report page. A scale describes the possible values of a fact whose values are
/// ordered, such as versions, or are arbitrary texts.
extension PageFacts {
  enum Scale: String {
    case version
    case count
    case date
    case percent
    case integer
    case text
  }

  /// Returns, as texts, the values that divide the values of a fact into intervals. Each value is the first of its
  /// interval. Constraints do not distinguish the values within an interval.
  ///
  /// - Parameter first: The number of values at the beginning that do not start such an interval, such as the unknown
  ///   value.
  func cuts(of fact: Fact, dropping first: Int = 1) -> [String] {
    planes.values(of: fact).dropFirst(first).map { cut($0, of: fact) }
  }

  func cut(_ value: FactValue, of fact: Fact) -> String {
    let piece = piece(value, of: fact)
    if case .text(let text) = piece { return text }
    if case .number(let number) = piece { return number }
    preconditionFailure("\(value) has no order, so it is not on a scale")
  }

  mutating func scale(
    _ scale: Scale, _ cuts: [String], _ example: String, hasUnknown: Bool = false,
    patterns: [TextPattern] = []
  ) -> Int {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("scale", scale.rawValue)
      json.member("cuts", cuts)
      if hasUnknown {
        json.key("hasUnknown")
        json.bool(true)
      }
      if !patterns.isEmpty {
        json.key("patterns")
        json.array(of: patterns) { $1.pattern($0) }
      }
      writeRules(of: scale, to: &json)
      json.member("example", example)
    }
    return domains.insert(json.text).index
  }

  private func writeRules(of scale: Scale, to json: inout JSONWriter) {
    switch scale {
    case .version:
      json.member("top", InstalledVersion.latest.description)
      writeRules(
        [
          (#"^\d+(\.\d+){0,2}$"#, hint(.invalidVersion(text: "", .notAVersion))),
          (
            #"^(0|[1-9]\d*)(\.(0|[1-9]\d*))*$"#,
            hint(.invalidVersion(text: "", .leadingZero))
          ),
        ],
        maximum: String(Int32.max), hint(.invalidVersion(text: "", .tooLarge)), to: &json)
    case .count:
      let most = String(Int64.max)
      writeRules(
        [(#"^(0|[1-9]\d*)$"#, hint(.creditsExpected(product: "")))], maximum: most,
        "the maximum is \(most)", to: &json)
    case .integer:
      let most = String(AttributeDomain.integers.upperBound)
      writeRules(
        [(#"^(0|-?[1-9]\d*)$"#, "write a whole number")], maximum: most, "the maximum is \(most)",
        to: &json)
    case .percent:
      writeRules(
        [
          (
            #"^(0|[1-9]\d?)(\.\d{1,4})?$"#,
            "write a number from 0 to below 100 with at most four decimals"
          )
        ], to: &json)
    case .date:
      writeRules(
        [
          (
            #"^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z)?$"#,
            hint(.invalidDate(""))
          )
        ], to: &json)
    case .text: writeRules([("^[^]", "the text must not be empty")], to: &json)
    }
  }

  private func hint(_ fact: InputProblem.Fact) -> String {
    let problem = InputProblem(fact: fact, range: 0..<0)
    return problem.hint ?? problem.message
  }

  /// Writes the rules with which the page checks input: the regular expressions that a text must match, and the maximum
  /// of a number. Each rule has the message that the page shows for input that violates it.
  private func writeRules(
    _ rules: [(pattern: String, hint: String)], maximum: String? = nil, _ hint: String = "",
    to json: inout JSONWriter
  ) {
    json.key("rules")
    json.array(of: rules) { rule, json in
      json.object { json in
        json.member("pattern", rule.pattern)
        json.member("message", rule.hint)
      }
    }
    guard let maximum else { return }
    json.key("maximum")
    json.object { json in
      json.member("value", maximum)
      json.member("message", hint)
    }
  }
}
