package import FlintModel
package import FlintLogic

/// The manifest as operations on planes, for other modules.
package struct PlaneProgram {
  package typealias Step = (operation: Operation, one: Int, other: Int)

  package enum Operation: Int {
    case and
    case or
    case andNot
  }

  /// Lower numbers are facts, inputs and the plane that is never true; higher ones are computed by
  /// ``steps``.
  package let always: Int
  package let steps: [Step]

  /// From the ``PlaneProgramMaker``'s numbers, which count omitted steps.
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

  /// Precondition: the program keeps the plane; see ``PlaneProgramMaker/program(keeping:)``.
  package func number(of plane: Int) -> Int { numbers[plane] }
}

/// The planes of facts, which come first.
package struct PlaneFacts {
  fileprivate let layout: PlaneLayout

  /// Of the first of ``values(of:)``; nil if no constraint tests the fact.
  package func firstPlane(of fact: Fact) -> Int? {
    let first = layout[fact].first
    return first == PlaneLayout.unread ? nil : Int(first)
  }

  /// One of each class, of ordered ones the lowest.
  package func values(of fact: Fact) -> [FactValue] { layout[fact].domain.representatives }

  /// Their planes follow those of the values.
  package func patterns(of fact: Fact) -> [TextPattern] { layout[fact].domain.patterns }

  /// From 0; nil without a plane.
  package func index(of value: FactValue, of fact: Fact) -> Int? {
    guard let first = firstPlane(of: fact), let plane = layout[fact].plane(of: value) else {
      return nil
    }
    return Int(plane) - first
  }

  /// Dates whose age is tested, with their defaults.
  package var ages: [(attribute: Int, declared: DateTime?, fact: Fact)] {
    layout.ages.map { ($0.attribute, $0.declared, $0.fact) }
  }
}

/// ``LaneTruth`` by plane numbers.
package struct PlaneTruth {
  package var no: Int
  package var notTrue: Int

  fileprivate init(_ truth: LaneTruth) { (no, notTrue) = (Int(truth.no), Int(truth.notTrue)) }
}

/// Compiles a manifest and further conditions to a ``PlaneProgram``.
package struct PlaneProgramMaker {
  private var compiler: PlaneCompiler

  /// - Parameters:
  /// - formulas: Compiled later, beside the constraints.
  /// - inputs: Planes whose bits the caller sets.
  package init(_ manifest: Manifest, asking formulas: [Formula], inputs: Int) {
    compiler = PlaneCompiler(manifest, asking: formulas, inputs: inputs)
    compiler.compileReferences()
  }

  /// The planes of the inputs follow those of the facts.
  package var firstInput: Int { compiler.layout.count }

  package var facts: PlaneFacts { PlaneFacts(layout: compiler.layout) }
  package var never: Int { Int(compiler.circuit.never) }
  package var always: Int { Int(compiler.circuit.always) }

  /// In declared order.
  package mutating func contributions(of feature: Int) -> [PlaneTruth] {
    compiler.contributions(of: feature, in: compiler.manifest, on: ()).map { PlaneTruth($0) }
  }

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

  /// With the steps that these planes need.
  package func program(keeping planes: [Int]) -> PlaneProgram {
    PlaneProgram(compiler, keeping: planes)
  }
}
