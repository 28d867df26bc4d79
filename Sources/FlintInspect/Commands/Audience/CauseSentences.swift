import FlintModel

/// “iOS is below 17”, “iOS was below 17”.
struct CauseSentences {
  private let new: Manifest
  private let old: Manifest

  private enum Time: String {
    case now = "is"
    case before = "was"
  }

  init(_ new: Manifest, against old: Manifest) {
    self.new = new
    self.old = old
  }

  func name(of feature: String) -> String {
    (new.feature(feature) ?? old.feature(feature))?.name ?? feature
  }

  func isRemoved(_ feature: String) -> Bool { new.feature(feature) == nil }

  func isAdded(_ feature: String) -> Bool { old.feature(feature) == nil }

  /// Nil if the new manifest lacks the constraint.
  /// - Parameter feature: Nil for the app.
  func reason(_ constraint: String, of feature: String?) -> String? {
    new.constraint(constraint, of: feature).map { reason($0, of: feature, in: new, .now) }
  }

  /// As ``reason(_:of:)``, of the old manifest.
  func formerReason(_ constraint: String, of feature: String?) -> String? {
    old.constraint(constraint, of: feature).map { reason($0, of: feature, in: old, .before) }
  }

  private func reason(
    _ constraint: Constraint, of feature: String?, in manifest: Manifest, _ time: Time
  ) -> String {
    let verb = time.rawValue
    switch constraint {
    case .requirement(.platform(let platform, .unsupported)),
      .requirement(.platform(let platform, .any)):
      return "\(platform.name) \(verb) not supported"
    case .requirement(.platform(let platform, .versions(let range))):
      return "\(platform.name) \(verb) \(outside(range.atLeast, range.below))"
    case .requirement(.platforms(let platforms)):
      return "the platform \(verb) not \(ConstraintFacts.text(of: platforms))"
    case .requirement(.device(let requirement)):
      let fact = requirement.fact
      let subject = fact == .appVersion ? "the app's version" : fact.noun
      return "\(subject) \(verb) \(outside(requirement.accepted, of: fact.domain))"
    case .requirement(.runtimeEnabled): return "the feature \(verb) not enabled"
    case .requirement(.userToggled): return "the user's toggle \(verb) off"
    case .requirement(.permission(let requirement)):
      let statuses = requirement.statuses ?? [.authorized]
      return "the \(requirement.permission.displayName) permission \(verb) not "
        + statuses.map(\.label).joined(separator: " or ")
    case .requirement(.purchase(.product(let product, nil))):
      return "“\(manifest.products[product].name)” \(verb) not purchased"
    case .requirement(.purchase(let expression)):
      let name = manifest.displayName(of: expression)
      return "the purchase requirement \(name) \(verb) not satisfied"
    case .requirement(.attribute(let requirement)):
      let attribute = manifest.attributes[requirement.attribute]
      let required = ConstraintFacts.Value(requirement.accepted, of: attribute.domain).displayText
      return "“\(attribute.name)” \(verb) not \(required)"
    case .requirement(.rollout(let requirement)):
      return """
        the position in rollout “\(manifest.buckets[requirement.bucket])” \(verb) not below \
        \(requirement.percent) %
        """
    case .feature(let other): return "“\(manifest.features[other].name)” \(verb) not available"
    case .condition(let condition):
      return "condition “\(manifest.conditions[condition].name)” \(verb) not satisfied"
    case .allOf:
      let pluralVerb = time == .now ? "are" : "were"
      return "not all required conditions \(pluralVerb) satisfied"
    case .anyOf: return "none of the alternatives \(verb) satisfied"
    case .not: return "the condition inside 'not' \(verb) satisfied"
    }
  }

  private func outside(
    _ accepted: AttributeRequirement.Accepted, of domain: AttributeDomain
  ) -> String {
    guard case .range(let range) = accepted else {
      return "not \(ConstraintFacts.Value(accepted, of: domain).displayText)"
    }
    return outside(
      range.atLeast.map(domain.text(of:)), range.below.map(domain.text(of:)),
      earlier: domain == .date ? "before" : "below")
  }

  private func outside<Value: CustomStringConvertible>(
    _ atLeast: Value?, _ below: Value?, earlier: String = "below"
  ) -> String {
    switch (atLeast, below) {
    case (let atLeast?, nil): "\(earlier) \(atLeast)"
    case (nil, let below?): "\(below) or later"
    case (let atLeast?, let below?): "not in the range \(atLeast) to \(earlier) \(below)"
    case (nil, nil): "not supported"
    }
  }
}

extension Manifest {
  fileprivate func feature(_ id: String) -> FeatureDeclaration? {
    features.first { $0.id == id }
  }

  fileprivate func constraint(_ name: String, of id: String?) -> Constraint? {
    guard let id else { return app.constraints.first { $0.name(in: self).isSame(as: name) } }
    guard let feature = feature(id) else { return nil }
    if let own = feature.constraints.first(where: { $0.name(in: self).isSame(as: name) }) {
      return own
    }
    for (number, block) in feature.conditional.enumerated() {
      for constraint in block.constraints
      where constraint.name(block: number, in: self).isSame(as: name) {
        return constraint
      }
    }
    return nil
  }
}
