/// A number of things: `1 state`, `2 states`.
package func counted(_ count: some BinaryInteger, _ thing: String) -> String {
  "\(count) \(plural(thing, count))"
}

/// The word for so many things, all of which take an `s`.
package func plural(_ thing: String, _ count: some BinaryInteger) -> String {
  count == 1 ? thing : thing + "s"
}
