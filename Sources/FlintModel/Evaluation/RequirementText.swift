// The requirements of constraints in words.

package func allConditions(_ count: Int) -> String {
  count == 2 ? "both conditions" : "all \(count) conditions"
}

extension Constraint {
  /// `iOS at least 17`, `the camera permission`, `“Build” is “beta”`.
  package func writeRequirement(in manifest: Manifest, to text: inout String) {
    switch self {
    case .requirement(.platform(let platform, let versions)):
      text += platform.name
      switch versions {
      case .any: break
      case .unsupported: text += " not supported"
      case .versions(let range): write(range, to: &text)
      }
    case .requirement(.platforms(let platforms)):
      for (index, supported) in platforms.enumerated() {
        if index > 0 { text += " or " }
        text += supported.platform.name
        if let versions = supported.versions { write(versions, to: &text) }
      }
    case .requirement(.device(let requirement)):
      let fact = requirement.fact
      switch fact.domain {
      case .version: text += "\(fact.name) "
      case .date: text += "a \(fact.name) "
      case .boolean, .choice, .text, .integer: text += "\(fact.noun) is "
      }
      fact.domain.write(requirement.accepted, to: &text)
    case .requirement(.permission(let requirement)):
      text += "the \(requirement.permission.displayName) permission"
      if let statuses = requirement.statuses {
        text += " (\(alternatives(statuses.map(\.label))))"
      }
    case .requirement(.attribute(let requirement)):
      let attribute = manifest.attributes[requirement.attribute]
      text += "“\(attribute.name)” is "
      attribute.domain.write(requirement.accepted, to: &text)
    case .requirement(.rollout(let requirement)):
      let bucket = manifest.buckets[requirement.bucket]
      text += "a position below \(requirement.percent) % in rollout “\(bucket)”"
    case .not(let condition):
      text += "not "
      condition.writeRequirement(in: manifest, to: &text)
    case .allOf(let conditions):
      if let few = Self.fewRequirements(of: conditions, in: manifest) {
        text += few.count == 2 ? "both " : "all of "
        text += listed(few)
      } else {
        text += conditions.count == 1 ? "one condition" : allConditions(conditions.count)
      }
    case .anyOf(let conditions):
      if let few = Self.fewRequirements(of: conditions, in: manifest) {
        text += few.count == 2 ? "either " : "one of "
        text += alternatives(few)
      } else {
        text += conditions.count == 1 ? "one condition" : "one of \(conditions.count) alternatives"
      }
    case .requirement(.runtimeEnabled): text += "the app's runtime flag"
    case .requirement(.userToggled): text += "the user's toggle"
    case .requirement(.purchase), .feature, .condition:
      writeDisplayName(in: manifest, to: &text)
    }
  }

  /// Nil unless two or three conditions are single constraints without a conjunction, whose list
  /// stays clear.
  private static func fewRequirements(
    of conditions: [Condition], in manifest: Manifest
  ) -> [String]? {
    guard (2...3).contains(conditions.count),
      conditions.allSatisfy({ $0.constraints.count == 1 && $0.constraints[0].operands.isEmpty })
    else { return nil }
    let texts = conditions.map { condition in
      var text = ""
      condition.writeRequirement(in: manifest, to: &text)
      return text
    }
    return texts.contains { $0.contains(" or ") || $0.contains(" and ") } ? nil : texts
  }

  private func write(_ range: VersionRange, to text: inout String) {
    text += " "
    range.writeDisplayText(to: &text)
  }
}

extension Condition {
  static let conjunction = " and "

  package func writeRequirement(in manifest: Manifest, to text: inout String) {
    for (index, constraint) in constraints.enumerated() {
      if index > 0 { text += Self.conjunction }
      constraint.writeRequirement(in: manifest, to: &text)
    }
  }
}

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
  /// The `block` is nil outside conditional blocks.
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
