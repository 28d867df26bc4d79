/// `Content-Length: 52`, an empty line, the body.
struct HeaderFraming {
  /// Nothing can be read after it.
  enum Fault: Error, Equatable {
    case malformedHeader
    case missingLength
    case invalidLength
  }

  private static let headerLimit = 1 << 14
  private static let bodyLimit = 1 << 30

  private var buffer: [UInt8] = []
  private var start = 0

  /// Nil before the header.
  private var length: Int?

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Nil until complete.
  mutating func next() throws(Fault) -> ArraySlice<UInt8>? {
    if length == nil { length = try header() }
    guard let length, buffer.count - start >= length else { return nil }
    defer {
      start += length
      self.length = nil
    }
    return buffer[start..<start + length]
  }

  /// Nil until complete.
  private mutating func header() throws(Fault) -> Int? {
    var length: Int?
    var line = start
    while let end = buffer[line...].firstIndex(of: UInt8(ascii: "\n")) {
      guard end - start <= Self.headerLimit else { throw .malformedHeader }
      var content = buffer[line..<end]
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
      line = end + 1
      if content.isEmpty {
        guard let length else { throw .missingLength }
        start = line
        return length
      }
      guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { throw .malformedHeader }
      let name = String(decoding: content[..<colon], as: UTF8.self)
      if name.lowercased() == "content-length" {
        length = try Self.length(content[(colon + 1)...])
      }
    }
    guard buffer.count - start <= Self.headerLimit else { throw .malformedHeader }
    return nil
  }

  private static func length(_ text: ArraySlice<UInt8>) throws(Fault) -> Int {
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }
    guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .invalidLength
    }
    let length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard length <= bodyLimit else { throw .invalidLength }
    return length
  }
}
