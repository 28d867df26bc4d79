import FlintCore

extension Case {
  /// The case with one thing less, the largest things first. Each is smaller in some way and larger in none, so that going
  /// from one to the next comes to an end.
  var reductions: [Case] {
    withoutSubtrees + withoutLevels + withoutConstraints + withSimplerConstraints
      + stateReductions.map { Case(manifest: manifest, state: $0) }
      + withoutDeclarations + withPlainNames
  }

  // MARK: Features

  private var withoutSubtrees: [Case] {
    manifest.features.indices.reversed().map { root in
      removing { index in
        index == root || manifest.ancestors(of: index).contains(root)
      }
    }
  }

  /// Without one feature, whose children move up.
  private var withoutLevels: [Case] {
    manifest.features.indices.filter { root in
      manifest.features.contains { $0.parent == root }
    }.map { root in removing { $0 == root } }
  }

  private func removing(_ isGone: (Int) -> Bool) -> Case {
    let kept = manifest.features.indices.filter { !isGone($0) }
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    let features = kept.map { index in
      var feature = FeatureParts(manifest.features[index])
      feature.parent = manifest.ancestors(of: index).lazy.compactMap { numbers[$0] }.first
      return feature.declaration
    }
    var state = state
    state.unlocked = state.unlocked.compactMap { numbers[$0] }
    state.toggles = state.toggles.renumbered(numbers)
    state.runtime = state.runtime.renumbered(numbers)
    return Case(manifest: manifest.with(features: features), state: state)
  }

  // MARK: Constraints

  private func changing(_ index: Int, _ change: (inout FeatureParts) -> Void) -> Case {
    var features = manifest.features
    var feature = FeatureParts(features[index])
    change(&feature)
    features[index] = feature.declaration
    return Case(manifest: manifest.with(features: features), state: state)
  }

  private var withoutConstraints: [Case] {
    manifest.features.indices.flatMap { index in
      let feature = manifest.features[index]
      let blocks = feature.conditional.indices.map { block in
        changing(index) { $0.conditional.remove(at: block) }
      }
      // A block's constraints without the guard, where the feature does not have them already.
      let unguarded = feature.conditional.indices.filter { block in
        Set(feature.conditional[block].constraints.map { $0.name(in: manifest) })
          .isDisjoint(with: feature.constraints.map { $0.name(in: manifest) })
      }.map { block in
        changing(index) { feature in
          let constraints = feature.constraints + feature.conditional[block].constraints
          feature.constraints = constraints.enumerated()
            .sorted {
              ($0.element.kind.rawValue, $0.offset) < ($1.element.kind.rawValue, $1.offset)
            }
            .map(\.element)
          feature.conditional.remove(at: block)
        }
      }
      let own = feature.constraints.indices.map { constraint in
        changing(index) { $0.constraints.remove(at: constraint) }
      }
      return blocks + unguarded + own
    }
  }

  private var withSimplerConstraints: [Case] {
    manifest.features.indices.flatMap { index in
      let feature = manifest.features[index]
      let own = feature.constraints.indices.flatMap { place in
        feature.constraints[place].reductions.map { simpler in
          changing(index) { $0.constraints[place] = simpler }
        }
      }
      let blocks = feature.conditional.indices.flatMap { block in
        feature.conditional[block].reductions.map { simpler in
          changing(index) { $0.conditional[block] = simpler }
        }
      }
      return own + blocks
    }.filter(\.hasDistinctConstraints)
  }

  /// Whether nothing is twice in one list, as the contract demands.
  private var hasDistinctConstraints: Bool {
    manifest.features.allSatisfy { feature in
      ([feature.constraints] + feature.conditional.map(\.constraints)).allSatisfy { list in
        Set(list.map { $0.name(in: manifest) }).count == list.count
          && list.allSatisfy { constraint in
            guard case .purchase(let expression) = constraint else { return true }
            return expression.hasDistinctOperands(among: manifest.products)
          }
      }
    }
  }

  // MARK: Declarations

  private var withoutDeclarations: [Case] {
    var used = (products: Set<Int>(), attributes: Set<Int>())
    manifest.forEachConstraint { _, constraint in
      switch constraint {
      case .purchase(let expression):
        expression.forEachProduct {
          used.products.insert($0)
          _ = $1
        }
      case .attribute(let requirement): used.attributes.insert(requirement.attribute)
      default: break
      }
    }
    for block in manifest.features.flatMap(\.conditional) {
      used.attributes.formUnion(block.guardian.attributes.map(\.attribute))
    }
    let products = manifest.products.indices.filter { !used.products.contains($0) }
    let attributes = manifest.attributes.indices.filter { !used.attributes.contains($0) }
    return products.map { withoutProduct($0) } + attributes.map { withoutAttribute($0) }
  }

  /// What the declarations behind a removed one are called from then on.
  private func number(without removed: Int) -> (Int) -> Int {
    { index in index > removed ? index - 1 : index }
  }

  private func renumbered<Fact>(_ facts: [Int: Fact], without removed: Int) -> [Int: Fact] {
    let number = number(without: removed)
    return Dictionary(
      uniqueKeysWithValues: facts.filter { $0.key != removed }.map { (number($0.key), $0.value) })
  }

  private func withoutProduct(_ product: Int) -> Case {
    let number = number(without: product)
    var products = manifest.products
    products.remove(at: product)
    var state = state
    state.purchases = renumbered(state.purchases, without: product)
    return Case(
      manifest: manifest.with(
        products: products, features: manifest.features.map { $0.renumbering(products: number) }),
      state: state)
  }

  private func withoutAttribute(_ attribute: Int) -> Case {
    let number = number(without: attribute)
    var attributes = manifest.attributes
    attributes.remove(at: attribute)
    var state = state
    state.attributes = renumbered(state.attributes, without: attribute)
    return Case(
      manifest: manifest.with(
        attributes: attributes,
        features: manifest.features.map { $0.renumbering(attributes: number) }), state: state)
  }

  /// Names that say nothing are left out, and ids that need no care take the place of those that do.
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
        let plain = ProductDeclaration(id: id, type: product.type)
        let isTaken = manifest.products.enumerated().contains { $0 != index && $1.id == id }
        guard plain != product, !isTaken else { continue }
        var products = manifest.products
        products[index] = plain
        cases.append(with(manifest.with(products: products)))
      }
    }
    for (index, attribute) in manifest.attributes.enumerated() {
      let plain = [attribute.defaultValue, nil].map { value in
        AttributeDeclaration(id: attribute.id, domain: attribute.domain, defaultValue: value)
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

extension Dictionary where Key == Int {
  /// With the keys' new numbers, without those that have none.
  fileprivate func renumbered(_ numbers: [Int: Int]) -> Self {
    Dictionary(
      uniqueKeysWithValues: compactMap { key, value in numbers[key].map { ($0, value) } })
  }
}
