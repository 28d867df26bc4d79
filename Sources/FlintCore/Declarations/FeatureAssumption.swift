/// A condition that is true for every user, so that proofs ignore other states. It does not affect
/// availability.
///
/// ```swift
/// let debugStaysInside = FeatureAssumption("debug-stays-inside", name: "Only staff run debug builds") {
///   $0.anyOf {
///     $0.attribute(.build, in: ["beta", "release"])
///     $0.attribute(.staff)
///   }
/// }
/// ```
///
/// Pass it to ``Flint/setup(_:_:app:products:assumptions:configure:)`` or
/// ``Manifest/init(describing:_:app:products:assumptions:)``.
public struct FeatureAssumption: Hashable, Sendable {
  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?

  public let conditions: FeatureConditions

  /// True if all requirements are. No toggle or runtime flag, and a rollout must name its bucket.
  public init(
    _ id: String, name: String? = nil, description: String? = nil,
    that declare: (FeatureConstraintsBuilder) -> Void
  ) {
    self.init(id, name: name, description: description, that: FeatureConditions(declare))
  }

  public init(
    _ id: String, name: String? = nil, description: String? = nil,
    that conditions: FeatureConditions
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.conditions = conditions
  }
}
