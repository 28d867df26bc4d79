import FlintLogic
import FlintModel
import RandomModels
import TestSupport

extension Case {
  /// The cases with one element removed or simplified, the largest removals first. Each is smaller in some respect and
  /// larger in none, so repeated reduction terminates.
  var reductions: [Case] {
    withoutAssumptions + withoutSubtrees + withoutLevels + withoutConditions + withoutConstraints
      + withSimplerConstraints + stateReductions.map { Case(manifest: manifest, state: $0) }
      + withoutDeclarations + withPlainNames
  }

  private var withoutAssumptions: [Case] {
    manifest.assumptions.indices.map { index in
      var assumptions = manifest.assumptions
      assumptions.remove(at: index)
      return with(manifest.with(assumptions: assumptions)).withBucketsInOrderOfUse
    }
  }

  // MARK: Features

  private var withoutSubtrees: [Case] {
    manifest.features.indices.reversed().map { root in
      removing { index in
        index == root || manifest.ancestors(of: index).contains(root)
      }
    }
  }

  /// The cases without one feature that has children. The children move up.
  private var withoutLevels: [Case] {
    manifest.features.indices.filter { root in
      manifest.features.contains { $0.parent == root }
    }.map { root in removing { $0 == root } }
  }

  /// Returns the case without some features and without the constraints that require them.
  private func removing(_ isGone: (Int) -> Bool) -> Case {
    let kept = manifest.features.indices.filter { !isGone($0) }
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    func isKept(_ constraint: Constraint) -> Bool {
      if case .feature(let feature) = constraint { numbers[feature] != nil } else { true }
    }
    // Named conditions that require nothing but removed features are removed too.
    var smaller = without(isKept)
    let renumber = Renumbering(features: { numbers[$0] ?? 0 })
    let features = kept.map { index in
      var feature = FeatureParts(smaller.manifest.features[index])
      feature.parent = manifest.ancestors(of: index).lazy.first { numbers[$0] != nil }
      return renumber(feature.declaration)
    }
    smaller.state.unlocked = state.unlocked.compactMap { numbers[$0] }
    smaller.state.toggles = state.toggles.renumbered(numbers)
    smaller.state.runtime = state.runtime.renumbered(numbers)
    smaller.manifest = smaller.manifest.with(
      conditions: smaller.manifest.conditions.map { renumber($0) },
      assumptions: smaller.manifest.assumptions.map { renumber($0) }, features: features)
    return smaller.withBucketsInOrderOfUse
  }

  /// Returns the case without some constraints and without the named conditions that become empty.
  private func without(_ isKept: (Constraint) -> Bool) -> Case {
    var gone: Set<Int> = []
    while let empty = manifest.conditions.indices.first(where: { index in
      !gone.contains(index)
        && manifest.conditions[index].condition.keeping { isLeft($0, gone, isKept) } == nil
    }) {
      gone.insert(empty)
    }
    let kept = manifest.conditions.indices.filter { !gone.contains($0) }
    let renumber = Renumbering(conditions: { kept.firstIndex(of: $0) ?? 0 })
    let conditions = kept.compactMap { index in
      let declaration = manifest.conditions[index]
      return declaration.condition.keeping { isLeft($0, gone, isKept) }.map {
        renumber(ConditionDeclaration(id: declaration.id, name: declaration.name, is: $0))
      }
    }
    let features = manifest.features.map { feature in
      var parts = FeatureParts(feature)
      parts.keep { isLeft($0, gone, isKept) }
      return renumber(parts.declaration)
    }
    let assumptions = manifest.assumptions.compactMap { assumption in
      assumption.condition.keeping { isLeft($0, gone, isKept) }.map {
        renumber(AssumptionDeclaration(id: assumption.id, name: assumption.name, that: $0))
      }
    }
    return with(
      manifest.with(conditions: conditions, assumptions: assumptions, features: features)
    ).withBucketsInOrderOfUse
  }

  private func isLeft(
    _ constraint: Constraint, _ gone: Set<Int>, _ isKept: (Constraint) -> Bool
  ) -> Bool {
    if case .condition(let condition) = constraint, gone.contains(condition) { return false }
    return isKept(constraint)
  }

  /// The cases without one named condition and the constraints that require it.
  private var withoutConditions: [Case] {
    manifest.conditions.indices.map { index in
      var smaller = without { $0 != .condition(index) }
      var conditions = smaller.manifest.conditions
      // The condition is found by id, because other conditions may have been removed with it.
      guard let position = conditions.firstIndex(where: { $0.id == manifest.conditions[index].id })
      else { return smaller }
      conditions.remove(at: position)
      let renumber = Renumbering(conditions: { $0 > position ? $0 - 1 : $0 })
      smaller.manifest = smaller.manifest.with(
        conditions: conditions.map { renumber($0) },
        assumptions: smaller.manifest.assumptions.map { renumber($0) },
        features: smaller.manifest.features.map { renumber($0) })
      return smaller.withBucketsInOrderOfUse
    }
  }

  // MARK: Constraints

  private func changing(_ index: Int, _ change: (inout FeatureParts) -> Void) -> Case {
    var features = manifest.features
    var feature = FeatureParts(features[index])
    change(&feature)
    features[index] = feature.declaration
    return with(manifest.with(features: features)).withBucketsInOrderOfUse
  }

  private var withoutConstraints: [Case] {
    manifest.features.indices.flatMap { (index: Int) -> [Case] in
      let feature = manifest.features[index]
      let blocks: [Case] = feature.conditional.indices.map { block in
        changing(index) { $0.conditional.remove(at: block) }
      }
      // The constraints of a block without the guard, unless the feature already has constraints of these names.
      let unguarded: [Case] = feature.conditional.indices.filter { block in
        Set(feature.conditional[block].constraints.map { $0.name(in: manifest) })
          .isDisjoint(with: feature.constraints.map { $0.name(in: manifest) })
      }.map { block in
        changing(index) { feature in
          feature.constraints =
            (feature.constraints + feature.conditional[block].constraints).inOrder
          feature.conditional.remove(at: block)
        }
      }
      // The guard of a block instead of the block.
      let guards: [Case] = feature.conditional.indices.filter { block in
        let condition = feature.conditional[block].condition.constraints
        return !condition.contains { $0.kind == .platforms }
          && Set(condition.map { $0.name(in: manifest) })
            .isDisjoint(with: feature.constraints.map { $0.name(in: manifest) })
      }.map { block in
        changing(index) { feature in
          feature.constraints =
            (feature.constraints + feature.conditional[block].condition.constraints).inOrder
          feature.conditional.remove(at: block)
        }
      }
      let own: [Case] = feature.constraints.indices.map { constraint in
        changing(index) { $0.constraints.remove(at: constraint) }
      }
      return blocks + unguarded + guards + own
    }
  }

  private var withSimplerConstraints: [Case] {
    let features = manifest.features.indices.flatMap { index in
      let feature = manifest.features[index]
      let own = feature.constraints.indices.flatMap { position in
        feature.constraints[position].reductions.map { simpler in
          changing(index) {
            $0.constraints[position] = simpler
            $0.constraints = $0.constraints.inOrder
          }
        }
      }
      let blocks = feature.conditional.indices.flatMap { block in
        feature.conditional[block].reductions.map { simpler in
          changing(index) { $0.conditional[block] = simpler }
        }
      }
      return own + blocks
    }
    let named = manifest.conditions.indices.flatMap { index in
      manifest.conditions[index].condition.reductions.map { simpler in
        var conditions = manifest.conditions
        let old = conditions[index]
        conditions[index] = ConditionDeclaration(id: old.id, name: old.name, is: simpler)
        return with(manifest.with(conditions: conditions)).withBucketsInOrderOfUse
      }
    }
    let assumed = manifest.assumptions.indices.flatMap { index in
      manifest.assumptions[index].condition.reductions.map { simpler in
        var assumptions = manifest.assumptions
        let old = assumptions[index]
        assumptions[index] = AssumptionDeclaration(id: old.id, name: old.name, that: simpler)
        return with(manifest.with(assumptions: assumptions)).withBucketsInOrderOfUse
      }
    }
    return (features + named + assumed + hoisted).filter(\.isLegal)
  }

  /// The cases with the constraints of a condition, possibly a named one, in place of the condition.
  private var hoisted: [Case] {
    manifest.features.indices.flatMap { index in
      let constraints = manifest.features[index].constraints
      return constraints.indices.compactMap { position -> Case? in
        let inner: [Constraint]
        switch constraints[position] {
        case .condition(let condition): inner = manifest.conditions[condition].condition.constraints
        case .allOf(let operands) where operands.count == 1: inner = operands[0].constraints
        case .anyOf(let operands) where operands.count == 1: inner = operands[0].constraints
        default: return nil
        }
        if inner.contains(where: { $0.kind == .platforms }) { return nil }
        return changing(index) { feature in
          feature.constraints.remove(at: position)
          feature.constraints = (feature.constraints + inner).inOrder
        }
      }
    }
  }

  /// Whether no list contains an element twice, as the manifest format requires.
  private var isLegal: Bool {
    manifest.conditions.allSatisfy { $0.condition.isLegal(in: manifest) }
      && manifest.assumptions.allSatisfy { $0.condition.isLegal(in: manifest) }
      && manifest.features.allSatisfy { feature in
        (feature.constraints.isEmpty || feature.constraints.isLegal(in: manifest))
          && feature.conditional.allSatisfy {
            $0.condition.isLegal(in: manifest) && $0.constraints.isLegal(in: manifest)
          }
      }
  }

  /// The case with the remaining buckets, in the order of their first use.
  private var withBucketsInOrderOfUse: Case {
    var smaller = with(manifest.withBucketsInOrderOfUse)
    smaller.state.buckets = [:]
    for (bucket, position) in state.buckets {
      if let index = smaller.manifest.buckets.firstIndex(of: manifest.buckets[bucket]) {
        smaller.state.buckets[index] = position
      }
    }
    return smaller
  }

  // MARK: Declarations

  private var withoutDeclarations: [Case] {
    var used = (products: Set<Int>(), groups: Set<Int>(), attributes: Set<Int>())
    func note(_ expression: PurchaseExpression) {
      switch expression {
      case .product, .credits: break
      case .group(let group, _, _): used.groups.insert(group)
      case .anyOf(let operands), .allOf(let operands): operands.forEach(note)
      }
    }
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .purchase(let expression):
        note(expression)
        expression.forEachProduct(in: manifest) { product, _ in used.products.insert(product) }
      case .attribute(let requirement): used.attributes.insert(requirement.attribute)
      default: break
      }
    }
    let products = manifest.products.indices.filter { !used.products.contains($0) }
    let attributes = manifest.attributes.indices.filter { !used.attributes.contains($0) }
    let groups = manifest.groups.indices.filter { !used.groups.contains($0) }
    return products.map { withoutProduct($0) } + attributes.map { withoutAttribute($0) }
      + groups.map { withoutGroup($0) }
  }

  /// Returns a function that maps the indices of declarations to those after one has been removed.
  private func number(without removed: Int) -> (Int) -> Int {
    { index in index > removed ? index - 1 : index }
  }

  private func renumbered<Fact>(_ facts: [Int: Fact], without removed: Int) -> [Int: Fact] {
    let number = number(without: removed)
    return Dictionary(
      uniqueKeysWithValues: facts.filter { $0.key != removed }.map { (number($0.key), $0.value) })
  }

  private func withoutProduct(_ product: Int) -> Case {
    var products = manifest.products
    products.remove(at: product)
    var state = state
    state.purchases = renumbered(state.purchases, without: product)
    let renumber = Renumbering(products: number(without: product))
    return Case(manifest: manifest.with(products: products).renumbered(renumber), state: state)
  }

  private func withoutAttribute(_ attribute: Int) -> Case {
    var attributes = manifest.attributes
    attributes.remove(at: attribute)
    var state = state
    state.attributes = renumbered(state.attributes, without: attribute)
    let renumber = Renumbering(attributes: number(without: attribute))
    return Case(manifest: manifest.with(attributes: attributes).renumbered(renumber), state: state)
  }

  /// Returns the case without an unused group. Its products then belong to no group.
  private func withoutGroup(_ group: Int) -> Case {
    let number = number(without: group)
    var groups = manifest.groups
    groups.remove(at: group)
    let products = manifest.products.map { product in
      let stays = product.group != group
      return ProductDeclaration(
        id: product.id, name: product.name, type: product.type,
        group: stays ? product.group.map(number) : nil, level: stays ? product.level : nil)
    }
    return with(
      manifest.with(groups: groups, products: products).renumbered(Renumbering(groups: number)))
  }

  /// The cases without optional names, and with simple ids in place of unusual ones.
  private var withPlainNames: [Case] {
    var cases: [Case] = []
    if manifest.app != Manifest.App() { cases.append(with(manifest.with(app: Manifest.App()))) }
    for (index, feature) in manifest.features.enumerated() {
      let plain = FeatureDeclaration(
        id: feature.id, parent: feature.parent, constraints: feature.constraints,
        conditional: feature.conditional)
      if plain != feature {
        var features = manifest.features
        features[index] = plain
        cases.append(with(manifest.with(features: features)))
      }
    }
    for (index, product) in manifest.products.enumerated() {
      for id in [product.id, "P\(index)"] {
        let plain = ProductDeclaration(
          id: id, type: product.type, group: product.group, level: product.level)
        let isTaken = manifest.products.enumerated().contains { $0 != index && $1.id == id }
        guard plain != product, !isTaken else { continue }
        var products = manifest.products
        products[index] = plain
        cases.append(with(manifest.with(products: products)))
      }
    }
    for (index, attribute) in manifest.attributes.enumerated() {
      let plain = [attribute.defaultValue, nil].map { value in
        AttributeDeclaration(
          id: attribute.id, domain: attribute.domain, defaultValue: value,
          alwaysKnown: attribute.isAlwaysKnown && value != nil)
      }
      for plain in plain where plain != attribute {
        if plain.defaultValue != nil, plain.owner == attribute.owner, plain.name == attribute.name {
          continue
        }
        var attributes = manifest.attributes
        attributes[index] = plain
        cases.append(with(manifest.with(attributes: attributes)))
      }
    }
    return cases
  }

  private func with(_ manifest: Manifest) -> Case { Case(manifest: manifest, state: state) }
}

extension [Constraint] {
  /// The constraints sorted by kind, in a stable order.
  var inOrder: [Constraint] {
    ConstraintKind.allCases.flatMap { kind in filter { $0.kind == kind } }
  }
}

extension Dictionary where Key == Int {
  /// Returns the dictionary with renumbered keys. Keys without a new number are removed.
  fileprivate func renumbered(_ numbers: [Int: Int]) -> Self {
    Dictionary(
      uniqueKeysWithValues: compactMap { key, value in numbers[key].map { ($0, value) } })
  }
}
