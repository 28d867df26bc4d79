/// A parser that splits a stream of bytes into messages, as the Model Context Protocol frames them: one message per
/// line.
struct LineFraming {
  enum Line: Equatable {
    case message(ArraySlice<UInt8>)

    /// A line that is longer than ``limit``. Its content has been discarded.
    case tooLong
  }

  /// The maximum length of a line in bytes. It is about a thousand times the length of a typical request. Without a
  /// limit, a client that never ends a line could use up all memory.
  static let limit = 16 << 20

  private var buffer: [UInt8] = []

  /// The index, in ``buffer``, of the next line.
  private var start = 0

  /// The index, in ``buffer``, at which the search for the end of the next line continues when more bytes arrive.
  private var searched = 0

  /// Whether the rest of the current line must be discarded, because the line is too long.
  private var isSkipping = false

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next line that is not blank, without its line feed. Returns nil if no complete line has been received
  /// yet.
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

  /// Returns the last line of the input if no line feed follows it. Returns nil if this line is blank, or is too long
  /// and was discarded.
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
