/// A named capability of an app.
public protocol FeatureDefinition: SendableMetatype {
  /// Letters, digits, `.`, `_` and `-`; used in manifests and stored settings. By default from the
  /// type's name: `dynamic-speed` for `DynamicSpeedFeature`. Declare it if it must outlive a
  /// renaming.
  static var featureID: String { get }

  /// By default the words of the type's name: `Dynamic Speed`.
  static var name: String { get }

  /// Empty by default.
  static var description: String { get }

  /// Also responsible for subfeatures that name none.
  static var team: String? { get }

  /// When the feature is to be gone: `static let until: DateTime? = "2027-03-01"`.
  static var until: DateTime? { get }

  /// Called once, at setup.
  static func prepare(actions: FeatureActionsBuilder)
}

extension FeatureDefinition {
  public static var featureID: String { TypeName(of: Self.self, without: "Feature").hyphenated }
  public static var name: String { TypeName(of: Self.self, without: "Feature").spaced }
  public static var description: String { "" }
  public static var team: String? { nil }
  public static var until: DateTime? { nil }
  public static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that contains others. If it is a ``ConditionalFeature``, its constraints apply to them
/// too.
public protocol FeatureGroup: FeatureDefinition {
  static var subfeatures: [FeatureDefinition.Type] { get }
}

/// A feature without constraints, whose actions can always be performed.
public protocol Feature: FeatureDefinition {}

extension Feature {
  /// `static let play = action(PlayAction.self)`
  public static func action<A: Action>(_ action: A.Type) -> StaticActionBinding<Self, A> {
    StaticActionBinding()
  }
}
