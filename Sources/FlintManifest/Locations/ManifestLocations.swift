package import FlintModel
import FlintText

/// The text ranges of declarations and constraints in a manifest. Analyses use them to report diagnostics after the
/// manifest has been read.
package struct ManifestLocations {
  let document: JSONDocument
  private let manifest: Manifest
  /// For each feature, the index of its JSON object in the array of all JSON values of the document. The arrays
  /// `products`, `attributes` and so on contain such indices for the other declarations.
  let features: [Int]
  let products: [Int]
  let attributes: [Int]
  private let groups: [Int]
  let conditions: [Int]
  let assumptions: [Int]

  /// The index of the value of the key `app` in the array of all JSON values of the document; nil if the manifest does
  /// not have this key.
  let app: Int?

  package init(_ file: ManifestFile) {
    document = file.document
    manifest = file.manifest
    app = document.withRoot { $0.member("app")?.index }
    (features, products, attributes, groups, conditions, assumptions) = document.withRoot { root in
      var features: [Int] = []
      Self.collect(root.member("features"), into: &features)
      func indices(_ key: StaticString) -> [Int] {
        root.member(key)?.elements.map(\.index) ?? []
      }
      return (
        features, indices("products"), indices("attributes"), indices("groups"),
        indices("conditions"),
        indices("assume")
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

  /// Returns the byte range of the id of the feature with this index.
  package func feature(_ index: Int) -> Range<Int> { id(at: features[index]) }

  /// Returns the byte range of the id of the product with this index.
  package func product(_ index: Int) -> Range<Int> { id(at: products[index]) }

  /// Returns the byte range of the type of the product with this index or, if the type is missing, of the whole
  /// product.
  package func productType(_ index: Int) -> Range<Int> {
    document.withValue(at: products[index]) { ($0.member("type") ?? $0).range }
  }

  /// Returns the byte range of the id of the attribute with this index.
  package func attribute(_ index: Int) -> Range<Int> { id(at: attributes[index]) }

  /// Returns the byte range of the id of the subscription group with this index.
  package func group(_ index: Int) -> Range<Int> { id(at: groups[index]) }

  /// Returns the byte range of the id of the named condition with this index.
  package func condition(_ index: Int) -> Range<Int> { id(at: conditions[index]) }

  /// Returns the byte range of the id of the assumption with this index.
  package func assumption(_ index: Int) -> Range<Int> { id(at: assumptions[index]) }

  /// Returns the byte range of the name of the named state with this index. The name is a JSON key.
  package func state(_ index: Int) -> Range<Int> {
    document.withRoot { root in
      let state = root.member("states")?.members.dropFirst(index).first { _ in true }
      return (state?.key ?? root).range
    }
  }

  private func id(at index: Int) -> Range<Int> {
    document.withValue(at: index) { ($0.member("id") ?? $0).range }
  }

  /// Returns the byte range of the key `isEnabled` of a feature or, if the feature does not have this key, the byte
  /// range of its id.
  package func isEnabled(ofFeature index: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      (feature.key("isEnabled") ?? feature.member("id") ?? feature).range
    }
  }

  /// Returns the byte range of the key `until` of a feature or, if the feature does not have this key, the byte range
  /// of its id.
  package func until(ofFeature index: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      (feature.key("until") ?? feature.member("id") ?? feature).range
    }
  }

  // MARK: Constraints

  /// Returns the byte range of the guard of a conditional block: the condition under `when`, which must hold for the
  /// block's constraints to apply.
  package func guardRange(ofFeature index: Int, block: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      let block = feature.member("constraints")?.block(block)
      return (block?.member("when") ?? feature).range
    }
  }

  /// Returns the byte range of a constraint. It is the range of the constraint's key or, in a list such as
  /// `permissions`, of its element. If a key such as `iOSOnly` excludes a platform, the constraint that excludes it has
  /// the range of this key.
  ///
  /// - Parameters:
  ///   - block: the index of the conditional block; nil for the feature's own constraints.
  ///   - number: the index of the constraint in the feature or block.
  package func constraint(ofFeature index: Int, block: Int?, _ number: Int) -> Range<Int> {
    value(ofFeature: index, block: block, number) { $0.range }
  }

  /// The key of a platform constraint that cannot simply be removed: the last key of its object, or one beside an
  /// `Only` key, without which its platform would be unsupported. `number` is the index of the constraint.
  package func platformKeyToKeep(ofFeature index: Int, block: Int?, _ number: Int) -> String? {
    document.withValue(at: features[index]) { feature in
      let own = feature.member("constraints")
      let constraints = block.map { own?.block($0)?.member("constraints") } ?? own
      let keys = constraints?.member("platforms")?.members.compactMap(\.key.string) ?? []
      guard keys.indices.contains(number),
        keys.count == 1 || keys.contains(where: { $0.hasSuffix("Only") })
      else { return nil }
      return keys[number]
    }
  }

  /// Returns the byte range of one operand of a purchase constraint. Its operands are the requirements that it combines
  /// with `anyOf` or `allOf`.
  ///
  /// - Parameter path: the index of the operand in its list. For an operand of an operand, the path contains the index
  ///   in the outer list first.
  package func operand(
    ofFeature index: Int, block: Int?, _ number: Int, path: [Int]
  ) -> Range<Int> {
    value(ofFeature: index, block: block, number) { purchase in
      path.reduce(purchase) { $0.operand($1) }.range
    }
  }

  /// Returns the byte range of a part of a condition, such as an element of `anyOf` or the key of a platform.
  ///
  /// - Parameters:
  ///   - root: the whole condition, for example a named condition.
  ///   - path: the steps from the whole condition to the part. For example, `anyOf` and `element(2)` lead to the
  ///     element with the index 2 of the list `anyOf`.
  package func condition(at root: ConditionRoot, _ path: [ConditionStep]) -> Range<Int> {
    document.withValue(at: declaration(of: root)) { declaration in
      part(at: path, in: declaration.part(at: root) ?? declaration).range
    }
  }

  private func part(at path: [ConditionStep], in whole: JSONValue) -> JSONValue {
    path.reduce(whole) { part, step in
      switch step {
      case .allOf: part.member("allOf") ?? part
      case .anyOf: part.member("anyOf") ?? part
      case .not: part.member("not") ?? part
      case .element(let number): part.elements.dropFirst(number).first { _ in true } ?? part
      case .platform(let platform):
        part.member("platforms")?.members.first { $0.key.string == platform.name }?.key ?? part
      case .date: part.key("date") ?? part
      }
    }
  }

  /// Returns the byte range of a permission in the list `permissions` of a condition or of constraints.
  package func permission(
    _ permission: SystemPermission, at root: ConditionRoot, _ path: [ConditionStep]
  ) -> Range<Int> {
    document.withValue(at: declaration(of: root)) { declaration in
      let condition = part(at: path, in: declaration.part(at: root) ?? declaration)
      let element = condition.member("permissions")?.elements.first { element in
        (element.string ?? element.member("permission")?.string) == permission.name
      }
      return (element ?? condition).range
    }
  }

  /// Returns the index of a declaration in the array of all JSON values of the document. It is the declaration (a
  /// feature, named condition or assumption) that contains the given condition or constraints.
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
    // Constraints of one kind are adjacent. `before` is the number of them before this constraint.
    let before = number - (0..<number).end { constraints[$0].kind != kind }
    return document.withValue(at: features[index]) { feature in
      let own = feature.member("constraints")
      let constraints = block.map { own?.block($0)?.member("constraints") } ?? own
      return body(constraints?.constraint(of: kind, before) ?? feature)
    }
  }
}

extension JSONValue {
  /// Returns the part of this declaration that `root` identifies: the value of `constraints`, of `when` (the guard of a
  /// conditional block), of `is` (a named condition) or of `that` (an assumption). Returns nil if the key is missing.
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

  fileprivate func block(_ number: Int) -> JSONValue? {
    member("conditional")?.elements.dropFirst(number).first { _ in true }
  }

  /// Returns the JSON value whose range is reported for a constraint in this `constraints` object: the key of the
  /// constraint or, in a list such as `permissions`, its element.
  ///
  /// - Parameter number: the index of the constraint among the constraints of its kind.
  fileprivate func constraint(of kind: ConstraintKind, _ number: Int) -> JSONValue? {
    switch kind.traits.layout {
    case .value, .conditions: return key(kind.key)
    case .elements: return member(kind.key)?.elements.dropFirst(number).first { _ in true }
    case .members:
      let members = member(kind.key)?.members
      // An `Only` key, such as `iOSOnly`, also declares the platforms that the object does not list.
      return members?.dropFirst(number).first { _ in true }?.key
        ?? members?.first { $0.key.string?.hasSuffix("Only") == true }?.key
    }
  }

  /// Returns the element at the index `number` of the list `anyOf` or `allOf` in this purchase requirement. Returns the
  /// requirement itself if it has no such element.
  fileprivate func operand(_ number: Int) -> JSONValue {
    let group = member("anyOf") ?? member("allOf")
    return group?.elements.dropFirst(number).first { _ in true } ?? self
  }
}
