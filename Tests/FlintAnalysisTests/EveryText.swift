import FlintCore

/// A text for every combination of patterns that some text matches which is not named; none is empty.
///
/// Texts are made longer scalar by scalar as long as that may change anything: two texts go on alike where they have begun
/// alike, end alike, and have met the same. That is what the automaton of `TextClasses` knows too, written as texts.
struct EveryText {
  private let named: Set<ExactText>
  private let patterns: [TextPattern]

  init(named: Set<ExactText>, patterns: [TextPattern]) {
    (self.named, self.patterns) = (named, patterns)
  }

  /// All that matters of a text for what can follow.
  private struct Trace: Hashable {
    /// The text itself where something that is named or asked for begins with it.
    let whole: String?

    /// As much of its end as could be the beginning of something that is asked for.
    let end: [Unicode.Scalar]

    /// For each pattern whether its `beginsWith` and its `contains` are met.
    let isMet: [Bool]
  }

  var examples: [ExactText] {
    let fragments = patterns.flatMap { $0.beginsWith + $0.contains + $0.endsWith }.map(\.text)
    let beginnings = patterns.flatMap(\.beginsWith).map(\.text) + named.map(\.text)
    let longest = fragments.map(\.unicodeScalars.count).max() ?? 0
    var scalars = Set((fragments + named.map(\.text)).flatMap(\.unicodeScalars))
    // One that stands for all others.
    scalars.insert("\u{1F600}")

    func trace(_ text: String) -> Trace {
      let isBeginning = beginnings.contains { $0.utf8.starts(with: text.utf8) }
      return Trace(
        whole: isBeginning ? text : nil, end: Array(text.unicodeScalars.suffix(longest)),
        isMet: patterns.flatMap { pattern in
          [
            pattern.beginsWith.contains { text.utf8.starts(with: $0.text.utf8) },
            pattern.contains.contains { isIn(text, $0.text) },
          ]
        })
    }
    func isIn(_ text: String, _ part: String) -> Bool {
      let (text, part) = (Array(text.utf8), Array(part.utf8))
      return (0...text.count).contains { text[$0...].starts(with: part) }
    }

    var seen: Set<Trace> = []
    var matched: Set<[Bool]> = []
    var examples: [ExactText] = []
    var texts = [""]
    while !texts.isEmpty {
      let longer = texts.flatMap { text in
        scalars.sorted().map { scalar in
          var text = text
          text.unicodeScalars.append(scalar)
          return text
        }
      }
      texts = longer.filter { seen.insert(trace($0)).inserted }
      for text in texts where !named.contains(ExactText(text)) {
        let all = patterns.map { $0.matches(ExactText(text)) }
        if matched.insert(all).inserted { examples.append(ExactText(text)) }
      }
    }
    return examples
  }
}
