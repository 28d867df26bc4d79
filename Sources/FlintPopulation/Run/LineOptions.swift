/// Options for reading the lines of a population, each of which contains a state.
package struct LineOptions: Sendable {
  /// Whether lines are rejected that contain an id that the manifest does not declare.
  package var isStrict: Bool

  /// Whether users with an id get a position, computed from the id, in each rollout bucket that their line does not
  /// mention.
  package var drawsBuckets: Bool

  /// Whether the statuses under the key `expect` of a line are compared with the actual statuses.
  package var comparesExpectations: Bool

  package init(
    isStrict: Bool = false, drawsBuckets: Bool = false, comparesExpectations: Bool = false
  ) {
    self.isStrict = isStrict
    self.drawsBuckets = drawsBuckets
    self.comparesExpectations = comparesExpectations
  }
}
