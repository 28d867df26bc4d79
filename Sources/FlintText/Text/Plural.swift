/// Returns a number with its noun, for example `1 state` or `2 states`.
package func counted(_ count: some BinaryInteger, _ thing: String) -> String {
  "\(count) \(plural(thing, count))"
}

/// Returns the singular or plural of a noun whose plural ends in `s`.
package func plural(_ thing: String, _ count: some BinaryInteger) -> String {
  count == 1 ? thing : thing + "s"
}
