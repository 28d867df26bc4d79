/// The features and named conditions that other declarations refer to, in topological order: each comes after those
/// that it depends on.
package struct References: Hashable, Sendable {
  /// A declaration that has a truth value in each state: a feature, a named condition or an assumption, given by its
  /// index in the manifest. A feature is true if it is available. Constraints can refer to features and named
  /// conditions only.
  package enum Target: Hashable, Sendable {
    case feature(Int)
    case condition(Int)
    case assumption(Int)
  }

  /// All named conditions, all features to which constraints refer, and their dependencies, without duplicates. Each
  /// comes after its dependencies: its parent, and the features and conditions to which its constraints refer.
  package private(set) var order: [Target] = []

  /// Cycles of references, such as two features that require each other. Each list begins and ends with the same
  /// declaration. At least one cycle is found if there are any, and no declaration is in two of them.
  package private(set) var cycles: [[Target]] = []

  package var isEmpty: Bool { order.isEmpty && cycles.isEmpty }

  package init(
    features: [FeatureDeclaration], conditions: [ConditionDeclaration],
    assumptions: [AssumptionDeclaration] = []
  ) {
    var search = Search(features: features, conditions: conditions)
    for index in conditions.indices { search.visit(.condition(index)) }
    for feature in features where feature.mayContainReferences {
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

  /// A depth-first search that finds the topological order and the cycles. It does not recurse, so that a long chain of
  /// references cannot exhaust the call stack.
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
      // Nothing refers to an assumption, so its dependencies are not needed.
      case .assumption: break
      }
      return found
    }
  }
}

extension Manifest {
  /// Returns the features and named conditions that a declaration refers to directly, in the order of its constraints.
  /// For a feature, its parent comes first.
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
  /// Whether the feature may refer to other features or to named conditions. To be fast, it does not search nested
  /// conditions, so it is also true for every feature with an `allOf`, `anyOf` or `not`.
  fileprivate var mayContainReferences: Bool {
    constraints.contains(where: \.mayContainReferences)
      || conditional.contains {
        $0.condition.constraints.contains(where: \.mayContainReferences)
          || $0.constraints.contains(where: \.mayContainReferences)
      }
  }
}

extension Constraint {
  fileprivate var mayContainReferences: Bool {
    switch self {
    case .feature, .condition, .allOf, .anyOf, .not: true
    case .requirement:
      false
    }
  }

  /// The feature or named condition that the constraint refers to. It is nil for any other constraint, even if a nested
  /// constraint is a reference.
  package var target: References.Target? {
    switch self {
    case .feature(let feature): .feature(feature)
    case .condition(let condition): .condition(condition)
    case .requirement, .allOf, .anyOf, .not:
      nil
    }
  }
}

extension Manifest {
  /// Returns all features and named conditions on which the status of the given features depends, including the given
  /// features and all ancestors. The result is in breadth-first order without duplicates.
  package func closure(of features: [Int]) -> [References.Target] {
    closure(of: features.map { .feature($0) })
  }

  /// Returns the given declarations and their direct and indirect dependencies.
  package func closure(of targets: [References.Target]) -> [References.Target] {
    closure(of: targets, atMost: .max) ?? []
  }

  /// Returns the given declarations and their direct and indirect dependencies; nil if the list would be longer than
  /// `limit`.
  package func closure(
    of targets: [References.Target], atMost limit: Int
  ) -> [References.Target]? {
    var found = DistinctList<References.Target>()
    var next = 0
    for target in targets {
      found.append(target)
      guard case .feature(let feature) = target else { continue }
      for ancestor in ancestors(of: feature) { found.append(.feature(ancestor)) }
    }
    while next < found.elements.count {
      if found.elements.count > limit { return nil }
      let target = found.elements[next]
      next += 1
      func follow(_ constraint: Constraint) {
        guard let target = constraint.target else { return }
        found.append(target)
        if case .feature(let feature) = target {
          for ancestor in ancestors(of: feature) { found.append(.feature(ancestor)) }
        }
      }
      switch target {
      case .feature(let feature): self.features[feature].forEachRequirement(follow)
      case .condition(let condition): conditions[condition].condition.forEachPart(follow)
      case .assumption(let assumption): assumptions[assumption].condition.forEachPart(follow)
      }
    }
    return found.elements
  }
}
