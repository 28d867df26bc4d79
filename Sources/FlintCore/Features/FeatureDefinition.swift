/// A named capability of an app: the common base of ``Feature``, ``FeatureGroup`` and ``ConditionalFeature``.
public protocol FeatureDefinition: SendableMetatype {
  /// The feature's id, which is used in manifests and in stored settings. It consists of letters, digits, `.`, `_` and
  /// `-`.
  ///
  /// The default is the type's name in lower case with hyphens and without the suffix `Feature`: `DynamicSpeedFeature`
  /// becomes `dynamic-speed`, even if it is a nested type, and `ThemeFeature<Dark>` becomes `theme-dark`. Declare the
  /// id explicitly if it must not change when the type is renamed.
  static var featureID: String { get }

  /// The display name of the feature. The default consists of the words of the type's name: `Dynamic Speed`.
  static var name: String { get }

  /// A sentence that describes the feature; empty by default.
  static var description: String { get }

  /// The team that is responsible for the feature; nil by default. It is also responsible for those subfeatures that
  /// declare no team of their own.
  static var team: String? { get }

  /// The date by which the feature is to be removed: `static let until: DateTime? = "2027-03-01"`. The default is nil:
  /// no removal is planned.
  static var until: DateTime? { get }

  /// Adds the feature's actions to `actions`. Flint calls this function once, at setup.
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

/// A feature that contains other features, its subfeatures. If the group is also a ``ConditionalFeature``, its
/// constraints apply to its subfeatures too, so they are available only while the group is available.
public protocol FeatureGroup: FeatureDefinition {
  static var subfeatures: [FeatureDefinition.Type] { get }
}

/// A feature without constraints of its own. Its status depends only on the feature groups that contain it and on the
/// app's platforms. The app can nevertheless perform its actions at any time: only for a ``ConditionalFeature`` does
/// Flint check the status before an action.
public protocol Feature: FeatureDefinition {}

extension Feature {
  /// Returns an action bound to this feature. Store it in a static property: `static let play =
  /// action(PlayAction.self)`.
  public static func action<A: Action>(_ action: A.Type) -> StaticActionBinding<Self, A> {
    StaticActionBinding()
  }
}
