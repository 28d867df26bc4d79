extension StringProtocol {
  /// Whether the part stands somewhere in the text; characters are compared, as `==` does.
  ///
  /// The standard library's own `contains` of a text is newer than the systems that the package reaches.
  package func has(_ part: some StringProtocol) -> Bool {
    var rest = self[...]
    while !rest.starts(with: part) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
