/// An assumption: a condition that is true for every user of the app. The commands of `flint-inspect` that check all
/// possible states of device and user ignore the states in which it is false. In the following example, debug builds
/// run only on the devices of staff:
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
/// Pass the assumption to ``Flint/setup(_:_:app:products:assumptions:configure:)`` or to
/// ``Manifest/init(describing:_:app:products:assumptions:)``. It does not affect which features are available in the
/// running app.
public struct FeatureAssumption: Hashable, Sendable {
  /// The id of the assumption: letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?

  /// The requirements that the author of the assumption expects to be satisfied for every user of the app.
  public let conditions: FeatureConditions

  /// Creates the assumption that all requirements given to the builder are true. It cannot require a toggle or a
  /// runtime flag (the switches that the user and the app's developers control), which only a feature has, and a
  /// rollout in it must name its bucket.
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
