import FlintCore

/// The result of analyzing the assumptions of a space's manifests.
enum Possibility {
  case notPrepared

  /// Every state is possible: there are no assumptions, or none that excludes a state.
  case everyState

  /// The possible states are those that satisfy each of these components.
  case components([AssumptionComponent])

  /// No state is possible: the assumptions of one component exclude each other.
  case noState

  /// The analysis of the assumptions exceeds ``AnalysisLimits/assumptionSteps``.
  case tooLarge(TooLarge)
}

/// A connected component of assumptions: assumptions that share facts, directly or through other assumptions.
///
/// Different components share no facts. A function is therefore restricted only by the components that share facts with
/// it; the others can be satisfied independently of the function's facts.
struct AssumptionComponent {
  /// The links that make a function depend on the component.
  fileprivate var links: Set<Link>

  /// The variables of the assumptions' functions.
  fileprivate var variables: Set<UInt32>

  /// The assumptions, by their numbers among the assumptions of all sides.
  private(set) var members: [Int]

  /// The function of each member: true where the assumption is not false, false elsewhere.
  private(set) var functions: [Diagram]

  /// The conjunction of the members, restricted to consistent values; computed once the component is complete.
  fileprivate(set) var function = Diagram.yes

  fileprivate init(_ member: Int, _ function: Diagram, _ variables: [UInt32], _ links: Set<Link>) {
    members = [member]
    functions = [function]
    self.variables = Set(variables)
    self.links = links
  }

  fileprivate mutating func merge(_ other: AssumptionComponent) {
    links.formUnion(other.links)
    variables.formUnion(other.variables)
    let all = zip(members + other.members, functions + other.functions).sorted { $0.0 < $1.0 }
    (members, functions) = (all.map(\.0), all.map(\.1))
  }
}

/// A link between two functions: a reason why the states of one depend on the states of the other.
private enum Link: Hashable {
  case variable(UInt32)

  /// Products of one subscription group, which exclude each other.
  case group(Int, side: Int)
}

/// Possible states: states that exist and in which no assumption is false.
extension StateSpace {
  /// Returns the care set of some functions: a function that is true where a possible state has these values of the
  /// functions' variables, and false elsewhere.
  ///
  /// - Parameter facts: Further variables to keep besides those of the functions.
  mutating func careSet(
    for functions: [Diagram], _ facts: [UInt32] = []
  ) throws(TooLarge) -> Diagram {
    if isEveryCombinationPossible { return .yes }
    let asked = asked(functions, facts)
    let possible = try possible(asking: asked)
    if !isRestricted { return possible }
    return try store.projection(of: possible, onto: asked)
  }

  /// Returns a function that is true where a state is possible. The result also depends on the facts that assumptions
  /// share with the functions, so every path to the terminal `yes` leads to a possible state. Assumptions that share no
  /// fact with the functions are not included; see ``state(_:)``.
  mutating func possible(for functions: [Diagram]) throws(TooLarge) -> Diagram {
    isEveryCombinationPossible ? .yes : try possible(asking: asked(functions, []))
  }

  /// Restricts a function to its care set: the values of its facts that occur in a possible state.
  mutating func withinCareSet(_ function: Diagram) throws(TooLarge) -> Diagram {
    try store.and(function, careSet(for: [function]))
  }

  /// Restricts a function to possible states.
  mutating func withinPossible(_ function: Diagram) throws(TooLarge) -> Diagram {
    try store.and(function, possible(for: [function]))
  }

  /// Whether a possible state on a platform exists.
  mutating func hasStates(on platform: Platform) throws(TooLarge) -> Bool {
    guard runs(on: platform) else { return false }
    let current = isCurrent(platform)
    return try store.canBe(.yes, store.and(current, careSet(for: [current])))
  }

  /// Whether the assumptions exclude any state.
  var isRestricted: Bool {
    if case .everyState = possibility { false } else { true }
  }

  /// Whether each combination of values is a possible state.
  var isEveryCombinationPossible: Bool {
    !isRestricted && isUnconstrained
  }

  /// Returns a function that is true where a state is possible, for the given functions and further variables; see
  /// ``possible(for:)``.
  mutating func possible(
    for functions: [Diagram], with variables: [UInt32]
  ) throws(TooLarge) -> Diagram {
    isEveryCombinationPossible ? .yes : try possible(asking: asked(functions, variables))
  }

  /// Returns the classes of variables that restrict each other, directly or through other variables: products of one
  /// subscription group, the dates of an age, the facts of one component of assumptions. The result has a class number
  /// for each variable whose class has more than one member.
  mutating func restrictionClasses(of numbers: [UInt32]) -> [UInt32: Int] {
    if isEveryCombinationPossible { return [:] }
    var classes: [(links: Set<Link>, members: [UInt32])] = []
    if case .components(let components) = possibility {
      classes = components.map { ($0.links, Array($0.variables)) }
    }
    for number in numbers {
      var new = (links: links(of: [number]), members: [number])
      classes.removeAll { known in
        if known.links.isDisjoint(with: new.links) { return false }
        new.links.formUnion(known.links)
        new.members += known.members
        return true
      }
      classes.append(new)
    }
    var found: [UInt32: Int] = [:]
    for (index, known) in classes.enumerated() where Set(known.members).count > 1 {
      for member in known.members { found[member] = index }
    }
    return found
  }

  private func asked(_ functions: [Diagram], _ facts: [UInt32]) -> [UInt32] {
    let asked = store.variables(of: functions)
    return facts.isEmpty ? asked : Set(asked).union(facts).sorted()
  }

  /// - Parameter asked: Variables in ascending order.
  private mutating func possible(asking asked: [UInt32]) throws(TooLarge) -> Diagram {
    switch possibility {
    case .notPrepared:
      try workOutPossibleStates()
      return try possible(asking: asked)
    case .everyState: return try consistent(asked)
    case .noState: return .no
    case .tooLarge(let error): throw error
    case .components(let components):
      let links = links(of: asked)
      let linked = components.filter { !$0.links.isDisjoint(with: links) }
      let all = linked.reduce(into: Set(asked)) { $0.formUnion($1.variables) }
      let functions = linked.map(\.function)
      return try store.and(store.join(.and, functions[...]), consistent(all.sorted()))
    }
  }

  // MARK: Components

  /// Analyzes the assumptions, once for each generation of the store.
  mutating func preparePossibleStates() {
    guard case .notPrepared = possibility else { return }
    let own = budget
    budget = AnalysisLimits.assumptionSteps
    defer { budget = own }
    beginStep()
    do throws(TooLarge) {
      try workOutPossibleStates()
    } catch {
      possibility = .tooLarge(error)
    }
  }

  private mutating func workOutPossibleStates() throws(TooLarge) {
    var components = try components()
    for index in components.indices {
      let component = components[index]
      let function = try store.and(
        store.join(.and, component.functions[...]), consistent(component.variables.sorted()))
      if function == .no {
        possibility = .noState
        return
      }
      components[index].function = function
    }
    possibility = components.isEmpty ? .everyState : .components(components)
  }

  /// Returns the assumptions that can be false, grouped into connected components.
  mutating func components() throws(TooLarge) -> [AssumptionComponent] {
    var components: [AssumptionComponent] = []
    var number = 0
    for side in sides.indices {
      for assumption in sides[side].manifest.assumptions.indices {
        defer { number += 1 }
        let target = References.Target.assumption(assumption)
        try prepare(target, side: side)
        let truth = try value(of: MeaningReference(target), on: side)
        let function = try isNotFalse(truth)
        if function == .yes { continue }
        let variables = store.variables(of: [function])
        var component = AssumptionComponent(number, function, variables, links(of: variables))
        components.removeAll { other in
          if other.links.isDisjoint(with: component.links) { return false }
          component.merge(other)
          return true
        }
        components.append(component)
      }
    }
    return components
  }

  mutating func isNotFalse(_ truth: Diagram) throws(TooLarge) -> Diagram {
    try store.apply(truth, no: .no, unknown: .yes, yes: .yes)
  }

  private mutating func links(of numbers: [UInt32]) -> Set<Link> {
    var links: Set<Link> = []
    for number in numbers {
      links.insert(.variable(number))
      switch variables[Int(number)] {
      case .product(let product):
        guard hasExclusions else { continue }
        for side in sides.indices {
          let index = sides[side].products.index(ofShared: product)
          if let group = index.flatMap({ sides[side].manifest.products[$0].group }) {
            links.insert(.group(group, side: side))
          }
        }
      case .age(let attribute, _):
        // An age is the difference of these two facts.
        links.insert(.variable(self.number(of: .attribute(attribute))))
        links.insert(.variable(self.number(of: .date)))
      case .system, .appVersion, .date, .permission, .permissionDefault, .purchaseDefault,
        .unlocked, .toggle, .runtime, .attribute, .bucket:
        break
      }
    }
    return links
  }

  // MARK: States

  /// Adds values that satisfy the assumptions which share no fact with the given values.
  func satisfyingOtherAssumptions(_ values: [UInt32: UInt32]) -> [UInt32: UInt32] {
    guard case .components(let components) = possibility else { return values }
    var all = values
    for component in components where !store.isYes(component.function, at: values) {
      all.merge(nearestValues(in: component.function)) { given, _ in given }
    }
    return all
  }

  /// Returns the values of the state nearest to a fresh install in which a function is true; values equal to a fresh
  /// install's are left out.
  func nearestValues(in function: Diagram) -> [UInt32: UInt32] {
    if function == .yes { return [:] }
    var paths = NearestPaths()
    let nearest = (try? paths.measure(function, .no, in: self)).flatMap {
      paths.values((.yes, .no), function, .no)
    }
    return nearest ?? store.path(toYesIn: function)
  }
}
