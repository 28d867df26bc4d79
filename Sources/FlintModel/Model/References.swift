/// Features and conditions that constraints refer to, dependencies first, and reference cycles.
package struct References: Hashable, Sendable {
  /// A declaration with a truth value, by index. A feature's is true if it is available.
  package enum Target: Hashable, Sendable {
    case feature(Int)
    case condition(Int)
    case assumption(Int)
  }

  package private(set) var order: [Target] = []

  package private(set) var cycles: [[Target]] = []

  package var isEmpty: Bool { order.isEmpty && cycles.isEmpty }

  /// Searches without recursion, so that a long chain cannot exhaust the stack.
  private struct Search {
    let manifest: Manifest
    var order: [Target] = []
    var cycles: [[Target]] = []
    private var onCycle: Set<Target> = []
    private var isDone: [Target: Bool] = [:]

    init(_ manifest: Manifest) { self.manifest = manifest }

    mutating func visit(_ start: Target) {
      if isDone[start] != nil { return }
      var path: [(target: Target, rest: ArraySlice<Target>)] = []
      func open(_ target: Target) -> (Target, ArraySlice<Target>) {
        (target, manifest.directNeeds(of: target)[...])
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
  }
}

extension References {
  init(of manifest: Manifest) {
    var search = Search(manifest)
    for index in manifest.conditions.indices { search.visit(.condition(index)) }
    func visit(_ constraint: Constraint) {
      if let target = constraint.target { search.visit(target) }
    }
    for feature in manifest.features { feature.forEachRequirement(visit) }
    for assumption in manifest.assumptions { assumption.condition.forEachPart(visit) }
    // A cycle through a feature to which nothing refers is found too: if it refers to a descendant, that descendant
    // depends on it as an ancestor.
    (order, cycles) = (search.order, search.cycles)
  }
}

extension Manifest {
  /// Direct dependencies in the order of the constraints, a feature's parent first.
  package func directNeeds(of target: References.Target) -> [References.Target] {
    var needs: [References.Target] = []
    if case .feature(let feature) = target, let parent = features[feature].parent {
      needs.append(.feature(parent))
    }
    forEachPart(of: target) { if let target = $0.target { needs.append(target) } }
    return needs
  }

  /// Visits constraints at any depth, in guards too.
  package func forEachPart(of target: References.Target, _ body: (Constraint) -> Void) {
    switch target {
    case .feature(let feature): features[feature].forEachRequirement(body)
    case .condition(let condition): conditions[condition].condition.forEachPart(body)
    case .assumption(let assumption): assumptions[assumption].condition.forEachPart(body)
    }
  }
}

extension Constraint {
  /// The target that the constraint itself refers to, not those of nested ones.
  package var target: References.Target? {
    switch self {
    case .feature(let feature): .feature(feature)
    case .condition(let condition): .condition(condition)
    default: nil
    }
  }
}

extension Manifest {
  /// The features with all ancestors, and what their statuses depend on. Breadth-first.
  package func closure(of features: [Int]) -> [References.Target] {
    closure(of: features.map { .feature($0) })
  }

  /// `targets` with their direct and indirect dependencies.
  package func closure(of targets: [References.Target]) -> [References.Target] {
    closure(of: targets, atMost: .max) ?? []
  }

  /// Nil if there would be more than `limit` targets.
  package func closure(
    of targets: [References.Target], atMost limit: Int
  ) -> [References.Target]? {
    var found = DistinctList<References.Target>()
    var next = 0
    func add(_ target: References.Target) {
      found.append(target)
      guard case .feature(let feature) = target else { return }
      for ancestor in ancestors(of: feature) { found.append(.feature(ancestor)) }
    }
    for target in targets { add(target) }
    while next < found.elements.count {
      if found.elements.count > limit { return nil }
      forEachPart(of: found.elements[next]) { if let target = $0.target { add(target) } }
      next += 1
    }
    return found.elements
  }
}
