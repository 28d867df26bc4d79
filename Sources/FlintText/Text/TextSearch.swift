extension StringProtocol {
  /// Returns whether the text contains `part`. Characters are compared like `==`, by canonical equivalence.
  ///
  /// The standard library's `contains` for strings requires newer operating systems than the package supports.
  package func has(_ part: some StringProtocol) -> Bool {
    var rest = self[...]
    while !rest.starts(with: part) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
