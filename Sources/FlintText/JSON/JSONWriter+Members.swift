/// Convenience functions that write a key and a simple value. The keys must not require escapes.
extension JSONWriter {
  package mutating func member(_ key: StaticString, _ text: String) {
    self.key(key)
    string(text)
  }

  /// Writes a key and a string, or null if the string is nil.
  package mutating func member(_ key: StaticString, _ text: String?) {
    self.key(key)
    string(text)
  }

  package mutating func member(_ key: StaticString, _ texts: [String]) {
    self.key(key)
    array(of: texts) { $1.string($0) }
  }

  package mutating func member(_ key: StaticString, _ number: Int64, joinsLine: Bool = false) {
    self.key(key, joinsLine: joinsLine)
    int(number)
  }

  package mutating func member(_ key: StaticString, _ number: Int) {
    member(key, Int64(number))
  }
}
