extension String {
  /// Whether both are the same scalars. Ids that only Unicode normalisation makes equal, as `==` has them, are two ids.
  package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Collection<String> {
  /// The position of a text among ids or values, told apart by their scalars.
  package func index(ofSame text: String) -> Index? { firstIndex { $0.isSame(as: text) } }
}
