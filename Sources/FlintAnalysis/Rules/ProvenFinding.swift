package import FlintModel

/// A problem that `validate` reports for a manifest without errors.
package struct ProvenFinding: Hashable, Sendable {
  package let rule: ProvenRule
  package let location: FindingLocation

  /// Nil if not about a single platform.
  package let platform: Platform?

  /// The text that describes the problem. It begins in lower case, has ids in single quotes, and has no full stop at
  /// the end.
  package internal(set) var message: String
  package let hint: String?

  init(
    _ rule: ProvenRule, at location: FindingLocation, platform: Platform? = nil, _ message: String,
    hint: String? = nil
  ) {
    self.rule = rule
    self.location = location
    self.platform = platform
    self.message = message
    self.hint = hint
  }

  package var feature: Int? {
    switch location {
    case .feature(let feature), .isEnabled(let feature), .until(let feature),
      .block(let feature, _):
      feature
    case .constraint(let position), .operand(let position, _): position.feature
    case .within(let root, _): root.feature
    case .product, .attribute, .group, .condition, .assumption, .state: nil
    }
  }

  func moved(to feature: Int) -> ProvenFinding {
    self.feature == feature ? self : ProvenFinding(self, at: location.moved(to: feature))
  }

  private init(_ finding: ProvenFinding, at location: FindingLocation) {
    (rule, platform, message, hint) =
      (finding.rule, finding.platform, finding.message, finding.hint)
    self.location = location
  }
}

package enum FindingLocation: Hashable, Sendable {
  case feature(Int)
  case constraint(ConstraintPosition)

  /// An index for each level of nesting in the expression.
  case operand(ConstraintPosition, path: [Int])
  case block(feature: Int, Int)
  case isEnabled(Int)
  case until(Int)
  case product(Int)
  case attribute(Int)
  case group(Int)

  case condition(Int)
  case assumption(Int)

  case state(Int)

  /// A path from the outermost condition.
  case within(ConditionRoot, path: [ConditionStep])

  fileprivate func moved(to feature: Int) -> FindingLocation {
    func moved(_ position: ConstraintPosition) -> ConstraintPosition {
      ConstraintPosition(feature: feature, block: position.block, index: position.index)
    }
    return switch self {
    case .feature: .feature(feature)
    case .constraint(let position): .constraint(moved(position))
    case .operand(let position, let path): .operand(moved(position), path: path)
    case .block(_, let block): .block(feature: feature, block)
    case .isEnabled: .isEnabled(feature)
    case .until: .until(feature)
    case .within(let root, let path): .within(root.moved(to: feature), path: path)
    case .product, .attribute, .group, .condition, .assumption, .state: self
    }
  }
}

extension ConditionRoot {
  var feature: Int? {
    switch self {
    case .constraints(let feature, _), .guarding(let feature, _): feature
    case .named, .assumed: nil
    }
  }

  fileprivate func moved(to feature: Int) -> ConditionRoot {
    switch self {
    case .constraints(_, let block): .constraints(feature: feature, block: block)
    case .guarding(_, let block): .guarding(feature: feature, block: block)
    case .named, .assumed: self
    }
  }
}
