package import FlintModel

/// A problem in a manifest that `validate` reports. It was either proven by an analysis of all possible states, or
/// found by comparing declarations, such as a product that no feature requires.
package struct ProvenFinding: Hashable, Sendable {
  package let rule: ProvenRule
  package let location: FindingLocation

  /// The platform that the finding is about; nil if it is not about a single platform.
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

  /// Returns the same finding with a new index for its feature, which an edit of the manifest has changed.
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

  /// An operand of a purchase expression such as `anyOf`. The path has the index of an operand for each nesting level,
  /// from the outermost one on.
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

  /// A constraint or condition nested in another condition. The path leads to it from the outermost condition, the
  /// root.
  case within(ConditionRoot, path: [ConditionStep])

  /// Returns the same location with another index of the feature that contains it. A location outside features is
  /// unchanged.
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
