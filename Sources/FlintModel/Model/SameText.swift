extension String {
  /// Returns whether both texts consist of the same Unicode scalars. Unlike `==`, it distinguishes texts that only
  /// Unicode normalization makes equal, such as the two encodings of `é`. Ids are compared in this way.
  @inlinable package func isSame(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Collection<String> {
  /// Returns the index of a text in a list of ids or values; texts are equal if they have the same Unicode scalars.
  package func index(ofSame text: String) -> Index? { firstIndex { $0.isSame(as: text) } }
}
