package import FlintCore
import FlintText

/// Where in its file each part of a manifest stands, for findings that come after reading.
package struct ManifestLocations {
  let document: JSONDocument
  private let manifest: Manifest
  /// The places on the tape of the objects of features, products and attributes, by their numbers in the model.
  let features: [Int]
  let products: [Int]
  let attributes: [Int]
  private let groups: [Int]
  let conditions: [Int]
  let assumptions: [Int]

  /// The place of `app`, nil where there is none.
  let app: Int?

  package init(_ file: ManifestFile) {
    document = file.document
    manifest = file.manifest
    app = document.withRoot { $0.member("app")?.index }
    (features, products, attributes, groups, conditions, assumptions) = document.withRoot { root in
      var features: [Int] = []
      Self.collect(root.member("features"), into: &features)
      func places(_ key: StaticString) -> [Int] {
        root.member(key)?.elements.map(\.index) ?? []
      }
      return (
        features, places("products"), places("attributes"), places("groups"), places("conditions"),
        places("assume")
      )
    }
  }

  private static func collect(_ list: JSONValue?, into features: inout [Int]) {
    guard let list else { return }
    for feature in list.elements {
      features.append(feature.index)
      collect(feature.member("features"), into: &features)
    }
  }

  // MARK: Declarations

  /// The feature's id.
  package func feature(_ index: Int) -> Range<Int> { id(at: features[index]) }

  /// The product's id.
  package func product(_ index: Int) -> Range<Int> { id(at: products[index]) }

  /// The product's type.
  package func productType(_ index: Int) -> Range<Int> {
    document.withValue(at: products[index]) { ($0.member("type") ?? $0).range }
  }

  /// The attribute's id.
  package func attribute(_ index: Int) -> Range<Int> { id(at: attributes[index]) }

  /// The group's id.
  package func group(_ index: Int) -> Range<Int> { id(at: groups[index]) }

  /// The named condition's id.
  package func condition(_ index: Int) -> Range<Int> { id(at: conditions[index]) }

  /// The assumption's id.
  package func assumption(_ index: Int) -> Range<Int> { id(at: assumptions[index]) }

  /// The key of a named state.
  package func state(_ index: Int) -> Range<Int> {
    document.withRoot { root in
      let state = root.member("states")?.members.dropFirst(index).first { _ in true }
      return (state?.key ?? root).range
    }
  }

  private func id(at place: Int) -> Range<Int> {
    document.withValue(at: place) { ($0.member("id") ?? $0).range }
  }

  /// The key `isEnabled` of a feature; the feature's id where it has none.
  package func isEnabled(ofFeature index: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      (feature.key("isEnabled") ?? feature.member("id") ?? feature).range
    }
  }

  /// The key `until` of a feature; the feature's id where it has none.
  package func until(ofFeature index: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      (feature.key("until") ?? feature.member("id") ?? feature).range
    }
  }

  // MARK: Constraints

  /// The `when` of a conditional block.
  package func guardRange(ofFeature index: Int, block: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      let block = feature.member("constraints")?.block(block)
      return (block?.member("when") ?? feature).range
    }
  }

  /// A constraint by its number among a feature's own (`block` nil) or those of a conditional block: the key of a
  /// platform, attribute or single constraint, the element of a list. A platform that an `Only` key rules out is at that key.
  package func constraint(ofFeature index: Int, block: Int?, _ number: Int) -> Range<Int> {
    value(ofFeature: index, block: block, number) { $0.range }
  }

  /// An operand of a purchase: `path` leads through `anyOf` and `allOf` by the numbers of operands.
  package func operand(
    ofFeature index: Int, block: Int?, _ number: Int, path: [Int]
  ) -> Range<Int> {
    value(ofFeature: index, block: block, number) { purchase in
      path.reduce(purchase) { $0.operand($1) }.range
    }
  }

  /// What stands inside conditions: an element of a list, or the name of a platform.
  package func condition(at root: ConditionRoot, _ path: [ConditionStep]) -> Range<Int> {
    document.withValue(at: declaration(of: root)) { declaration in
      var place = declaration.part(at: root) ?? declaration
      for step in path {
        switch step {
        case .allOf: place = place.member("allOf") ?? place
        case .anyOf: place = place.member("anyOf") ?? place
        case .not: place = place.member("not") ?? place
        case .element(let number):
          place = place.elements.dropFirst(number).first { _ in true } ?? place
        case .platform(let platform):
          let platforms = place.member("platforms")
          place = platforms?.members.first { $0.key.string == platform.name }?.key ?? place
        case .date: place = place.key("date") ?? place
        }
      }
      return place.range
    }
  }

  /// The position on the tape of the feature, named condition or assumption that contains conditions.
  func declaration(of root: ConditionRoot) -> Int {
    switch root {
    case .constraints(let feature, _), .guarding(let feature, _): features[feature]
    case .named(let condition): conditions[condition]
    case .assumed(let assumption): assumptions[assumption]
    }
  }

  private func value(
    ofFeature index: Int, block: Int?, _ number: Int, _ body: (JSONValue) -> Range<Int>
  ) -> Range<Int> {
    let feature = manifest.features[index]
    let constraints = block.map { feature.conditional[$0].constraints } ?? feature.constraints
    let kind = constraints[number].kind
    // Those of one kind stand together.
    let before = number - (0..<number).end { constraints[$0].kind != kind }
    return document.withValue(at: features[index]) { feature in
      let own = feature.member("constraints")
      let constraints = block.map { own?.block($0)?.member("constraints") } ?? own
      return body(constraints?.constraint(of: kind, before) ?? feature)
    }
  }
}

extension JSONValue {
  /// In a feature, a named condition or an assumption: the object with the constraints.
  func part(at root: ConditionRoot) -> JSONValue? {
    switch root {
    case .constraints(_, nil): member("constraints")
    case .constraints(_, let block?):
      member("constraints")?.block(block)?.member("constraints")
    case .guarding(_, let block): member("constraints")?.block(block)?.member("when")
    case .named: member("is")
    case .assumed: member("that")
    }
  }

  func key(_ name: StaticString) -> JSONValue? {
    members.first { $0.key.equals(name) }?.key
  }

  /// In a feature's `constraints`: the n-th conditional block.
  fileprivate func block(_ number: Int) -> JSONValue? {
    member("conditional")?.elements.dropFirst(number).first { _ in true }
  }

  /// In `constraints`: where the n-th constraint of a kind stands.
  fileprivate func constraint(of kind: ConstraintKind, _ number: Int) -> JSONValue? {
    switch kind {
    case .platform:
      let platforms = member("platforms")
      return platforms?.members.dropFirst(number).first { _ in true }?.key
        ?? platforms?.members.first { $0.key.string?.hasSuffix("Only") == true }?.key
    case .platforms, .date, .rollout, .allOf, .anyOf, .not: return self.key(kind.key)
    case .feature: return member("features")?.elements.dropFirst(number).first { _ in true }
    case .condition: return member("conditions")?.elements.dropFirst(number).first { _ in true }
    case .appVersion: return key("appVersion")
    case .runtimeEnabled: return key("runtimeEnabled")
    case .userToggled: return key("userToggled")
    case .permission: return member("permissions")?.elements.dropFirst(number).first { _ in true }
    case .purchase: return member("purchases")?.elements.dropFirst(number).first { _ in true }
    case .attribute: return member("attributes")?.members.dropFirst(number).first { _ in true }?.key
    }
  }

  /// In a purchase: the n-th operand of its group.
  fileprivate func operand(_ number: Int) -> JSONValue {
    let group = member("anyOf") ?? member("allOf")
    return group?.elements.dropFirst(number).first { _ in true } ?? self
  }
}
