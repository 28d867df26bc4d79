extension StringProtocol {
  /// Whether the text contains a part, compared by characters as `==` does.
  ///
  /// The standard library's `contains` for strings is newer than the oldest systems that the package supports.
  package func has(_ part: some StringProtocol) -> Bool {
    var rest = self[...]
    while !rest.starts(with: part) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
