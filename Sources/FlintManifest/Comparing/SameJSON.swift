extension JSONValue {
  var isEmptyContainer: Bool { (kind == .array || kind == .object) && count == 0 }

  /// The value's text, normalized. Equal for values that differ only in white space, order of keys,
  /// escapes and trailing zeros.
  package var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    writeCanonical(to: &bytes)
    return bytes
  }

  private func writeCanonical(to bytes: inout [UInt8]) {
    switch kind {
    case .object:
      bytes.append(UInt8(ascii: "{"))
      let members = members.map { (key: $0.key.canonicalBytes, value: $0.value) }
      for (key, value) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        bytes += key
        value.writeCanonical(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array:
      bytes.append(UInt8(ascii: "["))
      for element in elements { element.writeCanonical(to: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .string:
      // The length prefix makes the representation unambiguous without escapes.
      withUTF8 { text in
        bytes.append(UInt8(ascii: "\""))
        bytes += Array("\(text.count)\"".utf8)
        bytes += text
      }
    case .number:
      var text = Substring(source)
      if text.contains("."), !text.lowercased().contains("e") {
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
      }
      bytes += text.utf8
      bytes.append(UInt8(ascii: ","))
    case .bool: bytes.append(UInt8(ascii: bool == true ? "t" : "f"))
    case .null: bytes.append(UInt8(ascii: "n"))
    }
  }
}
