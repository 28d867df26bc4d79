internal import FlintModel
import FlintLogic

/// A compiler that translates the constraints of a manifest into a circuit of bit operations on planes (see ``Lanes``).
/// The circuit evaluates a constraint in up to 256 states at once.
struct PlaneCompiler: FormulaInterpreter {
  typealias ManifestID = Void

  let manifest: Manifest
  let layout: PlaneLayout
  var circuit: PlaneCircuit

  /// For the second of two manifests that are compared, the mapping of its indices (of products, for example) to those
  /// of the combined declarations, which the layout uses. Nil for the first or only manifest, whose indices are valid
  /// in the layout.
  private let names: CombinedDeclarations?

  /// The planes (bit vectors, see ``Lanes``) of compiled conditions and constraints, so that they are not compiled
  /// again. A caller that removes steps (bit operations) from the compiled circuit must also restore the caches from
  /// before these steps were added, because entries may refer to the removed planes.
  struct Caches {
    /// Truth values that replace those that the manifest defines for some features, for some named conditions or for
    /// the app's constraints. With them, the manifest can be compiled as if a constraint were removed.
    var substitutes: [FormulaReference: LaneTruth] = [:]

    fileprivate var references: [FormulaReference: LaneTruth] = [:]
    fileprivate var tests: [FactTest: LaneTruth] = [:]

    /// For each fact, such as the app version, an array with one plane (a bit vector; see ``Lanes``) for each of its
    /// values. The plane at index n has the bits of the states in which the fact has its value at index n or a later
    /// one. A range of values is then computed from only two planes; see ``PlaneCompiler/union(of:_:_:where:)``. The
    /// dictionary's key, which identifies the fact, is the plane of the fact's first value.
    fileprivate var suffixUnions: [Plane: [Plane]] = [:]
  }

  var caches = Caches()

  /// Creates a compiler that assigns planes (bit vectors, see ``Lanes``) to the facts of the manifest.
  ///
  /// - Parameters:
  ///   - formulas: Formulas that the caller will compile in addition to the constraints. The facts that they test get
  ///     planes too.
  ///   - inputs: The number of additional planes that represent no fact. The caller sets their bits before each
  ///     evaluation, to use them in conditions of its own.
  init(_ manifest: Manifest, asking formulas: [Formula] = [], inputs: Int = 0) {
    self.init(manifest, PlaneLayout(manifest, asking: formulas), inputs: inputs)
  }

  /// Creates a compiler that uses an existing assignment of facts to planes (bit vectors, see ``Lanes``).
  ///
  /// - Parameters:
  ///   - layout: The planes of the manifest's facts. Products, features and so on have the same indices in it as in the
  ///     manifest; further ones may follow.
  ///   - inputs: The number of additional planes that represent no fact. The caller sets their bits before each
  ///     evaluation, to use them in conditions of its own.
  init(_ manifest: Manifest, _ layout: PlaneLayout, inputs: Int = 0) {
    self.manifest = manifest
    self.layout = layout
    names = nil
    circuit = PlaneCircuit(factCount: layout.count + inputs)
  }

  /// Creates a compiler for a second manifest that is compared with the first in the same states. It adds to the
  /// circuit (bit operations) of the first, so that equal conditions of both manifests are computed only once.
  ///
  /// - Parameters:
  ///   - other: The compiler of the first manifest.
  ///   - names: The combined declarations of both manifests, with their indices.
  init(_ manifest: Manifest, continuing other: PlaneCompiler, names: CombinedDeclarations) {
    self.manifest = manifest
    layout = other.layout
    circuit = other.circuit
    self.names = names
    caches.tests = other.caches.tests
    caches.suffixUnions = other.caches.suffixUnions
  }

  /// Compiles the features and named conditions and caches the results, each after those to which it refers. In another
  /// order, compiling one of them could recurse as deep as the longest chain of references.
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

  /// Compiles the test of whether a text, such as the value of an attribute, matches a pattern, such as “begins with
  /// A”. Returns the planes (see ``Lanes``) of the states in which the test is false, and in which it is not true. They
  /// are computed from the plane of the pattern, which has the bits of the states whose text matches, and from the
  /// planes of the text's values, which show in which states the text is known or unknown.
  ///
  /// - Parameter otherwise: The result of the test if the state does not contain the fact.
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

  /// Returns the plane (see ``Lanes``) of the states in which a test of a fact has a result that the caller wants. For
  /// example, the caller may want the states in which the test is false.
  ///
  /// - Parameters:
  ///   - answers: The results of the test for the values of the fact.
  ///   - otherwise: The result of the test if the state does not contain the fact; nil if every state contains it.
  ///   - isWanted: Returns whether the caller wants the states with this result.
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

  /// Returns the plane (see ``Lanes``) of the states that contain a fact with a value for which a test has a result
  /// that the caller wants.
  ///
  /// The wanted values are often a range, such as all versions from iOS 16 to 17. A state has at most one value of a
  /// fact. A range of more than two values is therefore computed from two planes: the states with the first value of
  /// the range or a later one, without the states with a value after the range. For 2,000 features with ranges of app
  /// versions, this saves 40 % of the time of `audience`.
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
