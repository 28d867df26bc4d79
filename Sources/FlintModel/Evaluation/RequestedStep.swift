/// Keeps the first of several actions, with all its subjects. The order is that of
/// ``NextStep/Action``.
struct RequestedStep: Sendable {
  /// One or more subjects of the collected ``action``.
  indirect enum Part: Hashable, Sendable {
    case subject(NextStep.Subject)

    /// At least two alternatives, each with all of its parts.
    case anyOf([[Part]])

    /// All subjects of ``Evaluator/StoredResult/request`` or, inside a `not`, of
    /// ``Evaluator/StoredResult/awaited``. A reference, because copies would take too much memory
    /// for a long chain of features.
    case request(of: References.Target)
    case awaited(of: References.Target)

    /// A choice between the alternatives, without those that have no parts.
    static func any(_ alternatives: [[Part]]) -> [Part] {
      let alternatives = alternatives.filter { !$0.isEmpty }
      return alternatives.count > 1 ? [.anyOf(alternatives)] : alternatives.first ?? []
    }

    fileprivate var isChoice: Bool { if case .anyOf = self { true } else { false } }
  }

  /// Limits against quadratic running time. Parts of a required feature or condition are copied if
  /// at most `maxForwarded`, else referenced; duplicates are removed among the first `maxDistinct`.
  private static let (maxForwarded, maxDistinct) = (64, 16)

  private(set) var action: NextStep.Action?
  private(set) var parts: [Part] = []

  /// The next step that results; nil if no action was added.
  func step(in evaluator: Evaluator) -> NextStep? {
    guard let action else { return nil }
    if parts.count <= Self.maxDistinct {
      let plain = parts.compactMap { if case .subject(let subject) = $0 { subject } else { nil } }
      if plain.count == parts.count { return NextStep(action: action, subjects: plain) }
    }
    var subjects = DistinctList<NextStep.Subject>()
    var hasChoice = false
    var seen: Set<Part> = []
    // A loop: recursion would exhaust the call stack on a long chain of references.
    var open = [parts[...]]
    while let part = open.last?.first {
      open[open.count - 1].removeFirst()
      if open.last?.isEmpty == true { open.removeLast() }
      switch part {
      case .subject(let subject): subjects.append(subject)
      case .anyOf(let alternatives):
        hasChoice = true
        open.append(Array(alternatives.joined())[...])
      case .request, .awaited:
        if seen.insert(part).inserted { open.append(evaluator.parts(of: part)[...]) }
      }
    }
    let choice = hasChoice && action.canChoose ? NextStep.Choice(parts, in: evaluator) : nil
    return NextStep(action: action, subjects: subjects.elements, choice: choice)
  }

  /// Adds a part of the action, unless an earlier action was collected. Replaces a later one; the
  /// order is that of ``NextStep/Action``.
  mutating func add(_ requested: NextStep.Action, _ part: Part) {
    if let action, action < requested { return }
    if action != requested {
      action = requested
      parts = []
    }
    if parts.count < Self.maxDistinct, parts.contains(part) { return }
    parts.append(part)
  }

  mutating func add(_ other: RequestedStep) {
    guard let requested = other.action else { return }
    guard let action, action <= requested else {
      self = other
      return
    }
    for part in other.parts { add(requested, part) }
  }

  /// Passes the action with each part to `ask`. With many parts or a choice, passes only `whole`,
  /// because copied choices could be nested without limit.
  func forEach(as whole: Part, _ ask: Request) {
    guard let action else { return }
    if parts.count > Self.maxForwarded || parts.contains(where: \.isChoice) {
      return ask(action, whole)
    }
    for part in parts { ask(action, part) }
  }
}

extension Evaluator {
  fileprivate func parts(of reference: RequestedStep.Part) -> [RequestedStep.Part] {
    switch reference {
    case .request(let target): known[target]?.request.parts ?? []
    case .awaited(let target): known[target]?.awaited.parts ?? []
    case .subject, .anyOf: [reference]
    }
  }
}

extension NextStep {
  /// How the subjects of a step combine: `A and (B or C)`.
  package indirect enum Choice: Hashable, Sendable {
    case subject(Subject)
    case all([Choice])
    case any([Choice])

    /// The most elements, nested ones included, of a choice that is described. A larger one is
    /// omitted.
    package static let limit = 256

    /// Nil if there are more elements than ``limit``.
    fileprivate init?(_ parts: [RequestedStep.Part], in evaluator: Evaluator) {
      var rest = Self.limit
      let choice = Self.all(parts, in: evaluator, &rest)
      guard rest >= 0 else { return nil }
      self = choice
    }

    private static func all(
      _ parts: [RequestedStep.Part], in evaluator: Evaluator, _ rest: inout Int
    ) -> Choice {
      var elements: [Choice] = []
      for part in parts {
        rest -= 1
        guard rest >= 0 else { break }
        switch part {
        case .subject(let subject): elements.append(.subject(subject))
        case .anyOf(let alternatives):
          elements.append(.joined(alternatives.map { all($0, in: evaluator, &rest) }, isAny: true))
        case .request, .awaited:
          elements.append(all(evaluator.parts(of: part), in: evaluator, &rest))
        }
      }
      return .joined(elements, isAny: false)
    }

    private static func joined(_ elements: [Choice], isAny: Bool) -> Choice {
      let kept = necessary(elements.flatMap { $0.operands(isAny) }) { $0.operands(!isAny) }
      return kept.count == 1 ? kept[0] : isAny ? .any(kept) : .all(kept)
    }

    /// The operands of an `any` if `isAny`, else of an `all`. Otherwise the choice itself.
    private func operands(_ isAny: Bool) -> [Choice] {
      switch self {
      case .any(let inner) where isAny: inner
      case .all(let inner) where !isAny: inner
      default: [self]
      }
    }

    /// Omits elements that contain all parts of another element.
    private static func necessary(_ elements: [Choice], _ parts: (Choice) -> [Choice]) -> [Choice] {
      let sets = elements.map { Set(parts($0)) }
      return elements.indices.filter { index in
        !sets.indices.contains { other in
          sets[other].isStrictSubset(of: sets[index])
            || other < index && sets[other] == sets[index]
        }
      }.map { elements[$0] }
    }
  }
}
