/// Options for reading lines.
package struct LineOptions: Sendable {
  /// Whether a line with an id that the manifest does not declare is rejected.
  package var isStrict: Bool

  /// Whether users with an id are assigned positions in the buckets that their line does not mention.
  package var drawsBuckets: Bool

  /// Whether the statuses that a line expects are compared with the evaluated ones.
  package var comparesExpectations: Bool

  package init(
    isStrict: Bool = false, drawsBuckets: Bool = false, comparesExpectations: Bool = false
  ) {
    self.isStrict = isStrict
    self.drawsBuckets = drawsBuckets
    self.comparesExpectations = comparesExpectations
  }
}
