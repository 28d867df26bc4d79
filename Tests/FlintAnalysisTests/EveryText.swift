import FlintModel

/// Enumerates unnamed, nonempty texts, one for each combination of patterns that some text matches.
///
/// Texts are extended scalar by scalar until no new behavior is possible. Two texts behave alike if they have the same
/// relevant beginning and end, and match the same parts so far. The automaton of `TextClasses` has the same states;
/// here they are texts.
struct EveryText {
  private let named: Set<ExactText>
  private let patterns: [TextPattern]

  init(named: Set<ExactText>, patterns: [TextPattern]) {
    (self.named, self.patterns) = (named, patterns)
  }

  /// The properties of a text that determine how its extensions match.
  private struct Trace: Hashable {
    /// The text itself, if a named text or a `beginsWith` part begins with it.
    let whole: String?

    /// The last scalars of the text, as many as the longest part has.
    let end: [Unicode.Scalar]

    /// Whether the text matches each `beginsWith` and `contains` part of each pattern.
    let isMet: [Bool]
  }

  var examples: [ExactText] {
    let fragments = patterns.flatMap { $0.beginsWith + $0.contains + $0.endsWith }.map(\.text)
    let beginnings = patterns.flatMap(\.beginsWith).map(\.text) + named.map(\.text)
    let longest = fragments.map(\.unicodeScalars.count).max() ?? 0
    var scalars = Set((fragments + named.map(\.text)).flatMap(\.unicodeScalars))
    // A scalar that represents all others.
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
