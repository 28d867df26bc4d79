// The requirements of constraints in words.

package func allConditions(_ count: Int) -> String {
  count == 2 ? "both conditions" : "all \(count) conditions"
}

extension Constraint {
  /// `iOS at least 17`, `the camera permission`, `“Build” is “beta”`.
  package func requirement(in manifest: Manifest) -> String {
    switch self {
    case .platform(let platform, let versions):
      switch versions {
      case .any: return platform.name
      case .unsupported: return "\(platform.name) not supported"
      case .versions(let range): return "\(platform.name) \(range.displayText)"
      }
    case .platforms(let platforms):
      return platforms.map { supported in
        supported.platform.name + (supported.versions.map { " \($0.displayText)" } ?? "")
      }.joined(separator: " or ")
    case .device(let requirement):
      let fact = requirement.fact
      let subject =
        switch fact.domain {
        case .version: fact.name
        case .date: "a \(fact.name)"
        case .boolean, .choice, .text, .integer: "\(fact.noun) is"
        }
      return "\(subject) \(fact.domain.displayName(of: requirement.accepted))"
    case .permission(let requirement):
      let statuses = requirement.statuses.map { " (\(alternatives($0.map(\.label))))" }
      return displayName(in: manifest) + (statuses ?? "")
    case .attribute(let requirement):
      let domain = manifest.attributes[requirement.attribute].domain
      return displayName(in: manifest) + " is \(domain.displayName(of: requirement.accepted))"
    case .rollout(let requirement):
      return "a position below \(requirement.percent) % in \(displayName(in: manifest))"
    case .not(let condition): return "not \(condition.requirement(in: manifest))"
    case .allOf(let conditions):
      if let few = Self.fewRequirements(of: conditions, in: manifest) {
        return (few.count == 2 ? "both " : "all of ") + listed(few)
      }
      return conditions.count == 1 ? "one condition" : allConditions(conditions.count)
    case .anyOf(let conditions):
      if let few = Self.fewRequirements(of: conditions, in: manifest) {
        return (few.count == 2 ? "either " : "one of ") + alternatives(few)
      }
      return conditions.count == 1 ? "one condition" : "one of \(conditions.count) alternatives"
    case .runtimeEnabled: return "the app's runtime flag"
    case .userToggled, .purchase, .feature, .condition:
      return displayName(in: manifest)
    }
  }

  /// The texts of two or three single-constraint conditions; else nil. Also nil if a text contains
  /// “and” or “or”, because a list would be unclear.
  private static func fewRequirements(
    of conditions: [Condition], in manifest: Manifest
  ) -> [String]? {
    guard (2...3).contains(conditions.count),
      conditions.allSatisfy({ $0.constraints.count == 1 && $0.constraints[0].operands.isEmpty })
    else { return nil }
    let texts = conditions.map { $0.requirement(in: manifest) }
    return texts.contains { $0.contains(" or ") || $0.contains(" and ") } ? nil : texts
  }
}

extension Condition {
  package func requirement(in manifest: Manifest) -> String {
    constraints.map { $0.requirement(in: manifest) }.joined(separator: " and ")
  }
}

extension Constraint {
  /// The id in results: `permission:camera`, `when[2]/userToggled`. The `block` is nil outside
  /// conditional blocks.
  public func name(block: Int? = nil, in manifest: Manifest) -> String {
    let name = kind.name + (subjectName(in: manifest).map { ":" + $0 } ?? "")
    return block.map { "when[\($0 + 1)]/\(name)" } ?? name
  }

  /// The required item's id. Nil for kinds of which a feature has one constraint at most.
  private func subjectName(in manifest: Manifest) -> String? {
    switch self {
    case .platform(let platform, _): platform.name
    case .permission(let requirement):
      requirement.permission.name + suffix(of: requirement.statuses)
    case .purchase(let expression):
      expression.text(products: manifest.products, groups: manifest.groups)
    case .attribute(let requirement): manifest.attributes[requirement.attribute].id
    case .feature(let feature): manifest.features[feature].id
    case .condition(let condition): manifest.conditions[condition].id
    default: nil
    }
  }

  /// Who can change the outcome. Nil for a constraint that combines or refers to others.
  public func owner(in manifest: Manifest) -> Owner? {
    switch kind.traits.owner {
    case .always(let owner): return owner
    case .none: return nil
    case .ofAttribute:
      guard case .attribute(let requirement) = self else { return nil }
      return manifest.attributes[requirement.attribute].owner
    }
  }
}

extension Blocker {
  /// The constraint's id, after its feature's id if inherited: `playback/runtimeEnabled`.
  /// `/platform:iOS` is a constraint of the app.
  public func name(seenFrom feature: Int?, in manifest: Manifest) -> String {
    let name = constraint.constraint.name(block: constraint.block, in: manifest)
    return self.feature == feature
      ? name : (self.feature.map { manifest.features[$0].id } ?? "") + "/" + name
  }
}
