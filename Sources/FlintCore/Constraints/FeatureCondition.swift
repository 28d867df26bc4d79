/// A condition that has a name, for features to refer to; declare it once.
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

  /// What it stands for.
  public let conditions: FeatureConditions

  /// All that is said to the builder must hold. A named condition belongs to no feature: toggles and runtime flags, which
  /// do, cannot stand in it, and a rollout names its bucket.
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
