/// The features and named conditions that others refer to, in topological order.
package struct References: Hashable, Sendable {
  /// A declaration that has a truth value in each state. Nothing refers to an assumption.
  package enum Target: Hashable, Sendable {
    case feature(Int)
    case condition(Int)
    case assumption(Int)
  }

  /// All referenced targets and their dependencies, without duplicates, each after its own dependencies. A feature
  /// depends on its parent.
  package private(set) var order: [Target] = []

  /// Reference cycles without common targets. The list is empty exactly if the references have no cycle. The first and
  /// last target of each cycle are the same.
  package private(set) var cycles: [[Target]] = []

  package var isEmpty: Bool { order.isEmpty && cycles.isEmpty }

  package init(
    features: [FeatureDeclaration], conditions: [ConditionDeclaration],
    assumptions: [AssumptionDeclaration] = []
  ) {
    var search = Search(features: features, conditions: conditions)
    for index in conditions.indices { search.visit(.condition(index)) }
    for feature in features where feature.isMadeOfOthers {
      feature.forEachRequirement { constraint in
        if let target = constraint.target { search.visit(target) }
      }
    }
    for assumption in assumptions {
      assumption.condition.forEachPart { constraint in
        if let target = constraint.target { search.visit(target) }
      }
    }
    // A cycle through a feature to which nothing refers is found too: if it refers to a descendant, that descendant
    // depends on it as an ancestor.
    order = search.order
    cycles = search.cycles
  }

  /// A depth-first search without recursion, because a chain of references can be as long as the manifest.
  private struct Search {
    let features: [FeatureDeclaration]
    let conditions: [ConditionDeclaration]
    var order: [Target] = []
    var cycles: [[Target]] = []
    private var onCycle: Set<Target> = []
    private var isDone: [Target: Bool] = [:]

    init(features: [FeatureDeclaration], conditions: [ConditionDeclaration]) {
      self.features = features
      self.conditions = conditions
    }

    mutating func visit(_ start: Target) {
      if isDone[start] != nil { return }
      var path: [(target: Target, rest: ArraySlice<Target>)] = []
      func open(_ target: Target) -> (Target, ArraySlice<Target>) {
        (target, dependencies(of: target)[...])
      }
      isDone[start] = false
      path.append(open(start))
      while let last = path.last {
        guard let next = last.rest.first else {
          isDone[last.target] = true
          order.append(last.target)
          path.removeLast()
          continue
        }
        path[path.count - 1].rest = last.rest.dropFirst()
        switch isDone[next] {
        case true?: continue
        case false?:
          let from = path.firstIndex { $0.target == next } ?? 0
          let way = path[from...].map(\.target)
          if onCycle.isDisjoint(with: way) {
            onCycle.formUnion(way)
            cycles.append(way + [next])
          }
        case nil:
          isDone[next] = false
          path.append(open(next))
        }
      }
    }

    private func dependencies(of target: Target) -> [Target] {
      var found: [Target] = []
      func note(_ constraint: Constraint) {
        if let target = constraint.target { found.append(target) }
      }
      switch target {
      case .feature(let feature):
        if let parent = features[feature].parent { found.append(.feature(parent)) }
        features[feature].forEachRequirement(note)
      case .condition(let condition): conditions[condition].condition.forEachPart(note)
      // Nothing refers to an assumption.
      case .assumption: break
      }
      return found
    }
  }
}

extension Manifest {
  /// Returns the targets that a declaration depends on directly, in the order in which it lists them. A feature depends
  /// on its parent first.
  package func directNeeds(of target: References.Target) -> [References.Target] {
    var needs: [References.Target] = []
    func note(_ constraint: Constraint) {
      if let target = constraint.target { needs.append(target) }
    }
    switch target {
    case .feature(let feature):
      if let parent = features[feature].parent { needs.append(.feature(parent)) }
      features[feature].forEachRequirement(note)
    case .condition(let condition): conditions[condition].condition.forEachPart(note)
    case .assumption(let assumption): assumptions[assumption].condition.forEachPart(note)
    }
    return needs
  }
}

extension FeatureDeclaration {
  /// Whether the feature may refer to other features or to named conditions. The check is fast, because most features
  /// of a large manifest have no references.
  fileprivate var isMadeOfOthers: Bool {
    constraints.contains(where: \.isMadeOfOthers)
      || conditional.contains {
        $0.condition.constraints.contains(where: \.isMadeOfOthers)
          || $0.constraints.contains(where: \.isMadeOfOthers)
      }
  }
}

extension Constraint {
  /// Whether the constraint is, or may contain, a reference to a feature or a named condition.
  fileprivate var isMadeOfOthers: Bool {
    switch self {
    case .feature, .condition, .allOf, .anyOf, .not: true
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout:
      false
    }
  }

  /// The feature or named condition that the constraint refers to.
  package var target: References.Target? {
    switch self {
    case .feature(let feature): .feature(feature)
    case .condition(let condition): .condition(condition)
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .allOf, .anyOf, .not:
      nil
    }
  }
}
