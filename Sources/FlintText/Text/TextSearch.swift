extension StringProtocol {
  /// Returns whether the text contains `part`. As with `==`, characters are equal even if they are encoded differently,
  /// such as the two encodings of `é`.
  ///
  /// It is used because the `contains` method of Swift strings requires newer operating systems than this package
  /// supports.
  package func has(_ part: some StringProtocol) -> Bool {
    var rest = self[...]
    while !rest.starts(with: part) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
