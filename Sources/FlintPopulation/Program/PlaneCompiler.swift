/// Compiles constraints to a ``PlaneCircuit``.
struct PlaneCompiler: FormulaInterpreter {
  typealias ManifestID = Void

  let manifest: Manifest
  let layout: PlaneLayout
  var circuit: PlaneCircuit

  private let names: CombinedDeclarations?

  /// The compiled parts. Must be restored when steps that compute them are removed.
  struct Caches {
    /// Truths that replace the manifest's own while one constraint is left out.
    var substitutes: [FormulaReference: LaneTruth] = [:]

    fileprivate var references: [FormulaReference: LaneTruth] = [:]
    fileprivate var tests: [FactTest: LaneTruth] = [:]

    fileprivate var suffixUnions: [Plane: [Plane]] = [:]
  }

  var caches = Caches()

  /// - Parameter layout: May have facts beyond the manifest's.
  init(_ manifest: Manifest, _ layout: PlaneLayout) {
    self.manifest = manifest
    self.layout = layout
    names = nil
    circuit = PlaneCircuit(factCount: layout.count)
  }

  /// Adds the second manifest of a comparison, so that equal conditions are computed once.
  init(_ manifest: Manifest, continuing other: PlaneCompiler, names: CombinedDeclarations) {
    self.manifest = manifest
    layout = other.layout
    circuit = other.circuit
    self.names = names
    caches.tests = other.caches.tests
    caches.suffixUnions = other.caches.suffixUnions
  }

  /// Dependencies first: in another order, recursion could be as deep as the longest chain.
  mutating func compileReferences() {
    for target in manifest.references.order { _ = value(of: FormulaReference(target), on: ()) }
  }

  // MARK: Tests

  mutating func value(of test: FactTest, isImplied: Bool, on side: Void) -> LaneTruth {
    let test = names?.renumbered(test) ?? test
    if let known = caches.tests[test] { return known }
    let truth = value(of: test)
    caches.tests[test] = truth
    return truth
  }

  private mutating func value(of test: FactTest) -> LaneTruth {
    let fact = test.fact
    if case .accepted(.pattern(let pattern)) = test.predicate {
      return value(of: pattern, fact, test.otherwise)
    }
    let planes = layout[fact]
    let answers = planes.domain.partition.answers(to: test)
    let otherwise = fact.isAlwaysGiven ? nil : test.truth(of: .notGiven)
    return LaneTruth(
      no: plane(of: planes, answers, otherwise) { $0 == .no },
      notTrue: plane(of: planes, answers, otherwise) { $0 != .yes })
  }

  /// - Parameter otherwise: The result where the state lacks the text.
  private mutating func value(
    of pattern: TextPattern, _ fact: Fact, _ otherwise: Ternary
  ) -> LaneTruth {
    let planes = layout[fact]
    guard let matched = planes.plane(of: pattern) else {
      preconditionFailure("the layout of the facts lacks a text pattern that a constraint requires")
    }
    let hasUnknown = planes.domain.representatives.first == .typed(.unknown)
    let unknown = hasUnknown ? planes.first : circuit.never
    let known = suffixUnions(from: planes.first, count: planes.domain.count)[hasUnknown ? 1 : 0]
    let given = circuit.or(unknown, known)
    switch otherwise {
    case .no:
      return LaneTruth(no: circuit.not(circuit.or(matched, unknown)), notTrue: circuit.not(matched))
    case .unknown:
      return LaneTruth(no: circuit.and(known, not: matched), notTrue: circuit.not(matched))
    case .yes:
      return LaneTruth(
        no: circuit.and(known, not: matched), notTrue: circuit.and(given, not: matched))
    }
  }

  /// The states in which a test has a wanted result.
  /// - Parameters:
  /// - answers: The test's results, by value of the fact.
  /// - otherwise: The result where the state lacks the fact; nil if it never does.
  private mutating func plane(
    of planes: PlaneLayout.FactPlanes, _ answers: [ValuePartition.Answer], _ otherwise: Ternary?,
    where isWanted: (Ternary) -> Bool
  ) -> Plane {
    let (first, count) = (planes.first, planes.domain.count)
    guard let otherwise else {
      return answers.allSatisfy { isWanted($0.truth) }
        ? circuit.always : union(of: answers, first, count, where: isWanted)
    }
    if !isWanted(otherwise) { return union(of: answers, first, count, where: isWanted) }
    return circuit.not(union(of: answers, first, count) { !isWanted($0) })
  }

  private mutating func union(
    of answers: [ValuePartition.Answer], _ first: Plane, _ count: Int,
    where isWanted: (Ternary) -> Bool
  ) -> Plane {
    var union = circuit.never
    var index = 0
    while index < answers.count {
      guard isWanted(answers[index].truth) else {
        index += 1
        continue
      }
      let begin = answers[index].from
      repeat { index += 1 } while index < answers.count && isWanted(answers[index].truth)
      let end = index < answers.count ? answers[index].from : count
      if end - begin > 2 {
        let unions = suffixUnions(from: first, count: count)
        let range = end < count ? circuit.and(unions[begin], not: unions[end]) : unions[begin]
        union = circuit.or(union, range)
      } else {
        for value in begin..<end { union = circuit.or(union, first + Plane(value)) }
      }
    }
    return union
  }

  private mutating func suffixUnions(from first: Plane, count: Int) -> [Plane] {
    if let known = caches.suffixUnions[first] { return known }
    var all = [Plane](repeating: circuit.never, count: count)
    var sum = circuit.never
    for index in (0..<count).reversed() {
      sum = circuit.or(first + Plane(index), sum)
      all[index] = sum
    }
    caches.suffixUnions[first] = all
    return all
  }

  // MARK: Logic

  mutating func value(of reference: FormulaReference, on side: Void) -> LaneTruth {
    if !caches.substitutes.isEmpty, let known = caches.substitutes[reference] { return known }
    if let known = caches.references[reference] { return known }
    let truth = value(of: manifest.meaning(of: reference), on: ())
    caches.references[reference] = truth
    return truth
  }

  mutating func value(_ truth: Ternary) -> LaneTruth {
    LaneTruth(
      no: truth == .no ? circuit.always : circuit.never,
      notTrue: truth == .yes ? circuit.never : circuit.always)
  }

  mutating func not(_ truth: LaneTruth) -> LaneTruth {
    LaneTruth(no: circuit.not(truth.notTrue), notTrue: circuit.not(truth.no))
  }

  mutating func and(_ one: LaneTruth, _ other: LaneTruth) -> LaneTruth {
    LaneTruth(no: circuit.or(one.no, other.no), notTrue: circuit.or(one.notTrue, other.notTrue))
  }

  mutating func or(_ one: LaneTruth, _ other: LaneTruth) -> LaneTruth {
    LaneTruth(no: circuit.and(one.no, other.no), notTrue: circuit.and(one.notTrue, other.notTrue))
  }
}
