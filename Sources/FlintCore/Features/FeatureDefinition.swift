/// A named capability of an app: what ``Feature``, ``FeatureGroup`` and ``ConditionalFeature`` have in common.
public protocol FeatureDefinition: SendableMetatype {
  /// The feature's id in manifests and stored settings: letters, digits, `.`, `_` and `-`.
  ///
  /// By default the type's name in lower case with hyphens, without a `Feature` at its end: `DynamicSpeedFeature` is
  /// `dynamic-speed`, wherever it is nested, and `ThemeFeature<Dark>` is `theme-dark`. Declare it where it must outlive the
  /// type's name.
  static var featureID: String { get }

  /// What people call the feature; by default the words of the type's name: `Dynamic Speed`.
  static var name: String { get }

  /// What the feature is for, in a sentence; empty by default.
  static var description: String { get }

  /// Who answers for the feature, and for the features in it that name nobody; nil by default.
  static var team: String? { get }

  /// From when on the feature is to be gone: `static let until: DateTime? = "2027-03-01"`. Nil by default: it stays.
  static var until: DateTime? { get }

  /// Declares the feature's actions; called once, when Flint is set up.
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

/// A feature that consists of others. One that is a ``ConditionalFeature`` as well passes its constraints on: none of
/// its subfeatures is available unless it is.
public protocol FeatureGroup: FeatureDefinition {
  static var subfeatures: [FeatureDefinition.Type] { get }
}

/// A feature without conditions of its own. Its actions can be performed at any time.
public protocol Feature: FeatureDefinition {}

extension Feature {
  /// Binds an action to the feature: `static let play = action(PlayAction.self)`.
  public static func action<A: Action>(_ action: A.Type) -> StaticActionBinding<Self, A> {
    StaticActionBinding()
  }
}
