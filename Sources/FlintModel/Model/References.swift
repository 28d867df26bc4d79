/// Conditions and required features in topological order, and cycles.
package struct References: Hashable, Sendable {
  /// A declaration with a truth value, by index. A feature's is whether it is available.
  package enum Target: Hashable, Sendable {
    case feature(Int)
    case condition(Int)
    case assumption(Int)
  }

  package private(set) var order: [Target] = []

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

  /// Does not recurse, so that a long chain cannot exhaust the stack.
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
  /// In the order of the constraints, a feature's parent first.
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
    default: false
    }
  }

  /// The constraint's own reference, not those of nested ones.
  package var target: References.Target? {
    switch self {
    case .feature(let feature): .feature(feature)
    case .condition(let condition): .condition(condition)
    default: nil
    }
  }
}

extension Manifest {
  /// Dependencies of their statuses, themselves and all ancestors included, breadth-first.
  package func closure(of features: [Int]) -> [References.Target] {
    closure(of: features.map { .feature($0) })
  }

  /// `targets` with their direct and indirect dependencies.
  package func closure(of targets: [References.Target]) -> [References.Target] {
    closure(of: targets, atMost: .max) ?? []
  }

  /// Nil above `limit`.
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
