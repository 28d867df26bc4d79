/// Methods that write a key together with a simple value. The keys must not contain characters that JSON requires to be
/// escaped.
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
