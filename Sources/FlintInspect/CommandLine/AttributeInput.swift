import FlintModel

/// A description of how people type the values of an attribute on the command line.
struct AttributeInput {
  let example: String

  /// `a version such as 2.1`; nil where values can be listed or all are valid.
  var kind: String?

  /// Suggested; empty if any text is valid.
  let words: [String]

  /// Converts a word, which must not be empty, to a value of the attribute. Returns nil for an invalid word.
  let value: (String) -> AttributeValue?

  /// Creates a description of how people type the values of an attribute whose type is given in `domain`.
  init(_ domain: AttributeDomain) {
    switch domain.type {
    case .boolean, .choice:
      let known = domain.words
      example = known.first?.word ?? ""
      words = known.map(\.word)
      value = { known.value(of: $0) }
    case .text:
      example = "text"
      words = []
      value = { .text(ExactText($0)) }
    case .integer:
      let all = AttributeDomain.integers
      example = "1"
      kind = "a whole number from \(all.lowerBound) to \(all.upperBound)"
      words = []
      value = { word in
        // An integer has no leading zeros, as in JSON.
        Int64(word).flatMap { "\($0)" == word && all.contains($0) ? .integer($0) : nil }
      }
    case .version:
      example = "2.1"
      kind = "a version such as 2.1"
      words = ["latest"]
      value = { InstalledVersion($0).map { .version($0) } }
    case .date:
      example = "2026-12-24"
      kind = "a date such as 2026-12-24"
      words = []
      value = { DateTime($0).map { .date($0) } }
    }
  }
}

extension AttributeDomain {
  /// Empty for types with too many values.
  var words: Words<AttributeValue> {
    type == .boolean
      ? Bool.words.map { ($0, .boolean($1)) } : choices.enumerated().map { ($1, .choice($0)) }
  }
}
