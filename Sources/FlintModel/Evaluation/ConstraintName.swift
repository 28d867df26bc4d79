extension Constraint {
  package func writeName(to text: inout String, block: Int?, in manifest: Manifest) {
    if let block { text += "when[\(block + 1)]/" }
    text += kind.name
    guard kind.traits.layout.isRepeatable else { return }
    text += ":"
    switch self {
    case .requirement(let requirement): requirement.writeSubject(to: &text, in: manifest)
    case .feature(let feature): text += manifest.features[feature].id
    case .condition(let condition): text += manifest.conditions[condition].id
    case .allOf, .anyOf, .not: break
    }
  }

  /// As in results: `permission:camera`, `when[2]/userToggled`.
  /// - Parameter block: Nil outside conditional blocks.
  public func name(block: Int? = nil, in manifest: Manifest) -> String {
    var text = ""
    writeName(to: &text, block: block, in: manifest)
    return text
  }

  /// Nil for a constraint that combines or refers to others.
  public func owner(in manifest: Manifest) -> Owner? {
    switch kind.traits.owner {
    case .always(let owner): return owner
    case .none: return nil
    case .ofAttribute:
      guard case .requirement(.attribute(let requirement)) = self else { return nil }
      return manifest.attributes[requirement.attribute].owner
    }
  }
}

extension Requirement {
  fileprivate func writeSubject(to text: inout String, in manifest: Manifest) {
    switch self {
    case .platform(let platform, _): text += platform.name
    case .permission(let requirement):
      text += requirement.permission.name
      if let statuses = requirement.statuses {
        text += "=" + statuses.map(\.name).joined(separator: "|")
      }
    case .attribute(let requirement): text += manifest.attributes[requirement.attribute].id
    case .purchase(let expression):
      expression.write(to: &text, products: manifest.products, groups: manifest.groups)
    case .platforms, .device, .runtimeEnabled, .userToggled, .rollout: break
    }
  }
}

extension Blocker {
  /// With its owner in front if it is inherited: `playback/runtimeEnabled`, `/platform:iOS` of the
  /// app.
  public func name(seenFrom feature: Int, in manifest: Manifest) -> String {
    let name = constraint.constraint.name(block: constraint.block, in: manifest)
    return self.feature == feature
      ? name : (self.feature.map { manifest.features[$0].id } ?? "") + "/" + name
  }
}
