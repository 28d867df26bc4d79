/// A named condition, which is declared once under an id. Any feature can refer to it.
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
  /// The id of the condition: letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?

  /// The constraints that must all be satisfied for the condition to be true.
  public let conditions: FeatureConditions

  /// Creates a condition that is true if all constraints given to the builder are satisfied. It cannot require a toggle
  /// or a runtime flag (the switches that the user and the app's developers control), which only a feature has, and a
  /// rollout in it must name its bucket.
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
