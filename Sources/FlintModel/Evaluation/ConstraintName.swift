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

  /// Returns the constraint's id in results, such as `permission:camera` or `when[2]/userToggled`.
  ///
  /// - Parameters:
  ///   - block: The index of the conditional block that declares the constraint; nil for a constraint outside blocks.
  ///   - manifest: The manifest that declares the constraint.
  public func name(block: Int? = nil, in manifest: Manifest) -> String {
    var text = ""
    writeName(to: &text, block: block, in: manifest)
    return text
  }

  /// Returns who can change the outcome of the constraint, such as the user for a purchase. Nil for a constraint that
  /// combines or refers to other constraints, which can have different owners.
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
  /// Appends the part of the constraint's id after the colon, such as `camera` in `permission:camera`, which only
  /// constraints of some kinds have; see ``ConstraintKind/Layout/isRepeatable``.
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
  /// Returns the id of this blocker (a constraint that keeps a feature from being available) in results about the
  /// feature with the index `feature`. If the constraint belongs to an ancestor, the ancestor's id comes first, as in
  /// `playback/runtimeEnabled`; if it belongs to the app, only a slash, as in `/platform:iOS`.
  public func name(seenFrom feature: Int, in manifest: Manifest) -> String {
    let name = constraint.constraint.name(block: constraint.block, in: manifest)
    return self.feature == feature
      ? name : (self.feature.map { manifest.features[$0].id } ?? "") + "/" + name
  }
}
