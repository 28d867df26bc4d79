package struct LineOptions: Sendable {
  /// Whether undeclared ids reject a line.
  package var isStrict: Bool

  /// Whether missing bucket positions are computed from the line's `id`.
  package var assignsPositions: Bool

  package var comparesExpectations: Bool

  package init(
    isStrict: Bool = false, assignsPositions: Bool = false, comparesExpectations: Bool = false
  ) {
    self.isStrict = isStrict
    self.assignsPositions = assignsPositions
    self.comparesExpectations = comparesExpectations
  }
}
