/// Divides a stream of bytes into messages, one a line.
struct LineFraming {
  enum Line: Equatable {
    case message(ArraySlice<UInt8>)

    /// A line that is longer than ``limit``; it was not kept.
    case tooLong
  }

  /// The longest line in bytes: no question about a manifest is a thousandth of that, and a client that never ends a line
  /// must not take all memory.
  static let limit = 16 << 20

  private var buffer: [UInt8] = []

  /// Where the next line begins, and from where on its end has not been looked for.
  private var start = 0
  private var searched = 0

  /// Whether the rest of the line is passed over.
  private var isSkipping = false

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next line that is not blank, without its end; nil where it has not ended yet.
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

  /// The last line, which ends with the input; nil where nothing is left.
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
