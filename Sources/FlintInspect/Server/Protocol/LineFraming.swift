/// One message a line.
struct LineFraming {
  enum Line: Equatable {
    case message(ArraySlice<UInt8>)

    /// Discarded.
    case tooLong
  }

  /// In bytes; a line without an end could use up all memory.
  static let limit = 16 << 20

  private var buffer: [UInt8] = []

  private var start = 0

  private var searched = 0

  private var isSkipping = false

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Not blank; nil until complete.
  mutating func next() -> Line? {
    while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = buffer[start..<end]
      start = end + 1
      searched = start
      if isSkipping {
        isSkipping = false
      } else if line.count > Self.limit {
        return .tooLong
      } else if !line.allSatisfy(\.isBlank) {
        return .message(line)
      }
    }
    searched = buffer.count
    guard buffer.count - start > Self.limit else { return nil }
    defer { isSkipping = true }
    buffer.removeAll()
    (start, searched) = (0, 0)
    return isSkipping ? nil : .tooLong
  }

  /// Without a line feed; nil if blank or too long.
  mutating func last() -> Line? {
    defer {
      buffer.removeAll()
      (start, searched) = (0, 0)
    }
    let line = buffer[start...]
    return isSkipping || line.allSatisfy(\.isBlank) ? nil : .message(line)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
