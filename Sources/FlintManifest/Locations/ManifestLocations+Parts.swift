package import FlintModel
import FlintText

/// Functions that find the text ranges of small parts of a declaration, such as one accepted value or one limit of a
/// range.
extension ManifestLocations {
  /// Returns the byte range of a part of a declaration: the range of its key or, for an element of a list, of the
  /// element. A part that has no key of its own gets the range of the part that contains it. For example, the minimum
  /// in `"appVersion": "2.0"` has the range of the key `"appVersion"`.
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

  /// Returns the number of keys in the object `platforms` of a feature or of one of its conditional blocks (`written`),
  /// and the index of the key that ends with `Only` (`only`; nil if there is none). For the keys `tvOS` and `iOSOnly`,
  /// these are 2 and 1.
  ///
  /// With these numbers, a caller finds the key of a constraint on a platform. The first constraints belong to the
  /// keys, in order. The further constraints exclude the other platforms, such as macOS, and belong to the key with
  /// `Only`.
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

/// A part of a declaration, such as a constraint or one value of a list in it. `value` is the JSON value of the part,
/// and contains the smaller parts. `located` is the JSON whose text range is reported for the part: its key or, for an
/// element of a list, the element itself.
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
