extension StringProtocol {
  /// Swift's `contains` needs newer systems.
  package func has(_ part: some StringProtocol) -> Bool {
    var rest = self[...]
    while !rest.starts(with: part) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
