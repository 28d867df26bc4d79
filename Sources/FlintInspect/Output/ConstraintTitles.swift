import FlintModel
import FlintText

extension Manifest {
  /// `“Premium”`, `iOS 12 or later`.
  /// - Parameter block: From 0; shown from 1.
  func title(of constraint: Constraint, block: Int? = nil) -> String {
    let title = title(of: constraint)
    return block.map { "\(title) (conditional block \($0 + 1))" } ?? title
  }

  private func title(of constraint: Constraint) -> String {
    switch constraint {
    case .requirement(.platform(let platform, .unsupported)): "not on \(platform.name)"
    case .requirement(.platform(let platform, .any)): platform.name
    case .requirement(.platform(let platform, .versions(let range))):
      "\(platform.name) \(Self.limits(range.atLeast, range.below))"
    case .requirement(.platforms(let platforms)): ConstraintFacts.text(of: platforms)
    case .requirement(.device(let requirement)):
      "\(requirement.fact.name) \(Self.limits(requirement.accepted, of: requirement.fact.domain))"
    case .requirement(.runtimeEnabled): "the app's runtime flag"
    case .requirement(.userToggled): "the user's toggle"
    case .requirement(.permission(let requirement)):
      "\(requirement.permission.displayName) permission"
        + (requirement.statuses.map { " (\(alternatives($0.map(\.displayName))))" } ?? "")
    case .requirement(.purchase(let expression)): displayName(of: expression)
    case .requirement(.attribute(let requirement)):
      "“\(attributes[requirement.attribute].name)” "
        + attributes[requirement.attribute].domain.displayName(of: requirement.accepted)
    case .requirement(.rollout(let requirement)):
      "a position below \(requirement.percent) % in rollout “\(buckets[requirement.bucket])”"
    case .feature(let feature): "“\(features[feature].name)”"
    case .condition(let condition): "“\(conditions[condition].name)”"
    case .allOf(let conditions): "all of \(counted(conditions.count, "condition"))"
    case .anyOf(let conditions): "one of \(counted(conditions.count, "alternative"))"
    case .not: "no excluded condition"
    }
  }

  private static func limits(
    _ accepted: AttributeRequirement.Accepted, of domain: AttributeDomain
  ) -> String {
    guard case .range(let range) = accepted else { return domain.displayName(of: accepted) }
    return limits(range.atLeast.map(domain.text(of:)), range.below.map(domain.text(of:)))
  }

  private static func limits<Value: CustomStringConvertible>(
    _ atLeast: Value?, _ below: Value?
  ) -> String {
    switch (atLeast, below) {
    case (let atLeast?, nil): "\(atLeast) or later"
    case (nil, let below?): "below \(below)"
    case (let atLeast?, let below?): "\(atLeast) to below \(below)"
    case (nil, nil): ""
    }
  }
}

extension ConstraintStatus {
  var displayName: String {
    switch self {
    case .satisfied: "satisfied"
    case .notSatisfied: "not satisfied"
    case .notDetermined: "unknown"
    case .notActive: "does not apply"
    }
  }
}
