extension Manifest {
  /// Mutations of the app, then of attributes, named conditions and features.
  package func mutations(
    _ locations: ManifestLocations, withNeighbours: Bool = false
  ) -> [Mutation] {
    func context(_ subject: References.Target) -> EditContext {
      EditContext(manifest: self, subject: subject, isCompleting: withNeighbours)
    }
    let all =
      mutationsOfApp
      + attributes.indices.flatMap { mutations(ofAttribute: $0) }
      + (withNeighbours ? otherDefaults : [])
      + conditions.indices.flatMap { mutations(ofCondition: $0, context(.condition($0))) }
      + features.indices.flatMap {
        FeatureMutations(feature: $0, context: context(.feature($0)), locations: locations).all
      }
    return withNeighbours ? all : all.filter { !$0.isNeighbour }
  }

  private var mutationsOfApp: [Mutation] {
    (app.platforms ?? []).enumerated().flatMap { index, supported in
      if supported.versions == nil { return [] as [Mutation] }
      return supported.edits(in: self).filter { $0.kind == .moveBound }.map { edit in
        Mutation(
          kind: edit.kind, location: .appPlatform(index), change: edit.change, subject: .app
        ) { $0.app.platforms?[index] = SupportedPlatform(supported.platform, edit.edited()) }
      }
    }
  }

  private func mutations(ofAttribute index: Int) -> [Mutation] {
    let attribute = attributes[index]
    guard let value = attribute.defaultValue else { return [] }
    let absent = attribute.isAlwaysKnown ? [] : [setDefault(of: index, to: nil, .neighbour)]
    guard case .boolean(let isOn) = value else { return absent }
    return [setDefault(of: index, to: .boolean(!isOn), .flipped(to: !isOn))] + absent
  }

  private func setDefault(
    of index: Int, to value: AttributeValue?, _ change: Mutation.Change
  ) -> Mutation {
    Mutation(
      kind: .flipDefault, location: .attributeDefault(index), change: change,
      subject: .attribute(index)
    ) { $0.attributes[index].defaultValue = value }
  }

  /// Replacements of attributes' default values, one for each interval between breakpoints.
  private var otherDefaults: [Mutation] {
    var breakpoints = Breakpoints()
    breakpoints.add(self)
    return attributes.indices.filter { attributes[$0].defaultValue != nil }.flatMap { index in
      let limits = breakpoints[.attribute(index)].values
      var values = DistinctList<AttributeValue>()
      for value in attributes[index].domain.listedValues() + limits { values.append(value) }
      for limit in limits.compactMap({ $0.moved(by: -1) }) { values.append(limit) }
      return values.elements.filter { $0 != attributes[index].declaredValue }
        .map { setDefault(of: index, to: $0, .replacement) }
    }
  }

  private func mutations(ofCondition index: Int, _ context: EditContext) -> [Mutation] {
    conditions[index].condition.edits(in: context).map { edit in
      Mutation(
        kind: edit.kind, location: .part(.named(index), edit.path), change: edit.change,
        subject: .condition(index)
      ) { $0.conditions[index].condition = edit.edited() }
    }
  }
}

private struct FeatureMutations {
  let feature: Int
  let context: EditContext
  let locations: ManifestLocations

  private var manifest: Manifest { context.manifest }
  private var declaration: FeatureDeclaration { manifest.features[feature] }

  var all: [Mutation] {
    var all = ownMutations(inBlock: nil)
    for (block, conditional) in declaration.conditional.enumerated() {
      all += conditional.condition.edits(in: context).map { edit in
        mutation(edit.kind, .guarding(feature: feature, block: block), edit.path, edit.change, nil)
        { $0.conditional[block].condition = edit.edited() }
      }
      all += ownMutations(inBlock: block)
    }
    return all + [toggle].compactMap(\.self) + isEnabled
  }

  private func mutation(
    _ kind: MutationKind, _ root: ConditionRoot, _ path: [WrittenStep], _ change: Mutation.Change,
    _ constraint: String?, edited: (block: Int?, index: Int)? = nil,
    _ edit: @escaping @Sendable (inout FeatureDeclaration) -> Void
  ) -> Mutation {
    Mutation(
      kind: kind, location: .part(root, path), change: change, subject: .feature(feature),
      constraint: constraint, edited: edited
    ) { [feature] in edit(&$0.features[feature]) }
  }

  // MARK: Constraints

  private func ownMutations(inBlock block: Int?) -> [Mutation] {
    let constraints = declaration.constraints(inBlock: block)
    let root = ConditionRoot.constraints(feature: feature, block: block)
    let platforms = locations.platforms(ofFeature: feature, block: block)
    return zip(constraints.indices, constraints.steps).flatMap { index, step -> [Mutation] in
      let constraint = constraints[index]
      let name = constraint.name(block: block, in: manifest)
      var drop: @Sendable (inout [Constraint]) -> Void = { $0.remove(at: index) }
      if case .constraint(.platform, let number) = step {
        // A key such as `iOSOnly` adds constraints that exclude other platforms. They have no
        // mutations of their own, but are removed with it.
        let firstAdded = platforms.written
        if number >= firstAdded { return [] }
        if number == platforms.only {
          drop = { $0.removePlatforms(number, andFrom: firstAdded) }
        }
      }
      let dropped = mutation(
        .dropConstraint, root, [step], .without("'\(name)'"), name
      ) { [drop] in $0.changeConstraints(inBlock: block, drop) }
      let never = mutation(.dropConstraint, root, [step], .neighbour, name) {
        $0.changeConstraints(inBlock: block) { $0[index] = constraint.never }
      }
      let inside = constraint.edits(in: context).map { edit in
        mutation(
          edit.kind, root, [step] + edit.path, edit.change, name, edited: (block, index)
        ) { $0.changeConstraints(inBlock: block) { $0[index] = edit.edited() } }
      }
      return [dropped, never] + inside
    }
  }

  // MARK: Defaults

  private var isEnabled: [Mutation] {
    var isRead = false
    declaration.forEachRequirement { if case .runtimeEnabled = $0 { isRead = true } }
    guard isRead, declaration.isEnabled != .unknown else { return [] }
    let flipped = declaration.isEnabled == .no
    return [(Mutation.Change.flipped(to: flipped), Ternary(flipped)), (.neighbour, .unknown)].map {
      change, isEnabled in
      Mutation(
        kind: .flipDefault, location: .isEnabled(feature: feature), change: change,
        subject: .feature(feature)
      ) { [feature] in $0.features[feature].isEnabled = isEnabled }
    }
  }

  private var toggle: Mutation? {
    guard let isOn = declaration.declaredToggle else { return nil }
    var found: [(root: ConditionRoot, path: [WrittenStep], constraint: String?)] = []
    for block in [nil] + declaration.conditional.indices.map(Optional.some) {
      if let block {
        let root = ConditionRoot.guarding(feature: feature, block: block)
        let condition = declaration.conditional[block].condition
        found += condition.constraints.pathsToToggles.map { (root, $0.path, nil) }
      }
      let root = ConditionRoot.constraints(feature: feature, block: block)
      let constraints = declaration.constraints(inBlock: block)
      found += constraints.pathsToToggles.map { toggle in
        (root, toggle.path, constraints[toggle.index].name(block: block, in: manifest))
      }
    }
    let first = found.min {
      locations.range(of: .part($0.root, $0.path)).lowerBound
        < locations.range(of: .part($1.root, $1.path)).lowerBound
    }
    return first.map { first in
      mutation(.flipDefault, first.root, first.path, .flipped(to: !isOn), first.constraint) {
        $0.setToggles(!isOn)
      }
    }
  }
}

extension [Constraint] {
  /// Removes constraint `one` and those from `first` on, counting `platform` constraints only.
  fileprivate mutating func removePlatforms(_ one: Int, andFrom first: Int) {
    var number = 0
    removeAll { constraint in
      guard constraint.kind == .platform else { return false }
      defer { number += 1 }
      return number == one || number >= first
    }
  }

  fileprivate var pathsToToggles: [(index: Int, path: [WrittenStep])] {
    zip(indices, steps).flatMap { index, step -> [(Int, [WrittenStep])] in
      switch self[index] {
      case .userToggled: [(index, [step])]
      case .allOf(let conditions), .anyOf(let conditions):
        conditions.enumerated().flatMap { number, condition in
          condition.constraints.pathsToToggles.map {
            (index, [step, .element(number)] + $0.path)
          }
        }
      default: []
      }
    }
  }
}
