/// Which states the assumptions allow.
enum Possibility {
  case notPrepared

  case everyState

  /// The possible states satisfy the assumptions of every component.
  case components([AssumptionComponent])

  case noState

  case tooLarge(LimitExceeded)
}

/// Assumptions that share facts, directly or through others. Only components that share facts with
/// a function restrict it.
struct AssumptionComponent {
  fileprivate var links: Set<Link>

  fileprivate var variables: Set<UInt32>

  /// Ascending indices. The second manifest's assumptions follow the first's.
  private(set) var members: [Int]

  private(set) var functions: [Diagram]

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

private enum Link: Hashable {
  case variable(UInt32)

  /// A subscription group of the manifest with the index `side`.
  case group(Int, side: Int)

  /// The two permissions for location.
  case location
}

/// Excludes states in which values contradict each other or an assumption is false.
extension StateSpace {
  /// True for values of the functions' variables that some possible state has. This is the
  /// complement of logic synthesis' don't-care set.
  /// - Parameter facts: Further variables to take into account.
  mutating func careSet(for functions: [Diagram], _ facts: [UInt32] = []) -> Diagram {
    if isEveryCombinationPossible { return .yes }
    let asked = asked(functions, facts)
    let possible = possible(asking: asked)
    if !isRestricted { return possible }
    return store.projection(of: possible, onto: asked)
  }

  /// False in states that are impossible because of the functions' facts. Considers assumptions
  /// that share facts with the functions, directly or through other assumptions; see ``state(_:)``
  /// for the rest. Unlike ``careSet(for:_:)``, it depends on all facts of these assumptions.
  mutating func possible(for functions: [Diagram]) -> Diagram {
    isEveryCombinationPossible ? .yes : possible(asking: asked(functions, []))
  }

  /// The function, made false outside its ``careSet(for:_:)``.
  mutating func withinCareSet(_ function: Diagram) -> Diagram {
    store.and(function, careSet(for: [function]))
  }

  /// The function, made false where ``possible(for:)`` is false.
  mutating func withinPossible(_ function: Diagram) -> Diagram {
    store.and(function, possible(for: [function]))
  }

  mutating func hasStates(on platform: Platform) -> Bool {
    guard runs(on: platform) else { return false }
    let current = isCurrent(platform)
    return store.canBe(.yes, store.and(current, careSet(for: [current])))
  }

  /// Whether assumptions may exclude states. True also before they are analyzed, and if they are
  /// too complex.
  var isRestricted: Bool {
    if case .everyState = possibility { false } else { true }
  }

  var isEveryCombinationPossible: Bool {
    !isRestricted && isUnconstrained
  }

  /// Like ``possible(for:)``, but also excludes contradictions among `variables`.
  mutating func possible(for functions: [Diagram], with variables: [UInt32]) -> Diagram {
    isEveryCombinationPossible ? .yes : possible(asking: asked(functions, variables))
  }

  /// Classes of variables whose values can exclude each other, directly or not. By variable, the
  /// number of its class; absent if it is alone in its class.
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

  /// Like ``possible(for:)``, for functions of these variables, which must be ascending.
  private mutating func possible(asking asked: [UInt32]) -> Diagram {
    switch possibility {
    case .notPrepared:
      workOutPossibleStates()
      return store.isSpent ? .no : possible(asking: asked)
    case .everyState: return consistent(asked)
    case .noState: return .no
    case .tooLarge(let error):
      store.fail(error)
      return .no
    case .components(let components):
      let links = links(of: asked)
      let linked = components.filter { !$0.links.isDisjoint(with: links) }
      let all = linked.reduce(into: Set(asked)) { $0.formUnion($1.variables) }
      let functions = linked.map(\.function)
      return store.and(store.join(.and, functions[...]), consistent(all.sorted()))
    }
  }

  // MARK: Components

  mutating func preparePossibleStates() {
    guard case .notPrepared = possibility else { return }
    let own = budget
    budget = AnalysisLimits.assumptionSteps
    defer { budget = own }
    resetBudget()
    workOutPossibleStates()
    if let error = store.takeFailure() { possibility = .tooLarge(error) }
  }

  private mutating func workOutPossibleStates() {
    var (components, failure) = components()
    for index in components.indices {
      let component = components[index]
      let function = store.and(
        store.join(.and, component.functions[...]), consistent(component.variables.sorted()))
      if store.isSpent { return }
      if function == .no {
        possibility = .noState
        return
      }
      components[index].function = function
    }
    if let failure { return store.fail(failure) }
    possibility = components.isEmpty ? .everyState : .components(components)
  }

  /// Assumptions that exclude a state, in components that share no fact. Omits those that are too
  /// complex; `failure` is the first error. The components can still be contradictory.
  mutating func components() -> (found: [AssumptionComponent], failure: LimitExceeded?) {
    var components: [AssumptionComponent] = []
    var failure: LimitExceeded?
    var number = 0
    for side in sides.indices {
      for assumption in sides[side].manifest.assumptions.indices {
        defer { number += 1 }
        let target = References.Target.assumption(assumption)
        prepare(target, side: side)
        let function = store.isNotFalse(value(of: FormulaReference(target), on: side))
        if let error = store.takeFailure() {
          failure = failure ?? error
          if Cancellation.isRequested { return ([], failure) }
          resetBudget()
          continue
        }
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
    return (components, failure)
  }

  private mutating func links(of numbers: [UInt32]) -> Set<Link> {
    var links: Set<Link> = []
    for number in numbers {
      links.insert(.variable(number))
      let fact = variables[Int(number)]
      for source in fact.sources { links.insert(.variable(self.number(of: source))) }
      if hasAccuracies, Self.locations.contains(fact) { links.insert(.location) }
      guard hasExclusions, case .product(let product) = fact else { continue }
      for side in sides.indices {
        if let group = sides[side].product(product)?.group {
          links.insert(.group(group, side: side))
        }
      }
    }
    return links
  }

  // MARK: States

  /// Adds values that satisfy assumptions about facts not in `values`.
  /// - Parameter values: By variable, an index into ``VariableDomain/values``; absent for a fresh
  ///   install's.
  func satisfyingOtherAssumptions(_ values: [UInt32: UInt32]) -> [UInt32: UInt32] {
    guard case .components(let components) = possibility else { return values }
    var all = values
    for component in components {
      if store.value(of: component.function, at: values) != .yes {
        all.merge(nearestValues(in: component.function)) { given, _ in given }
      }
      if sides.count == 1 { continue }
      for variable in store.variables(of: [component.function]) where variable != Self.system {
        // Greater than 0 where two manifests have different defaults, so that the state must give a value.
        let (nearest, _) = domains[Int(variable)].nearest(from: 0, to: .max)
        if nearest > 0, all[variable] == nil { all[variable] = nearest }
      }
    }
    return all
  }

  /// The values of ``nearest(where:)``. Beyond the limit of steps, those of any state in which the
  /// function is true.
  func nearestValues(in function: Diagram) -> [UInt32: UInt32] {
    if function == .yes { return [:] }
    var path = CheapestPath()
    path.limit = budget
    return path.values(where: function, in: self)?.values ?? store.path(toYesIn: function)
  }
}

extension StateSpace {
  /// The state nearest to a fresh install where the function is true. By variable, the values that
  /// differ from a fresh install; nil without such a state.
  mutating func nearest(where function: Diagram) -> (values: [UInt32: UInt32], distance: Int)? {
    var paths = CheapestPath()
    swap(&paths, &self.paths)
    if paths.isLarge { paths = CheapestPath() }
    paths.limit = Cancellation.isRequested ? 0 : paths.steps + budget
    let nearest = paths.values(where: function, in: self)
    if paths.steps > paths.limit { store.fail(LimitExceeded(budget: budget)) }
    self.paths = paths
    return nearest
  }
}
