extension String {
  /// Returns whether both texts have the same Unicode scalars. Unlike `==`, it does not treat ids as equal that only
  /// Unicode normalization makes equal.
  package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Collection<String> {
  /// Returns the index of a text in a list of ids or values, compared by Unicode scalars.
  package func index(ofSame text: String) -> Index? { firstIndex { $0.isSame(as: text) } }
}
