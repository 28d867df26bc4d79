extension String {
  /// By Unicode scalars, unlike `==`: normalization makes nothing equal.
  @inlinable package func isSame(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Collection<String> {
  /// By Unicode scalars.
  package func index(ofSame text: String) -> Index? { firstIndex { $0.isSame(as: text) } }
}
