package import FlintManifest
package import FlintModel

extension Manifest {
  /// Returns all mutations of the manifest: those of the app, of attributes, of named conditions, then of features.
  package func mutations(_ locations: ManifestLocations) -> [Mutation] {
    mutationsOfApp
      + attributes.indices.compactMap { mutation(ofAttribute: $0) }
      + conditions.indices.flatMap { mutations(ofCondition: $0) }
      + features.indices.flatMap { FeatureMutations(of: $0, in: self, locations).all }
  }

  private var mutationsOfApp: [Mutation] {
    (app.platforms ?? []).enumerated().flatMap { index, supported in
      supported.edits.filter { $0.kind == .moveBound }.map { edit in
        Mutation(
          kind: edit.kind, location: .appPlatform(index), change: edit.change, feature: nil,
          constraint: nil, edit: .appPlatform(index, edit.edited))
      }
    }
  }

  private func mutation(ofAttribute index: Int) -> Mutation? {
    guard case .boolean(let value) = attributes[index].defaultValue else { return nil }
    return Mutation(
      kind: .flipDefault, location: .attributeDefault(index), change: .flipped(to: !value),
      feature: nil, constraint: nil, edit: .attributeDefault(index, !value))
  }

  private func mutations(ofCondition index: Int) -> [Mutation] {
    conditions[index].condition.edits(in: self).map { edit in
      Mutation(
        kind: edit.kind, location: .part(.named(index), edit.path), change: edit.change,
        feature: nil,
        constraint: nil, edit: .named(condition: index, edit.edited))
    }
  }
}

private struct FeatureMutations {
  let feature: Int
  let manifest: Manifest
  let locations: ManifestLocations

  init(of feature: Int, in manifest: Manifest, _ locations: ManifestLocations) {
    (self.feature, self.manifest, self.locations) = (feature, manifest, locations)
  }

  var declaration: FeatureDeclaration { manifest.features[feature] }

  var all: [Mutation] {
    var all = ownMutations(inBlock: nil)
    for (block, conditional) in declaration.conditional.enumerated() {
      all += conditional.condition.edits(in: manifest).map { edit in
        mutation(
          edit.kind, .guarding(feature: feature, block: block), edit.path, edit.change, nil,
          .guarding(block: block, edit.edited))
      }
      all += ownMutations(inBlock: block)
    }
    if let toggle { all.append(toggle) }
    if let isEnabled { all.append(isEnabled) }
    return all
  }

  private func mutation(
    _ kind: MutationKind, _ root: ConditionRoot, _ path: [WrittenStep], _ change: Mutation.Change,
    _ constraint: String?, _ edit: Mutation.Edit
  ) -> Mutation {
    Mutation(
      kind: kind, location: .part(root, path), change: change, feature: feature,
      constraint: constraint, edit: edit)
  }

  // MARK: Constraints

  private func constraints(inBlock block: Int?) -> [Constraint] {
    block.map { declaration.conditional[$0].constraints } ?? declaration.constraints
  }

  private func ownMutations(inBlock block: Int?) -> [Mutation] {
    let constraints = constraints(inBlock: block)
    let root = ConditionRoot.constraints(feature: feature, block: block)
    let platforms = locations.platforms(ofFeature: feature, block: block)
    return zip(constraints.indices, constraints.steps).flatMap { index, step -> [Mutation] in
      let constraint = constraints[index]
      let name = constraint.name(block: block, in: manifest)
      var drop = Mutation.Edit.constraint(block: block, index: index) { nil }
      if case .constraint(.platform, let number) = step {
        // A key such as `iOSOnly` adds constraints that exclude the other platforms. These constraints have no
        // mutations of their own: they are removed together with the key.
        if number >= platforms.written { return [] }
        if number == platforms.only {
          drop = .only(block: block, index: number, firstAdded: platforms.written)
        }
      }
      let dropped = mutation(
        .dropConstraint, root, [step], .withoutConstraint(constraint.name(in: manifest)), name,
        drop)
      let inside = constraint.edits(in: manifest).map { edit in
        mutation(
          edit.kind, root, [step] + edit.path, edit.change, name,
          .constraint(block: block, index: index, edit.edited))
      }
      return [dropped] + inside
    }
  }

  // MARK: Defaults

  private var isEnabled: Mutation? {
    var isRead = false
    declaration.forEachRequirement { if case .requirement(.runtimeEnabled) = $0 { isRead = true } }
    guard isRead, declaration.isEnabled != .unknown else { return nil }
    let flipped = declaration.isEnabled == .no
    return Mutation(
      kind: .flipDefault, location: .isEnabled(feature: feature), change: .flipped(to: flipped),
      feature: feature, constraint: nil, edit: .isEnabled(flipped))
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
      let constraints = constraints(inBlock: block)
      found += constraints.pathsToToggles.map { toggle in
        (root, toggle.path, constraints[toggle.index].name(block: block, in: manifest))
      }
    }
    let first = found.min {
      locations.range(of: .part($0.root, $0.path)).lowerBound
        < locations.range(of: .part($1.root, $1.path)).lowerBound
    }
    return first.map {
      mutation(
        .flipDefault, $0.root, $0.path, .flipped(to: !isOn), $0.constraint, .toggle(!isOn))
    }
  }
}

extension [Constraint] {
  fileprivate var pathsToToggles: [(index: Int, path: [WrittenStep])] {
    zip(indices, steps).flatMap { index, step -> [(Int, [WrittenStep])] in
      switch self[index] {
      case .requirement(.userToggled): [(index, [step])]
      case .allOf(let conditions), .anyOf(let conditions):
        conditions.enumerated().flatMap { number, condition in
          condition.constraints.pathsToToggles.map {
            (index, [step, .element(number)] + $0.path)
          }
        }
      case .requirement, .feature, .condition, .not:
        []
      }
    }
  }
}
