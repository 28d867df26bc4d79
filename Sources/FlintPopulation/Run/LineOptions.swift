package struct LineOptions: Sendable {
  /// Whether a line is rejected if it contains an id that the manifest does not declare. If false, the id is ignored.
  package var isStrict: Bool

  /// Whether a user's positions in rollout buckets are computed from the `id` in the user's line of the population, for
  /// the buckets that the line does not mention. If false, these positions are unknown.
  package var assignsPositions: Bool

  /// Whether the statuses that a line lists under the key `expect` are compared with the actual ones.
  package var comparesExpectations: Bool

  package init(
    isStrict: Bool = false, assignsPositions: Bool = false, comparesExpectations: Bool = false
  ) {
    self.isStrict = isStrict
    self.assignsPositions = assignsPositions
    self.comparesExpectations = comparesExpectations
  }
}
