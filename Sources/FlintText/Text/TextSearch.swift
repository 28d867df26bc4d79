extension StringProtocol {
  /// Returns whether the text contains `part`. As with `==`, characters are equal even if they are encoded differently,
  /// such as the two encodings of `é`.
  ///
  /// It is used instead of the `contains` method of Swift strings, which requires newer operating systems than those
  /// that this package supports.
  package func has(_ part: some StringProtocol) -> Bool {
    var rest = self[...]
    while !rest.starts(with: part) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
