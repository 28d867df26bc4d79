/// How lines are read.
package struct LineOptions: Sendable {
  /// Whether an id that the manifest does not declare makes a line unreadable.
  package var isStrict: Bool

  /// Whether somebody with an id is drawn into the buckets that their line does not name.
  package var drawsBuckets: Bool

  /// Whether what a line expects is compared with what is.
  package var comparesExpectations: Bool

  package init(
    isStrict: Bool = false, drawsBuckets: Bool = false, comparesExpectations: Bool = false
  ) {
    self.isStrict = isStrict
    self.drawsBuckets = drawsBuckets
    self.comparesExpectations = comparesExpectations
  }
}
