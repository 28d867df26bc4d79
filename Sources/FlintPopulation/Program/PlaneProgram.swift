package import FlintModel
package import FlintLogic

/// The constraints of a manifest as a program of bit operations on planes (see ``Lanes``). Other modules use it to
/// evaluate states themselves: they set the planes of the facts, execute the steps in order, and read the resulting
/// planes.
package struct PlaneProgram {
  package typealias Step = (operation: Operation, one: Int, other: Int)

  package enum Operation: Int {
    case and
    case or
    case andNot
  }

  /// The number of the plane (bit vector; see ``Lanes``) that is true in all states. Lower numbers belong to the planes
  /// of the facts, the planes whose bits the caller sets, and the plane that is false in all states. Higher numbers
  /// belong to the planes that the bit operations in ``steps`` compute, one plane for each of them, in order.
  package let always: Int
  package let steps: [Step]

  /// For each plane (see ``Lanes``) of the ``PlaneProgramMaker`` that built this program, its number in this program.
  /// The numbers differ because this program omits steps that are not needed; the elements for their planes have no
  /// meaning.
  private let numbers: [Int]

  fileprivate init(_ compiler: PlaneCompiler, keeping kept: [Int]) {
    let first = Int(compiler.circuit.firstStep)
    always = first - 1
    let (steps, numbers) = compiler.circuit.steps(
      from: 0, onWhichDepend: kept.lazy.map { Plane($0) })
    self.steps = steps.map { step in
      let operation: Operation =
        switch step.operation {
        case .and: .and
        case .or: .or
        case .andNot: .andNot
        }
      return (operation, Int(step.one), Int(step.other))
    }
    self.numbers = Array(0..<first) + numbers.lazy.map { Int($0) }
  }

  /// Converts the number that a plane (see ``Lanes``) has in the ``PlaneProgramMaker`` that built this program to the
  /// plane's number in this program. The numbers differ because the program omits unneeded planes. Precondition: the
  /// program contains the plane; see ``PlaneProgramMaker/program(keeping:)``.
  package func number(of plane: Int) -> Int { numbers[plane] }
}

/// The planes of the facts, which come before all other planes of a program. Each has the bits of the states in which a
/// fact has a certain value; see ``Lanes``.
package struct PlaneFacts {
  fileprivate let layout: PlaneLayout

  /// Returns the number of the plane (see ``Lanes``) with the bits of the states in which a fact has the first of its
  /// ``values(of:)``. The planes of the other values follow. Returns nil if the fact has no planes of its own, because
  /// no constraint uses it.
  package func firstPlane(of fact: Fact) -> Int? {
    let first = layout[fact].first
    return first == PlaneLayout.unread ? nil : Int(first)
  }

  /// Returns the values of a fact in the order of their planes (see ``Lanes``). Values that no constraint distinguishes
  /// share a plane, and the list contains only one of them. For values with an order, such as versions, this is the
  /// lowest one.
  package func values(of fact: Fact) -> [FactValue] { layout[fact].domain.representatives }

  /// Returns the patterns that constraints require of a text, such as “begins with A”, in the order of their planes
  /// (see ``Lanes``). These planes follow those of the text's values.
  package func patterns(of fact: Fact) -> [TextPattern] { layout[fact].domain.patterns }

  /// Returns the index, among the planes of the fact (bit vectors; see ``Lanes``), of the plane in which a state's bit
  /// must be set if the fact has this value: 0 for the first plane. Nil if the fact has no plane for the value.
  package func index(of value: FactValue, of fact: Fact) -> Int? {
    guard let first = firstPlane(of: fact), let plane = layout[fact].plane(of: value) else {
      return nil
    }
    return Int(plane) - first
  }

  /// The date attributes whose age (the time since that date) a constraint tests. Each has the attribute's default
  /// date, or nil if it has none, and the fact that represents the age.
  package var ages: [(attribute: Int, declared: DateTime?, fact: Fact)] {
    layout.ages.map { ($0.attribute, $0.declared, $0.fact) }
  }
}

/// A condition's truth value in each state, as the numbers of two planes (see ``Lanes``): `no` has the bits of the
/// states in which the condition is false, and `notTrue` those of the states in which it is false or unknown.
package struct PlaneTruth {
  package var no: Int
  package var notTrue: Int

  fileprivate init(_ truth: LaneTruth) { (no, notTrue) = (Int(truth.no), Int(truth.notTrue)) }
}

/// A builder that compiles the constraints of a manifest, and further conditions, to a ``PlaneProgram`` (a program of
/// bit operations that evaluates many states at once).
package struct PlaneProgramMaker {
  private var compiler: PlaneCompiler

  /// Compiles the features and named conditions of a manifest to operations on planes. A plane is a bit vector with one
  /// bit for each state, which is set if a statement is true in that state; see ``Lanes``.
  ///
  /// - Parameters:
  ///   - formulas: Formulas that the caller will compile in addition to the constraints. The facts that they test get
  ///     planes too.
  ///   - inputs: The number of additional planes that represent no fact. The caller sets their bits before each
  ///     evaluation, to use them in conditions of its own.
  package init(_ manifest: Manifest, asking formulas: [Formula], inputs: Int) {
    compiler = PlaneCompiler(manifest, asking: formulas, inputs: inputs)
    compiler.compileReferences()
  }

  /// The number of the first input plane (bit vector; see ``Lanes``). An input plane represents no fact of the layout:
  /// the caller sets its bits before each evaluation, to use it in conditions of its own, such as “the user has at
  /// least 5 credits”. The numbers of the other input planes follow.
  package var firstInput: Int { compiler.layout.count }

  package var facts: PlaneFacts { PlaneFacts(layout: compiler.layout) }
  package var never: Int { Int(compiler.circuit.never) }
  package var always: Int { Int(compiler.circuit.always) }

  /// Returns, for each constraint that a feature itself declares, the planes (bit vectors; see ``Lanes``) of its truth
  /// value, in the order of declaration.
  package mutating func contributions(of feature: Int) -> [PlaneTruth] {
    compiler.contributions(of: feature, in: compiler.manifest, on: ()).map { PlaneTruth($0) }
  }

  /// Returns, for each constraint that the app declares for all features, the planes (bit vectors; see ``Lanes``) of
  /// its truth value.
  package mutating func appContributions() -> [PlaneTruth] {
    compiler.appContributions(in: compiler.manifest, on: ()).map { PlaneTruth($0) }
  }

  package mutating func truth(of formula: Formula) -> PlaneTruth {
    PlaneTruth(compiler.value(of: formula, on: ()))
  }

  package mutating func and(_ one: Int, _ other: Int) -> Int {
    Int(compiler.circuit.and(Plane(one), Plane(other)))
  }

  package mutating func or(_ one: Int, _ other: Int) -> Int {
    Int(compiler.circuit.or(Plane(one), Plane(other)))
  }

  package mutating func not(_ plane: Int) -> Int { Int(compiler.circuit.not(Plane(plane))) }

  /// Returns a program with only those steps that are needed to compute the given planes (see ``Lanes``).
  package func program(keeping planes: [Int]) -> PlaneProgram {
    PlaneProgram(compiler, keeping: planes)
  }
}
