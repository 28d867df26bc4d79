package import FlintModel
import FlintText

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
