package import FlintCore

/// What constraints mean as a program that anything can run which has bits: set the planes of a state's facts, take the steps
/// in order, and look at the planes that were asked for.
package struct PlaneProgram {
  package typealias Step = (operation: Operation, one: Int, other: Int)

  /// What a step makes of its two planes.
  package enum Operation: Int {
    case and
    case or
    case andNot
  }

  /// The number of the plane that always holds, behind those of the ``PlaneFacts`` and the one that never does; the planes
  /// that the steps fill follow it in order.
  package let always: Int
  package let steps: [Step]

  /// What planes are called now, by what they were called while the program was made.
  private let numbers: [Int]

  fileprivate init(_ compiler: PlaneCompiler, keeping kept: [Int]) {
    let first = Int(compiler.circuit.firstStep)
    always = first - 1
    let all = compiler.circuit.steps
    var isNeeded = [Bool](repeating: false, count: first + all.count)
    for plane in kept { isNeeded[plane] = true }
    for (index, step) in all.enumerated().reversed() where isNeeded[first + index] {
      isNeeded[Int(step.one)] = true
      isNeeded[Int(step.other)] = true
    }
    var numbers = Array(0..<first)
    numbers.reserveCapacity(isNeeded.count)
    var steps: [Step] = []
    for (index, step) in all.enumerated() {
      numbers.append(first + steps.count)
      guard isNeeded[first + index] else { continue }
      let operation: Operation =
        switch step.operation {
        case .and: .and
        case .or: .or
        case .andNot: .andNot
        }
      steps.append((operation, numbers[Int(step.one)], numbers[Int(step.other)]))
    }
    self.numbers = numbers
    self.steps = steps
  }

  /// The number that a plane of the ``PlaneProgramMaker`` has got.
  package func number(of plane: Int) -> Int { numbers[plane] }
}

/// The planes of facts, which come before all others.
package struct PlaneFacts {
  fileprivate let layout: PlaneLayout

  /// The plane of a fact's first value; those of the others follow it. Nil where nothing asks for the fact.
  package func firstPlane(of fact: Fact) -> Int? {
    let first = layout.first(of: fact)
    return first == PlaneLayout.unread ? nil : Int(first)
  }

  /// A fact's values in the order of their planes. Of those that have an order, each is the lowest of all that nothing tells
  /// from it.
  package func values(of fact: Fact) -> [FactValue] { layout.values(of: fact) }

  /// The patterns whose planes follow those of the values of a text attribute, in the order of their planes.
  package func patterns(of attribute: Int) -> [TextPattern] {
    layout.attributes[attribute].values.patterns
  }

  /// How many planes behind a fact's first one is set where the fact has a value; nil where none is.
  package func index(of value: FactValue, of fact: Fact) -> Int? {
    guard let first = firstPlane(of: fact), let plane = layout.plane(of: fact, value) else {
      return nil
    }
    return Int(plane) - first
  }

  /// The ages that are asked for.
  package var ages: [(attribute: Int, declared: DateTime?, fact: Fact)] {
    layout.ages.map { ($0.attribute, $0.declared, $0.fact) }
  }
}

/// Where something is false, and where it is false or unknown.
package struct PlaneTruth {
  package var no: Int
  package var open: Int

  fileprivate init(_ truth: LaneTruth) { (no, open) = (Int(truth.no), Int(truth.open)) }
}

/// Makes a ``PlaneProgram``.
package struct PlaneProgramMaker {
  private var compiler: PlaneCompiler

  /// - Parameters:
  ///   - formulas: what will be asked for besides the constraints.
  ///   - inputs: how many planes the caller sets besides those of facts.
  package init(_ manifest: Manifest, asking formulas: [Formula], inputs: Int) {
    compiler = PlaneCompiler(manifest, asking: formulas, inputs: inputs)
    compiler.workOutReferences()
  }

  /// The first of the planes that are none of a fact.
  package var firstInput: Int { compiler.layout.count }

  package var facts: PlaneFacts { PlaneFacts(layout: compiler.layout) }
  package var never: Int { Int(compiler.circuit.never) }
  package var always: Int { Int(compiler.circuit.always) }

  /// What each constraint of a feature contributes, in the order in which they are listed.
  package mutating func contributions(of feature: Int) -> [PlaneTruth] {
    compiler.contributions(of: feature, in: compiler.manifest, on: ()).map { PlaneTruth($0) }
  }

  /// What each of the app's constraints contributes.
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

  /// The program, with no more in it than some planes take.
  package func program(keeping planes: [Int]) -> PlaneProgram {
    PlaneProgram(compiler, keeping: planes)
  }
}
