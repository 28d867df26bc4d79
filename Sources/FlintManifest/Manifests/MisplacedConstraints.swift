import FlintCore
import FlintText

/// Detection of names that are keys of `constraints` by mistake. For example, `camera` belongs in the list
/// `permissions`, and `iOS` in the object `platforms`.
extension ManifestReader {
  /// Reports an unknown key in an object with constraints. If the key is the name of a platform, permission, product or
  /// attribute, the hint shows how to write the constraint.
  ///
  /// - Returns: whether a problem was reported. The result is false for extension keys, which begin with `$` or `x-`.
  mutating func noteUnknown(_ key: JSONValue, _ value: JSONValue, _ place: ConditionContext) -> Bool
  {
    guard !key.isExtensionKey, let kind = kind(ofNamed: key) else {
      return problems.unknownKey(key, in: place.name, allowed: place.allowed)
    }
    let written = value.shortSource ?? "…"
    let correct: String
    switch kind {
    case .platform(let name): correct = "\"platforms\": { \"\(name)\": \(written) }"
    case .permission(let name): correct = "\"permissions\": [\"\(name)\"]"
    case .product: correct = "\"purchases\": [\(key.source)]"
    case .attribute: correct = "\"attributes\": { \(key.source): \(written) }"
    }
    problems.misplacedKey(key, in: place.name, write: correct)
    return true
  }

  private enum Kind {
    case platform(String)
    case permission(String)
    case product, attribute
  }

  private func kind(ofNamed key: JSONValue) -> Kind? {
    let name = key.string ?? ""
    if attributes.names.index(of: key) != nil { return .attribute }
    if products.names.index(of: key) != nil { return .product }
    let stem = name.hasSuffix("Only") ? String(name.dropLast(4)) : name
    if Platform(name: stem) != nil { return .platform(name) }
    if let platform = Synonyms.platform(name) { return .platform(platform) }
    if SystemPermission(name: name) != nil { return .permission(name) }
    return Synonyms.permission(name).map { .permission($0) }
  }
}
