public import FlintCore

extension Manifest {
  /// The same manifest with other named states, and with one of them as the default.
  public func with(states: [NamedState], defaultState: String? = nil) -> Manifest {
    Manifest(
      app: app, groups: groups, products: products, attributes: attributes, conditions: conditions,
      assumptions: assumptions, buckets: buckets, features: features, states: states,
      defaultState: defaultState)
  }
}
