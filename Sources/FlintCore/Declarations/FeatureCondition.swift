/// A condition that is declared once under an id.
///
/// ```swift
/// extension FeatureCondition {
///   static let paid = Self("paid", name: "Paid or staff") {
///     $0.anyOf {
///       $0.purchase(.membership, atLeast: "plus")
///       $0.attribute(.staff)
///     }
///   }
/// }
/// ```
public struct FeatureCondition: Hashable, Sendable {
  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?

  public let conditions: FeatureConditions

  /// True if all constraints are satisfied. No toggle or runtime flag, and a rollout must name its
  /// bucket.
  public init(
    _ id: String, name: String? = nil, description: String? = nil,
    is declare: (FeatureConstraintsBuilder) -> Void
  ) {
    self.init(id, name: name, description: description, is: FeatureConditions(declare))
  }

  public init(
    _ id: String, name: String? = nil, description: String? = nil, is conditions: FeatureConditions
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.conditions = conditions
  }
}
