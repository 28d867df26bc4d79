/// A key, without characters to escape, and a simple value.
extension JSONWriter {
  package mutating func member(_ key: StaticString, _ text: String) {
    self.key(key)
    string(text)
  }

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
