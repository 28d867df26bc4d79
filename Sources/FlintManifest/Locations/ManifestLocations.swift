package import FlintModel
import FlintText

/// Where declarations and constraints are in the text.
package struct ManifestLocations {
  let document: JSONDocument
  private let manifest: Manifest
  /// By feature, its object's index among all JSON values; likewise below.
  let features: [Int]
  let products: [Int]
  let attributes: [Int]
  private let groups: [Int]
  let conditions: [Int]
  let assumptions: [Int]

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

  package func feature(_ index: Int) -> Range<Int> { id(at: features[index]) }

  package func product(_ index: Int) -> Range<Int> { id(at: products[index]) }

  /// The whole product without a type.
  package func productType(_ index: Int) -> Range<Int> {
    document.withValue(at: products[index]) { ($0.member("type") ?? $0).range }
  }

  package func attribute(_ index: Int) -> Range<Int> { id(at: attributes[index]) }

  package func group(_ index: Int) -> Range<Int> { id(at: groups[index]) }

  package func condition(_ index: Int) -> Range<Int> { id(at: conditions[index]) }

  package func assumption(_ index: Int) -> Range<Int> { id(at: assumptions[index]) }

  package func state(_ index: Int) -> Range<Int> {
    document.withRoot { root in
      let state = root.member("states")?.members.dropFirst(index).first { _ in true }
      return (state?.key ?? root).range
    }
  }

  private func id(at index: Int) -> Range<Int> {
    document.withValue(at: index) { ($0.member("id") ?? $0).range }
  }

  /// The id without the key.
  package func isEnabled(ofFeature index: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      (feature.key("isEnabled") ?? feature.member("id") ?? feature).range
    }
  }

  /// The id without the key.
  package func until(ofFeature index: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      (feature.key("until") ?? feature.member("id") ?? feature).range
    }
  }

  // MARK: Constraints

  package func guardRange(ofFeature index: Int, block: Int) -> Range<Int> {
    document.withValue(at: features[index]) { feature in
      let block = feature.member("constraints")?.block(block)
      return (block?.member("when") ?? feature).range
    }
  }

  /// Its key or element; the key with `Only` for what that excludes.
  /// - Parameter block: Nil for the feature's own.
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

  /// - Parameter path: An index for each level, the outer first.
  package func operand(
    ofFeature index: Int, block: Int?, _ number: Int, path: [Int]
  ) -> Range<Int> {
    value(ofFeature: index, block: block, number) { purchase in
      path.reduce(purchase) { $0.operand($1) }.range
    }
  }

  /// - Parameter path: From the whole condition to the part.
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

  /// What contains the condition, as an index among all JSON values.
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
  /// Nil if the key is missing.
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

  fileprivate func operand(_ number: Int) -> JSONValue {
    let group = member("anyOf") ?? member("allOf")
    return group?.elements.dropFirst(number).first { _ in true } ?? self
  }
}

extension ManifestLocations {
  /// Its key or element; of a part without a key, that of what contains it.
  package func range(of location: WrittenLocation) -> Range<Int> {
    switch location {
    case .isEnabled(let feature): isEnabled(ofFeature: feature)
    case .attributeDefault(let attribute):
      document.withValue(at: attributes[attribute]) { attribute in
        (attribute.key("default") ?? attribute.member("id") ?? attribute).range
      }
    case .appPlatform(let index):
      document.withValue(at: app ?? 0) { app in
        let platforms = app.member("platforms")?.members.dropFirst(index)
        return (platforms?.first { _ in true }?.key ?? app).range
      }
    case .part(let root, let steps):
      document.withValue(at: declaration(of: root)) { declaration in
        var part = WrittenPart(at: declaration.part(at: root) ?? declaration)
        for step in steps { part = part.inside(step) }
        return part.located.range
      }
    }
  }

  /// The number of written keys, and the index of the one with `Only`. Constraints belong to the
  /// keys in order, further ones to the key with `Only`.
  package func platforms(ofFeature index: Int, block: Int?) -> (written: Int, only: Int?) {
    document.withValue(at: features[index]) { feature in
      let constraints = feature.part(at: .constraints(feature: index, block: block))
      guard let platforms = constraints?.member("platforms") else { return (0, nil) }
      let only = platforms.members.enumerated().first {
        $0.element.key.string?.hasSuffix("Only") == true
      }
      return (platforms.count, only?.offset)
    }
  }
}

private struct WrittenPart {
  let located: JSONValue
  let value: JSONValue

  init(at value: JSONValue) { (located, self.value) = (value, value) }

  init(key: JSONValue, value: JSONValue) { (located, self.value) = (key, value) }

  func inside(_ step: WrittenStep) -> WrittenPart {
    switch step {
    case .constraint(let kind, let number): constraint(of: kind, number)
    case .element(let number):
      element(
        number, of: value.kind == .array ? value : value.member("anyOf") ?? value.member("allOf"))
    case .value(let number): element(number, of: value.kind == .array ? value : value.member("in"))
    case .platform(let number): member(number, of: value)
    case .bound(.atLeast): range.member("atLeast") ?? self
    case .bound(.below): range.member("below") ?? self
    case .patternPart(let part): member { $0.key.string == part.name } ?? self
    }
  }

  private var range: WrittenPart { member("ago") ?? self }

  private func member(_ name: StaticString) -> WrittenPart? {
    member { $0.key.equals(name) }
  }

  private func member(
    where isWanted: ((key: JSONValue, value: JSONValue)) -> Bool
  ) -> WrittenPart? {
    value.members.first(where: isWanted).map { WrittenPart(key: $0.key, value: $0.value) }
  }

  private func member(_ number: Int, of object: JSONValue?) -> WrittenPart {
    let member = object?.members.dropFirst(number).first { _ in true }
    return member.map { WrittenPart(key: $0.key, value: $0.value) } ?? self
  }

  private func element(_ number: Int, of list: JSONValue?) -> WrittenPart {
    let element = list?.elements.dropFirst(number).first { _ in true }
    return element.map { WrittenPart(at: $0) } ?? self
  }

  private func constraint(of kind: ConstraintKind, _ number: Int) -> WrittenPart {
    switch kind.traits.layout {
    case .value, .conditions: member(kind.key) ?? self
    case .members: member(number, of: value.member(kind.key))
    case .elements: element(number, of: value.member(kind.key))
    }
  }
}
