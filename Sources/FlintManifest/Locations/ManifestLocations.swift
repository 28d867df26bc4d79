/// The positions of declarations and constraints in the text.
package struct ManifestLocations {
  let document: JSONDocument
  private let manifest: Manifest
  /// The objects' indices among all JSON values.
  let declared: [NameKind: [Int]]
  let app: Int?

  package init(_ file: ManifestFile) {
    document = file.document
    manifest = file.manifest
    (app, declared) = document.withRoot { root in
      var features: [Int] = []
      Self.collect(root.member("features"), into: &features)
      func indices(_ key: StaticString) -> [Int] {
        root.member(key)?.elements.map(\.index) ?? []
      }
      return (
        root.member("app")?.index,
        [
          .feature: features, .group: indices("groups"), .product: indices("products"),
          .attribute: indices("attributes"), .condition: indices("conditions"),
          .assumption: indices("assume"),
        ]
      )
    }
  }

  subscript(kind: NameKind) -> [Int] { declared[kind] ?? [] }

  var features: [Int] { self[.feature] }

  private static func collect(_ list: JSONValue?, into features: inout [Int]) {
    guard let list else { return }
    for feature in list.elements {
      features.append(feature.index)
      collect(feature.member("features"), into: &features)
    }
  }

  // MARK: Declarations

  /// The bytes of the key's value; without the key, those of the declaration.
  package func value(_ key: StaticString = "id", of kind: NameKind, _ index: Int) -> Range<Int> {
    document.withValue(at: self[kind][index]) { ($0.member(key) ?? $0).range }
  }

  package func feature(_ index: Int) -> Range<Int> { value(of: .feature, index) }

  /// The bytes of the key; without the key, those of the declaration's id.
  package func key(_ key: String, of kind: NameKind = .feature, _ index: Int) -> Range<Int> {
    document.withValue(at: self[kind][index]) { declaration in
      let written = declaration.members.first { $0.key.equals(key) }?.key
      return (written ?? declaration.member("id") ?? declaration).range
    }
  }

  package func state(_ index: Int) -> Range<Int> {
    document.withRoot { ($0.member("states")?.member(at: index)?.key ?? $0).range }
  }

  // MARK: Constraints

  /// The bytes of the constraint's key or element. For a platform that `iOSOnly` excludes, those of
  /// `iOSOnly`.
  /// - Parameters:
  ///   - block: Nil for constraints outside blocks.
  ///   - path: An operand's index at each level, the outer first.
  package func constraint(
    ofFeature index: Int, block: Int?, _ number: Int, path: [Int] = []
  ) -> Range<Int> {
    let feature = manifest.features[index]
    let constraints = block.map { feature.conditional[$0].constraints } ?? feature.constraints
    let kind = constraints[number].kind
    // Constraints of one kind are adjacent. `before` is the number of them before this constraint.
    let before = number - (0..<number).end { constraints[$0].kind != kind }
    return range(
      of: .part(
        .constraints(feature: index, block: block),
        [.constraint(kind, before)] + path.map { .element($0) }))
  }

  /// The key of a platform constraint that cannot simply be removed; nil for others. It is the
  /// object's only key, or the object has a key such as `iOSOnly`, which excludes platforms without
  /// a key.
  package func platformKeyToKeep(ofFeature index: Int, block: Int?, _ number: Int) -> String? {
    let keys = platformKeys(ofFeature: index, block: block)
    guard keys.indices.contains(number),
      keys.count == 1 || keys.contains(where: { $0.hasSuffix("Only") })
    else { return nil }
    return keys[number]
  }

  /// How many keys `platforms` has, and the index of the `Only` key. Constraints belong to the keys
  /// in order, further constraints to the `Only` key.
  package func platforms(ofFeature index: Int, block: Int?) -> (written: Int, only: Int?) {
    let keys = platformKeys(ofFeature: index, block: block)
    return (keys.count, keys.firstIndex { $0.hasSuffix("Only") })
  }

  private func platformKeys(ofFeature index: Int, block: Int?) -> [String] {
    document.withValue(at: features[index]) { feature in
      let constraints = feature.part(at: .constraints(feature: index, block: block))
      return constraints?.member("platforms")?.members.compactMap(\.key.string) ?? []
    }
  }

  /// - Parameter path: The steps from the condition at `root` to a nested one.
  package func condition(at root: ConditionRoot, _ path: [WrittenStep]) -> Range<Int> {
    range(of: .part(root, path))
  }

  /// The bytes of the permission's element in the list `permissions`.
  package func permission(
    _ permission: SystemPermission, at root: ConditionRoot, _ path: [WrittenStep]
  ) -> Range<Int> {
    document.withValue(at: declaration(of: root)) { declaration in
      let condition = WrittenPart(in: declaration, at: root, path).value
      let element = condition.member("permissions")?.elements.first { element in
        (element.string ?? element.member("permission")?.string) == permission.name
      }
      return (element ?? condition).range
    }
  }

  /// The index, among all JSON values, of the declaration with `root`.
  private func declaration(of root: ConditionRoot) -> Int {
    switch root {
    case .constraints(let feature, _), .guarding(let feature, _): features[feature]
    case .named(let condition): self[.condition][condition]
    case .assumed(let assumption): self[.assumption][assumption]
    }
  }

  /// The bytes of the key or element. If it is missing, those of the container.
  package func range(of location: WrittenLocation) -> Range<Int> {
    switch location {
    case .isEnabled(let feature): key("isEnabled", feature)
    case .attributeDefault(let attribute): key("default", of: .attribute, attribute)
    case .appPlatform(let index):
      document.withValue(at: app ?? 0) { app in
        (app.member("platforms")?.member(at: index)?.key ?? app).range
      }
    case .part(let root, let steps):
      document.withValue(at: declaration(of: root)) { declaration in
        WrittenPart(in: declaration, at: root, steps).located.range
      }
    }
  }
}

extension JSONValue {
  func key(_ name: StaticString) -> JSONValue? {
    members.first { $0.key.equals(name) }?.key
  }

  fileprivate func member(at number: Int) -> (key: JSONValue, value: JSONValue)? {
    members.dropFirst(number).first { _ in true }
  }

  fileprivate func element(_ number: Int) -> JSONValue? {
    elements.dropFirst(number).first { _ in true }
  }

  /// The declaration's JSON value at `root`, such as the value of `is`. Nil if it is missing.
  fileprivate func part(at root: ConditionRoot) -> JSONValue? {
    func block(_ number: Int) -> JSONValue? {
      member("constraints")?.member("conditional")?.element(number)
    }
    return switch root {
    case .constraints(_, nil): member("constraints")
    case .constraints(_, let number?): block(number)?.member("constraints")
    case .guarding(_, let number): block(number)?.member("when")
    case .named: member("is")
    case .assumed: member("that")
    }
  }
}

private struct WrittenPart {
  let located: JSONValue
  let value: JSONValue

  init(at value: JSONValue) { (located, self.value) = (value, value) }

  init(_ member: (key: JSONValue, value: JSONValue)) { (located, value) = member }

  /// Without steps to what is missing.
  init(in declaration: JSONValue, at root: ConditionRoot, _ steps: [WrittenStep]) {
    self.init(at: declaration.part(at: root) ?? declaration)
    for step in steps { self = inside(step) ?? self }
  }

  func inside(_ step: WrittenStep) -> WrittenPart? {
    switch step {
    case .constraint(let kind, let number): constraint(of: kind, number)
    case .element(let number):
      (value.member("anyOf") ?? value.member("allOf") ?? value)
        .element(number).map { WrittenPart(at: $0) }
    case .value(let number):
      (value.member("in") ?? value).element(number).map { WrittenPart(at: $0) }
    case .platform(let number): value.member(at: number).map { WrittenPart($0) }
    case .bound(let end): range.member("\(end)")
    case .patternPart(let part): member(part.name)
    }
  }

  private var range: WrittenPart { member("ago") ?? self }

  private func member(_ name: String) -> WrittenPart? {
    value.members.first { $0.key.equals(name) }.map { WrittenPart($0) }
  }

  private func constraint(of kind: ConstraintKind, _ number: Int) -> WrittenPart? {
    switch kind.traits.layout {
    case .value, .conditions: return member(kind.key.description)
    case .elements: return value.member(kind.key)?.element(number).map { WrittenPart(at: $0) }
    case .members:
      guard let object = value.member(kind.key) else { return nil }
      // An `Only` key, such as `iOSOnly`, also declares the platforms that the object does not list.
      let member =
        object.member(at: number)
        ?? object.members.first { $0.key.string?.hasSuffix("Only") == true }
      return member.map { WrittenPart($0) }
    }
  }
}
