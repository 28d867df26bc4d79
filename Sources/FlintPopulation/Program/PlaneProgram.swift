package import FlintCore

/// The constraints of a manifest as a program of bit operations, for use outside this module. To evaluate it, set the
/// planes of the state's facts, execute the steps in order, and read the resulting planes.
package struct PlaneProgram {
  package typealias Step = (operation: Operation, one: Int, other: Int)

  /// The bit operation of a step.
  package enum Operation: Int {
    case and
    case or
    case andNot
  }

  /// The number of the plane that is always set. It follows the planes of ``PlaneFacts``, the inputs and the plane that
  /// is never set. The planes filled by the steps follow it in order.
  package let always: Int
  package let steps: [Step]

  /// For each plane of the ``PlaneProgramMaker``, its number in this program.
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

  /// Returns the number in this program of a plane of the ``PlaneProgramMaker``.
  package func number(of plane: Int) -> Int { numbers[plane] }
}

/// The planes of the facts' values: each plane is a bit vector (see ``Lanes``) of the states that have the value. They
/// precede the planes of the inputs, constants and steps.
package struct PlaneFacts {
  fileprivate let layout: PlaneLayout

  /// Returns the plane of a fact's first value; the planes of its other values follow. Nil if no constraint uses the
  /// fact.
  package func firstPlane(of fact: Fact) -> Int? {
    let first = layout.first(of: fact)
    return first == PlaneLayout.unread ? nil : Int(first)
  }

  /// Returns the values of a fact in the order of their planes. For ordered values, each is the lowest of its class,
  /// that is, of the values that no constraint distinguishes.
  package func values(of fact: Fact) -> [FactValue] { layout.values(of: fact) }

  /// Returns the patterns of a text attribute in the order of their planes, which follow those of its values.
  package func patterns(of attribute: Int) -> [TextPattern] {
    layout.attributes[attribute].values.patterns
  }

  /// Returns the offset, from the fact's first plane, of the plane that is set for a value; nil if no plane is set for
  /// it.
  package func index(of value: FactValue, of fact: Fact) -> Int? {
    guard let first = firstPlane(of: fact), let plane = layout.plane(of: fact, value) else {
      return nil
    }
    return Int(plane) - first
  }

  /// The ages that some constraint tests.
  package var ages: [(attribute: Int, declared: DateTime?, fact: Fact)] {
    layout.ages.map { ($0.attribute, $0.declared, $0.fact) }
  }
}

/// A three-valued truth value as two planes: false, and not true (false or unknown).
package struct PlaneTruth {
  package var no: Int
  package var open: Int

  fileprivate init(_ truth: LaneTruth) { (no, open) = (Int(truth.no), Int(truth.open)) }
}

/// A builder of ``PlaneProgram``.
package struct PlaneProgramMaker {
  private var compiler: PlaneCompiler

  /// Compiles a manifest.
  ///
  /// - Parameters:
  ///   - formulas: formulas to be compiled in addition to the constraints.
  ///   - inputs: the number of additional planes (bit vectors, see ``Lanes``) that the caller fills before each
  ///     evaluation, besides those of the facts.
  package init(_ manifest: Manifest, asking formulas: [Formula], inputs: Int) {
    compiler = PlaneCompiler(manifest, asking: formulas, inputs: inputs)
    compiler.workOutReferences()
  }

  /// The first of the planes that the caller sets.
  package var firstInput: Int { compiler.layout.count }

  package var facts: PlaneFacts { PlaneFacts(layout: compiler.layout) }
  package var never: Int { Int(compiler.circuit.never) }
  package var always: Int { Int(compiler.circuit.always) }

  /// Returns the truth value of each constraint of a feature, in the order of declaration.
  package mutating func contributions(of feature: Int) -> [PlaneTruth] {
    compiler.contributions(of: feature, in: compiler.manifest, on: ()).map { PlaneTruth($0) }
  }

  /// Returns the truth value of each of the app's constraints.
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

  /// Returns a program with only those steps that are needed to compute the given planes.
  package func program(keeping planes: [Int]) -> PlaneProgram {
    PlaneProgram(compiler, keeping: planes)
  }
}
