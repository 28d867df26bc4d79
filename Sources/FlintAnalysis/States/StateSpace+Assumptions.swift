import FlintModel
import FlintLogic

/// The result of analyzing the assumptions of the manifests: the states that they allow, or the reason why these states
/// could not be computed.
enum Possibility {
  case notPrepared

  /// Every state is possible: there are no assumptions, or they exclude no state.
  case everyState

  /// Some states are impossible. The list has groups of assumptions that share facts with each other. The possible
  /// states are those that satisfy the assumptions of every group.
  case components([AssumptionComponent])

  case noState

  /// The analysis of the assumptions takes more steps than ``AnalysisLimits/assumptionSteps`` permits.
  case tooLarge(LimitExceeded)
}

/// A set of assumptions that depend on each other because they share facts, directly or through other assumptions of
/// the set. It is a connected component of the graph in which an edge connects two assumptions that share a fact. For
/// example, assumptions about the platform and about the user's role are in different components unless one assumption
/// mentions both facts.
///
/// Different components share no facts. The values that a function's facts can have are restricted only by the
/// components that share facts with the function.
struct AssumptionComponent {
  /// The variables and subscription groups that the assumptions of this component (a set of assumptions that share
  /// facts) test. If a function depends on one of these variables or groups, the assumptions restrict the values of the
  /// function's facts.
  fileprivate var links: Set<Link>

  fileprivate var variables: Set<UInt32>

  /// The assumptions of this component (a set of assumptions that share facts), as ascending numbers. An assumption's
  /// number is its index in the manifest. If two manifests are compared, the numbers of the second manifest's
  /// assumptions follow those of the first.
  private(set) var members: [Int]

  /// A function for each assumption in ``members``: it is false in the states in which the assumption is false, and
  /// true in all others.
  private(set) var functions: [Diagram]

  /// A function that is true in the states that the assumptions of this component (a set of assumptions that share
  /// facts) permit: all of ``functions`` are true, and the values of the tested facts can occur together. Until the
  /// last assumption has been added to the component, it is the function that is true in every state.
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

/// A reason why the truth of one function can depend on that of another: both test the same variable, or products of
/// the same subscription group. A test of an age counts as a test of three variables: the age itself, its date
/// attribute and the date of the state.
private enum Link: Hashable {
  case variable(UInt32)

  /// A subscription group, of which a user has at most one product. The first value is the index of the group in its
  /// manifest. `side` is the index of that manifest: 0, or 1 for the second one of a comparison.
  case group(Int, side: Int)

  /// The permissions of the location.
  case location
}

/// Methods that exclude impossible states, so that a proof does not depend on states that no device can have. A state
/// is possible if its values can occur together and no assumption is false in it. The functions in these methods map
/// states to truth values.
extension StateSpace {
  /// Returns the care set of some functions (the complement of the don't-care set of logic synthesis): a function that
  /// is true for the combinations of their variables' values that occur in a possible state, and false for all others.
  /// For example, let an assumption be “the role is guest or the platform is iOS”. The care set of “the role is admin”,
  /// which tests only the role, excludes nothing, because each role occurs in a possible state: on iOS.
  ///
  /// - Parameter facts: Further variables that the care set takes into account, in addition to those of the functions.
  mutating func careSet(
    for functions: [Diagram], _ facts: [UInt32] = []
  ) throws(LimitExceeded) -> Diagram {
    if isEveryCombinationPossible { return .yes }
    let asked = asked(functions, facts)
    let possible = try possible(asking: asked)
    if !isRestricted { return possible }
    return try store.projection(of: possible, onto: asked)
  }

  /// Returns a function that is false in impossible states and true in all others, except that it takes only some
  /// assumptions into account. A state is impossible if its values exclude each other (see ``consistent(_:)``) or an
  /// assumption is false. An assumption is taken into account if it tests a fact that the given functions test too, or
  /// a fact of another assumption that is taken into account.
  ///
  /// The result depends on all facts that these assumptions test, even if the given functions do not test them. The
  /// care set (see ``careSet(for:_:)``), in contrast, depends only on the facts of the functions. Each path to the
  /// terminal `yes` of the result's diagram therefore has values for which these assumptions are true. For all other
  /// assumptions, see ``state(_:)``.
  mutating func possible(for functions: [Diagram]) throws(LimitExceeded) -> Diagram {
    isEveryCombinationPossible ? .yes : try possible(asking: asked(functions, []))
  }

  /// Returns a function that equals the given one for values of its variables that occur in a possible state (the care
  /// set), and is false for all others.
  mutating func withinCareSet(_ function: Diagram) throws(LimitExceeded) -> Diagram {
    try store.and(function, careSet(for: [function]))
  }

  /// Returns a function that equals the given one in possible states and is false in impossible ones.
  mutating func withinPossible(_ function: Diagram) throws(LimitExceeded) -> Diagram {
    try store.and(function, possible(for: [function]))
  }

  mutating func hasStates(on platform: Platform) throws(LimitExceeded) -> Bool {
    guard runs(on: platform) else { return false }
    let current = isCurrent(platform)
    return try store.canBe(.yes, store.and(current, careSet(for: [current])))
  }

  /// Whether the assumptions exclude at least one state. Also true while the assumptions have not been analyzed, and if
  /// they are too complex to analyze.
  var isRestricted: Bool {
    if case .everyState = possibility { false } else { true }
  }

  var isEveryCombinationPossible: Bool {
    !isRestricted && isUnconstrained
  }

  /// Returns a function that is false in impossible states and true in all others, except that it takes only some
  /// assumptions into account: those that test a fact of the given functions or the fact of one of `variables`, or a
  /// fact of another such assumption. See ``possible(for:)``, which has no `variables`.
  mutating func possible(
    for functions: [Diagram], with variables: [UInt32]
  ) throws(LimitExceeded) -> Diagram {
    isEveryCombinationPossible ? .yes : try possible(asking: asked(functions, variables))
  }

  /// Returns a class for each variable. Variables are in the same class if their values can exclude each other,
  /// directly or through other variables. For example, the products of one subscription group form a class, and so do
  /// an age, its date attribute and the date of the state. The result maps each variable to the number of its class,
  /// without variables that are alone in their class.
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

  /// Returns a function that is false in impossible states and true in all others, except that it takes only some
  /// assumptions into account: those that test the fact of one of the given variables, or a fact of another such
  /// assumption; see ``possible(for:)``. The variables are in ascending order.
  private mutating func possible(asking asked: [UInt32]) throws(LimitExceeded) -> Diagram {
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

  mutating func preparePossibleStates() {
    guard case .notPrepared = possibility else { return }
    let own = budget
    budget = AnalysisLimits.assumptionSteps
    defer { budget = own }
    resetBudget()
    do throws(LimitExceeded) {
      try workOutPossibleStates()
    } catch {
      possibility = .tooLarge(error)
    }
  }

  private mutating func workOutPossibleStates() throws(LimitExceeded) {
    var (components, failure) = try components()
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
    if let failure { throw failure }
    possibility = components.isEmpty ? .everyState : .components(components)
  }

  /// Returns the assumptions that exclude at least one state, grouped into connected components: two assumptions that
  /// share a fact are in the same component. An assumption that is too complex to compute is left out; `failure` is the
  /// error about the first one. The others may contradict each other without it.
  mutating func components() throws(LimitExceeded) -> (
    found: [AssumptionComponent], failure: LimitExceeded?
  ) {
    var components: [AssumptionComponent] = []
    var failure: LimitExceeded?
    var number = 0
    for side in sides.indices {
      for assumption in sides[side].manifest.assumptions.indices {
        defer { number += 1 }
        let target = References.Target.assumption(assumption)
        let truth: Diagram
        do throws(LimitExceeded) {
          try prepare(target, side: side)
          truth = try value(of: FormulaReference(target), on: side)
        } catch {
          if Cancellation.isRequested { throw error }
          failure = failure ?? error
          resetBudget()
          continue
        }
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
    return (components, failure)
  }

  mutating func isNotFalse(_ truth: Diagram) throws(LimitExceeded) -> Diagram {
    try store.apply(truth, no: .no, unknown: .yes, yes: .yes)
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
        let index = sides[side].products.index(ofShared: product)
        if let group = index.flatMap({ sides[side].manifest.products[$0].group }) {
          links.insert(.group(group, side: side))
        }
      }
    }
    return links
  }

  // MARK: States

  /// Completes the values of a state so that it also satisfies the assumptions that share no fact with these values.
  ///
  /// - Parameter values: For each variable, the index of its value in ``VariableDomain/values``. Variables that are
  ///   absent have the values of a fresh install.
  func satisfyingOtherAssumptions(_ values: [UInt32: UInt32]) -> [UInt32: UInt32] {
    guard case .components(let components) = possibility else { return values }
    var all = values
    for component in components where !store.isYes(component.function, at: values) {
      all.merge(nearestValues(in: component.function)) { given, _ in given }
    }
    return all
  }

  /// Returns the state in which a function is true and which differs least from a fresh install. The result is a
  /// dictionary from the number of each variable that differs from a fresh install to its value. If the search exceeds
  /// its limit of steps, returns any state in which the function is true.
  func nearestValues(in function: Diagram) -> [UInt32: UInt32] {
    if function == .yes { return [:] }
    var paths = NearestPaths()
    let nearest = (try? paths.measure(function, .no, in: self)).flatMap {
      paths.values((.yes, .no), function, .no)
    }
    return nearest ?? store.path(toYesIn: function)
  }
}
