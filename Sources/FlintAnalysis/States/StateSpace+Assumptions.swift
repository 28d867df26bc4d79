import FlintCore

/// What the assumptions of a space's manifests leave possible.
enum Possibility {
  case notPrepared

  /// There are no assumptions, or none that excludes a state.
  case everyState

  /// Every state in which each of these holds.
  case components([AssumptionComponent])

  /// No state: the assumptions of one component exclude each other.
  case noState

  /// The assumptions take more work than ``AnalysisLimits/assumptionSteps``.
  case tooLarge(TooLarge)
}

/// Assumptions that share facts, directly or by way of others.
///
/// Components share no facts with each other, so a function is restricted by those alone whose facts it shares: the others
/// can be satisfied whatever it asks.
struct AssumptionComponent {
  /// Everything that makes a function depend on the component.
  fileprivate var links: Set<Link>

  /// The variables of the assumptions' functions.
  fileprivate var variables: Set<UInt32>

  /// The assumptions, by their numbers among those of all sides.
  private(set) var members: [Int]

  /// For each of the members, yes where it is not false.
  private(set) var functions: [Diagram]

  /// Yes where all members hold in a state that exists; worked out once the component is complete.
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

/// What two functions have in common where the states of one depend on those of the other.
private enum Link: Hashable {
  case variable(UInt32)

  /// Products of one subscription group exclude each other.
  case group(Int, side: Int)
}

/// Possible states: those that exist and in which no assumption is false.
extension StateSpace {
  /// Yes where some possible state has the values of the variables that the functions ask, no elsewhere.
  ///
  /// - Parameter facts: further variables that are asked together with the functions.
  mutating func careSet(
    for functions: [Diagram], _ facts: [UInt32] = []
  ) throws(TooLarge) -> Diagram {
    if isEveryCombinationPossible { return .yes }
    let asked = asked(functions, facts)
    let possible = try possible(asking: asked)
    if !isRestricted { return possible }
    return try store.projection(of: possible, onto: asked)
  }

  /// Yes where a state is possible. Also asks the facts that assumptions share with the functions, so that every way to yes
  /// leads to a possible state, but for assumptions that share none; see ``state(_:)``.
  mutating func possible(for functions: [Diagram]) throws(TooLarge) -> Diagram {
    isEveryCombinationPossible ? .yes : try possible(asking: asked(functions, []))
  }

  /// Where a function holds, as far as the facts that it asks can be so in a possible state.
  mutating func withinCareSet(_ function: Diagram) throws(TooLarge) -> Diagram {
    try store.and(function, careSet(for: [function]))
  }

  /// Where a function holds in a possible state.
  mutating func withinPossible(_ function: Diagram) throws(TooLarge) -> Diagram {
    try store.and(function, possible(for: [function]))
  }

  /// Whether some possible state is on a platform.
  mutating func hasStates(on platform: Platform) throws(TooLarge) -> Bool {
    guard runs(on: platform) else { return false }
    let current = isCurrent(platform)
    return try store.canBe(.yes, store.and(current, careSet(for: [current])))
  }

  /// Whether some assumption excludes a state.
  var isRestricted: Bool {
    if case .everyState = possibility { false } else { true }
  }

  /// Whether each combination of values is a possible state.
  var isEveryCombinationPossible: Bool {
    !isRestricted && isUnconstrained
  }

  /// Where functions that ask some facts, and what else is chosen, can be so in a possible state; like ``possible(for:)``,
  /// with further variables.
  mutating func possible(
    for functions: [Diagram], with variables: [UInt32]
  ) throws(TooLarge) -> Diagram {
    isEveryCombinationPossible ? .yes : try possible(asking: asked(functions, variables))
  }

  /// For variables that other variables restrict, a number that those have in common which restrict each other, directly or
  /// by way of others: products of a group, the dates of an age, what an assumption is about.
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

  /// - Parameter asked: ascending.
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

  /// Works out, once for each content of the store, what the assumptions leave possible.
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

  /// The assumptions that can be false in some combination of values, grouped by what they share.
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
        // An age follows from these two.
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

  /// Values with those that make the assumptions hold which share no fact with the given ones.
  func satisfyingOtherAssumptions(_ values: [UInt32: UInt32]) -> [UInt32: UInt32] {
    guard case .components(let components) = possibility else { return values }
    var all = values
    for component in components where !store.isYes(component.function, at: values) {
      all.merge(nearestValues(in: component.function)) { given, _ in given }
    }
    return all
  }

  /// The values of the state nearest to a fresh install in which a function is yes, as far as they are not a fresh install's.
  func nearestValues(in function: Diagram) -> [UInt32: UInt32] {
    if function == .yes { return [:] }
    var paths = NearestPaths()
    let nearest = (try? paths.measure(function, .no, in: self)).flatMap {
      paths.values((.yes, .no), function, .no)
    }
    return nearest ?? store.path(toYesIn: function)
  }
}
