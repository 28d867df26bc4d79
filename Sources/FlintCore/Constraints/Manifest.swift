/// An app's features and all that they refer to: what a manifest file or the app's Swift code declares.
public struct Manifest: Hashable, Sendable {
  public let app: App
  public let products: [ProductDeclaration]
  public let attributes: [AttributeDeclaration]

  /// In pre-order: a parent before its children, in declared order.
  // INVARIANT: a feature's parent has a lower index, and descendants follow their ancestor without a gap.
  public let features: [FeatureDeclaration]

  public let states: [NamedState]

  /// The name of the state that holds where none is asked for.
  public let defaultState: String?

  public init(
    app: App = App(), products: [ProductDeclaration] = [], attributes: [AttributeDeclaration] = [],
    features: [FeatureDeclaration] = [], states: [NamedState] = [], defaultState: String? = nil
  ) {
    self.app = app
    self.products = products
    self.attributes = attributes
    self.features = features
    self.states = states
    self.defaultState = defaultState
  }

  /// The app itself.
  public struct App: Hashable, Sendable {
    public let name: String?

    /// The version that holds where a state does not say.
    public let version: Version?

    public init(name: String? = nil, version: Version? = nil) {
      self.name = name
      self.version = version
    }
  }

  /// A state that the manifest gives a name.
  public struct NamedState: Hashable, Sendable {
    public let name: String
    public let state: DeviceState

    public init(name: String, state: DeviceState) {
      self.name = name
      self.state = state
    }
  }

  public func state(named name: String) -> DeviceState? {
    states.first { $0.name.isSame(as: name) }?.state
  }

  /// The state that ``defaultState`` names, else a fresh install on the latest iOS.
  public var initialState: DeviceState {
    defaultState.flatMap { state(named: $0) } ?? DeviceState()
  }

  /// The ancestors of a feature, the nearest first.
  public func ancestors(of feature: Int) -> some Sequence<Int> {
    sequence(state: feature) { [features] current in
      guard let parent = features[current].parent else { return nil }
      current = parent
      return parent
    }
  }

  /// Every constraint of every feature, those of conditional blocks too.
  public func forEachConstraint(_ body: (_ feature: Int, _ constraint: Constraint) -> Void) {
    for (index, feature) in features.enumerated() {
      for constraint in feature.constraints { body(index, constraint) }
      for block in feature.conditional {
        for constraint in block.constraints { body(index, constraint) }
      }
    }
  }
}
