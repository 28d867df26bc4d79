package import FlintCore
package import FlintLogic

/// The constraints of a manifest as a program of bit operations on planes (bit vectors with one bit per state). Other
/// modules use it to evaluate states themselves: they set the planes of the facts, execute the steps in order, and read
/// the resulting planes.
package struct PlaneProgram {
  package typealias Step = (operation: Operation, one: Int, other: Int)

  /// The operation by which a step computes its plane (bit vector with one bit per state) from two other planes.
  package enum Operation: Int {
    case and
    case or
    case andNot
  }

  /// The number of the plane (bit vector) that is true in all states. Lower numbers belong to the planes of the facts,
  /// the inputs, and the plane that is false in all states. Higher numbers belong to the planes that the steps fill, in
  /// order.
  package let always: Int
  package let steps: [Step]

  /// For each plane number of the ``PlaneProgramMaker``, the number of the same plane in this program. The numbers
  /// differ, because this program does not contain the steps that are not needed. The elements for the planes of those
  /// steps have no meaning.
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

  /// Returns the number in this program of a plane (bit vector) of the ``PlaneProgramMaker``. Precondition: the program
  /// contains the plane; see ``PlaneProgramMaker/program(keeping:)``.
  package func number(of plane: Int) -> Int { numbers[plane] }
}

/// The planes of the facts. Each is a bit vector with one bit per state, which is set if a fact has a certain value
/// (see ``Lanes``). They come before all other planes of a program.
package struct PlaneFacts {
  fileprivate let layout: PlaneLayout

  /// Returns the plane (bit vector) of a fact's first value. The planes of its other values follow. Returns nil if the
  /// fact has no planes of its own, because no constraint uses it.
  package func firstPlane(of fact: Fact) -> Int? {
    let first = layout[fact].first
    return first == PlaneLayout.unread ? nil : Int(first)
  }

  /// Returns the values of a fact in the order of their planes (bit vectors). Values that no constraint distinguishes
  /// share a plane; the list contains only one of them, for ordered values the lowest.
  package func values(of fact: Fact) -> [FactValue] { layout[fact].domain.representatives }

  /// Returns the patterns that constraints require of a text attribute, in the order of their planes (bit vectors).
  /// These follow the planes of the attribute's values.
  package func patterns(of attribute: Int) -> [TextPattern] {
    layout[.attribute(attribute)].domain.patterns
  }

  /// Returns the plane (bit vector) to set if a fact has this value, as the difference of its number from that of the
  /// fact's first plane. Returns nil if there is none.
  package func index(of value: FactValue, of fact: Fact) -> Int? {
    guard let first = firstPlane(of: fact), let plane = layout[fact].plane(of: value) else {
      return nil
    }
    return Int(plane) - first
  }

  /// The date attributes whose age a constraint tests, each with its default date and the fact that represents the age.
  package var ages: [(attribute: Int, declared: DateTime?, fact: Fact)] {
    layout.ages.map { ($0.attribute, $0.declared, $0.fact) }
  }
}

/// A condition's truth value in each state, as the numbers of two planes (bit vectors with one bit per state): `no` is
/// set if the condition is false, and `open` if it is false or unknown.
package struct PlaneTruth {
  package var no: Int
  package var open: Int

  fileprivate init(_ truth: LaneTruth) { (no, open) = (Int(truth.no), Int(truth.open)) }
}

/// A builder that compiles the constraints of a manifest, and further conditions, to a ``PlaneProgram``.
package struct PlaneProgramMaker {
  private var compiler: PlaneCompiler

  /// Compiles the features and named conditions of a manifest.
  ///
  /// - Parameters:
  ///   - formulas: Formulas that the caller will compile in addition to the constraints.
  ///   - inputs: The number of additional planes (bit vectors with one bit per state) that the caller fills before each
  ///     evaluation.
  package init(_ manifest: Manifest, asking formulas: [Formula], inputs: Int) {
    compiler = PlaneCompiler(manifest, asking: formulas, inputs: inputs)
    compiler.compileReferences()
  }

  /// The number of the first additional plane (bit vector) that the caller fills before each evaluation.
  package var firstInput: Int { compiler.layout.count }

  package var facts: PlaneFacts { PlaneFacts(layout: compiler.layout) }
  package var never: Int { Int(compiler.circuit.never) }
  package var always: Int { Int(compiler.circuit.always) }

  /// Returns the truth value of each constraint that a feature itself declares, as bit vectors, in the order of
  /// declaration.
  package mutating func contributions(of feature: Int) -> [PlaneTruth] {
    compiler.contributions(of: feature, in: compiler.manifest, on: ()).map { PlaneTruth($0) }
  }

  /// Returns the truth value of each constraint that the app declares for all features, as bit vectors.
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

  /// Returns a program with only those steps on which the given planes (bit vectors) depend.
  package func program(keeping planes: [Int]) -> PlaneProgram {
    PlaneProgram(compiler, keeping: planes)
  }
}
