public import FlintModel

extension Manifest {
  /// Returns the manifest with other named states, one of which may be the default.
  public func with(states: [NamedState], defaultState: String? = nil) -> Manifest {
    Manifest(
      app: app, groups: groups, products: products, attributes: attributes, conditions: conditions,
      assumptions: assumptions, buckets: buckets, features: features, states: states,
      defaultState: defaultState)
  }
}
