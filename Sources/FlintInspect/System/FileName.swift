/// File names as strings, with a private-use scalar for each byte that is not UTF-8.
enum FileName {
  private static let firstCarrier: UInt32 = 0x10_FF00

  private static func isCarrier(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= firstCarrier
  }

  // INVARIANT: `bytes(of:)` converts the string back to the same bytes, even if the name contains private-use scalars.
  static func text(of name: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: name), !text.unicodeScalars.contains(where: isCarrier) {
      return text
    }
    return text(
      of: UnsafeBufferPointer(start: name, count: length(of: name)).map(UInt8.init(bitPattern:)))
  }

  static func text(of name: [UInt8]) -> String {
    var rest = name[...]
    var text = String.UnicodeScalarView()
    while !rest.isEmpty {
      if let scalar = firstScalar(of: rest) {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else if let byte = rest.popFirst(),
        let carrier = Unicode.Scalar(firstCarrier + UInt32(byte))
      {
        text.append(carrier)
      }
    }
    return String(text)
  }

  static func bytes(of text: String) -> [CChar] {
    var bytes: [CChar] = []
    bytes.reserveCapacity(text.utf8.count + 1)
    for scalar in text.unicodeScalars {
      if isCarrier(scalar) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value))
      } else {
        for unit in UTF8.encode(scalar) ?? .init() { bytes.append(CChar(bitPattern: unit)) }
      }
    }
    bytes.append(0)
    return bytes
  }

  static func unterminatedBytes(of text: String) -> [UInt8] {
    bytes(of: text).dropLast().map { UInt8(bitPattern: $0) }
  }

  /// U+FFFD for invalid bytes.
  static func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isCarrier) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { shown.append(isCarrier(scalar) ? "\u{FFFD}" : scalar) }
    return String(shown)
  }

  private static func length(of name: UnsafePointer<CChar>) -> Int {
    var length = 0
    while name[length] != 0 { length += 1 }
    return length
  }

  /// Nil for invalid bytes, and for scalars that stand for them.
  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator), !isCarrier(scalar) else {
      return nil
    }
    return scalar
  }
}
