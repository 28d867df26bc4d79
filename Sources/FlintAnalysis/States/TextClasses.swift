/// Example texts: one for each set of patterns that a text can match. A breadth-first search over
/// the product of two automata: a trie of named texts and `beginsWith`, and that of all `contains`
/// and `endsWith` by A. V. Aho and M. J. Corasick, "Efficient string matching: an aid to
/// bibliographic search" (1975). One scalar stands for all that occur nowhere.
package enum TextClasses {
  /// The shortest text for each combination of matching patterns, and for none. Of texts with equal
  /// length, the first in scalar order. Nil beyond `maxSteps`.
  /// - Parameter named: Texts that the analysis tries anyway.
  package static func texts(
    besides named: [ExactText], patterns: [TextPattern],
    maxSteps: Int = AnalysisLimits.textSteps
  ) -> (matching: [ExactText], none: ExactText)? {
    var another = ExactText("another")
    while named.contains(another) { another = ExactText(another.text + "′") }
    if patterns.isEmpty { return ([], another) }
    var distinct = DistinctList<TextPattern>()
    for pattern in patterns { distinct.append(pattern) }
    guard let found = found(Key(named: named, patterns: distinct.elements, maxSteps: maxSteps)),
      // INVARIANT: the search finds a text that no pattern matches: a scalar in none of the
      // patterns.
      let none = found.first(where: { $0.matched.isEmpty })?.text
    else { return nil }
    let isPlain = !patterns.contains { $0.matches(another) }
    return (found.filter { !$0.matched.isEmpty }.map(\.text), isPlain ? another : none)
  }

  private struct Key: Hashable {
    let named: [ExactText]
    let patterns: [TextPattern]
    let maxSteps: Int
  }

  // Several state spaces of a command, and each edit of a manifest, need the same texts.
  private static let known = Locked<[Key: [TextSearch.Class]?]>([:])

  /// The search's result; nil beyond its limit. Kept for later calls unless canceled.
  private static func found(_ key: Key) -> [TextSearch.Class]? {
    if let known = known.withLock({ $0[key] }) { return known }
    let found = TextSearch(key.named, key.patterns).run(maxSteps: key.maxSteps)
    if Cancellation.isRequested { return found }
    known.withLock { known in
      if known.count >= AnalysisLimits.keptTextClasses { known = [:] }
      known[key] = .some(found)
    }
    return found
  }
}

private struct TextSearch {
  struct Class {
    let matched: IndexBits
    let text: ExactText
  }

  /// At least one of `texts` must occur in `part` of a text.
  private struct Requirement: Hashable {
    let part: TextPattern.Part
    let texts: Set<ExactText>
  }

  private struct State: Hashable {
    /// The text's node in the trie ``beginnings``. Nil if no text in the trie begins like it.
    var beginning: Int?

    /// The node of the text's longest suffix that is in ``fragments``.
    var end: Int

    /// Requirements that the text so far satisfies, whatever follows.
    var met: IndexBits
  }

  private struct Step {
    let state: State
    let previous: Int
    let scalar: Unicode.Scalar
  }

  private let patterns: [[Int]]
  private let beginnings: TextTrie
  private let fragments: TextTrie

  /// A scalar that occurs in no text or pattern. It represents all such scalars.
  private let otherScalar: Unicode.Scalar

  private let none: IndexBits

  init(_ named: [ExactText], _ patterns: [TextPattern]) {
    var requirements: [Requirement: Int] = [:]
    self.patterns = patterns.map { pattern in
      pattern.parts.map { part in
        let requirement = Requirement(part: part, texts: Set(pattern[part]))
        let number = requirements[requirement] ?? requirements.count
        requirements[requirement] = number
        return number
      }
    }
    none = IndexBits(limit: requirements.count)
    var beginnings = TextTrie(noRequirements: none)
    var fragments = TextTrie(noRequirements: none)
    for (requirement, number) in requirements {
      for text in requirement.texts {
        switch requirement.part {
        case .beginsWith: beginnings.insert(text.text, requirement: number)
        case .contains: fragments.insert(text.text, requirement: number)
        case .endsWith: fragments.insert(text.text, requirementAtEnd: number)
        }
      }
    }
    for text in named { beginnings.insert(text.text, isNamed: true) }
    fragments.addFailures()
    self.beginnings = beginnings
    self.fragments = fragments
    otherScalar = Self.scalar(besides: beginnings.scalars.union(fragments.scalars))
  }

  private static func scalar(besides known: Set<Unicode.Scalar>) -> Unicode.Scalar {
    let letters: [Unicode.Scalar] = ["x", "y", "z"] + (97...119).map { Unicode.Scalar(UInt8($0)) }
    let rest = (0x4E00...UInt32(0x10_FFFF)).lazy.compactMap { Unicode.Scalar($0) }
    return letters.first { !known.contains($0) } ?? rest.first { !known.contains($0) } ?? "x"
  }

  /// For each set of patterns, the shortest text that matches exactly these. Omits named texts, and
  /// sets that only these match. Nil beyond `maxSteps` or if canceled.
  func run(maxSteps: Int) -> [Class]? {
    let start = State(beginning: TextTrie.root, end: TextTrie.root, met: none)
    var known: Set<State> = [start]
    var reached: [Step] = []
    var found: [Class] = []
    var classes: Set<IndexBits> = []
    var work = 0
    // The index -1 represents the initial state, the predecessor of the first step.
    var next = -1
    while next < reached.count {
      let state = next < 0 ? start : reached[next].state
      for (scalar, end) in transitions(from: state) {
        work += 1
        if work > maxSteps { return nil }
        if work % AnalysisLimits.cancellationSteps == 0, Cancellation.isRequested { return nil }
        let successor = successor(of: state, by: scalar, to: end)
        guard known.insert(successor).inserted else { continue }
        reached.append(Step(state: successor, previous: next, scalar: scalar))
        if let beginning = successor.beginning, beginnings.nodes[beginning].isNamed { continue }
        let matched = matched(in: successor)
        if classes.insert(matched).inserted {
          found.append(Class(matched: matched, text: text(of: reached.count - 1, reached)))
        }
      }
      next += 1
    }
    return found
  }

  /// Scalars to try next, ascending, with the ``fragments`` node of each. Of all scalars that
  /// neither trie distinguishes here, tries one.
  private func transitions(from state: State) -> [(Unicode.Scalar, Int)] {
    var ends: [Unicode.Scalar: Int] = fragments.nodes[TextTrie.root].children
    ends.merge(fragments.nodes[state.end].successors) { $1 }
    if let beginning = state.beginning {
      for scalar in beginnings.nodes[beginning].children.keys where ends[scalar] == nil {
        ends[scalar] = TextTrie.root
      }
    }
    ends[otherScalar] = TextTrie.root
    return ends.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func successor(of state: State, by scalar: Unicode.Scalar, to end: Int) -> State {
    var next = state
    next.beginning = state.beginning.flatMap { beginnings.nodes[$0].children[scalar] }
    next.end = end
    if let beginning = next.beginning {
      next.met.formUnion(beginnings.nodes[beginning].requirements)
    }
    next.met.formUnion(fragments.nodes[end].requirements)
    return next
  }

  private func matched(in state: State) -> IndexBits {
    var met = state.met
    met.formUnion(fragments.nodes[state.end].requirementsAtEnd)
    var matched = IndexBits(limit: patterns.count)
    for (number, requirements) in patterns.enumerated()
    where requirements.allSatisfy({ met.contains($0) }) { matched.insert(number) }
    return matched
  }

  private func text(of last: Int, _ reached: [Step]) -> ExactText {
    var scalars: [Unicode.Scalar] = []
    var step = last
    while step >= 0 {
      scalars.append(reached[step].scalar)
      step = reached[step].previous
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.reversed())
    return ExactText(String(text))
  }
}

private struct TextTrie {
  static let root = 0

  struct Node {
    var children: [Unicode.Scalar: Int] = [:]

    /// The next node by scalar, where it differs from the root's. In a trie of one text, all nodes
    /// together have at most twice as many entries as the text has scalars (Simon 1994).
    var successors: [Unicode.Scalar: Int] = [:]

    /// The node of the longest proper suffix in the trie.
    var failure = TextTrie.root

    /// Requirements that a text satisfies once it reaches this node.
    var requirements: IndexBits

    /// Requirements that a text satisfies if it ends here.
    var requirementsAtEnd: IndexBits
    var isNamed = false
  }

  private(set) var nodes: [Node]

  private(set) var scalars: Set<Unicode.Scalar> = []
  private let empty: IndexBits

  init(noRequirements empty: IndexBits) {
    self.empty = empty
    nodes = [Node(requirements: empty, requirementsAtEnd: empty)]
  }

  mutating func insert(
    _ text: String, requirement: Int? = nil, requirementAtEnd: Int? = nil, isNamed: Bool = false
  ) {
    var node = Self.root
    for scalar in text.unicodeScalars {
      scalars.insert(scalar)
      if let child = nodes[node].children[scalar] {
        node = child
        continue
      }
      nodes.append(Node(requirements: empty, requirementsAtEnd: empty))
      nodes[node].children[scalar] = nodes.count - 1
      node = nodes.count - 1
    }
    if let requirement { nodes[node].requirements.insert(requirement) }
    if let requirementAtEnd { nodes[node].requirementsAtEnd.insert(requirementAtEnd) }
    if isNamed { nodes[node].isNamed = true }
  }

  /// Sets each node's ``Node/failure``, shorter texts first. Adds that node's requirements and
  /// successors to its own.
  mutating func addFailures() {
    var level = Array(nodes[Self.root].children.values)
    while !level.isEmpty {
      var below: [Int] = []
      for node in level {
        let failure = nodes[node].failure
        nodes[node].requirements.formUnion(nodes[failure].requirements)
        nodes[node].requirementsAtEnd.formUnion(nodes[failure].requirementsAtEnd)
        let inherited = nodes[failure].successors
        for (scalar, child) in nodes[node].children {
          nodes[child].failure = inherited[scalar] ?? nodes[Self.root].children[scalar] ?? Self.root
          below.append(child)
        }
        nodes[node].successors = inherited.merging(nodes[node].children) { $1 }
      }
      level = below
    }
  }
}
