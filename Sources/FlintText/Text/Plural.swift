/// `1 state`, `2 states`.
package func counted(_ count: some BinaryInteger, _ thing: String) -> String {
  "\(count) \(plural(thing, count))"
}

/// With `s`.
package func plural(_ thing: String, _ count: some BinaryInteger) -> String {
  count == 1 ? thing : thing + "s"
}
