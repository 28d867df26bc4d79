/// Escapes commands that CI systems execute when they occur in logs.
///
/// These are `##[error]`, `##vso[…]` and `##teamcity[…]` anywhere, and `::error::` at the start of
/// a line. The escapes are those of JSON, where commands occur only inside strings.
package struct WorkflowCommandFilter {
  private enum State {
    /// Only white space or bytes beyond ASCII precede in the line.
    case lineStart
    case colonAtStart
    case inLine
    case hash

    /// Two hash signs precede, and perhaps letters after them.
    case command
  }

  private var state = State.lineStart

  /// Whether `::` may begin a line, for annotations that the program prints.
  private let keepsAnnotations: Bool

  package init(keepsAnnotations: Bool = false) { self.keepsAnnotations = keepsAnnotations }

  /// Passes the escaped bytes to `write`, which it may call several times.
  package mutating func filter(
    _ bytes: UnsafeRawBufferPointer, _ write: (UnsafeRawBufferPointer) -> Void
  ) {
    // Most parts are passed on as a whole. Only their last line determines the state.
    var position =
      [.lineStart, .inLine].contains(state) && !Self.hasPair(bytes)
      ? bytes.lastIndex { $0 == "\n" } ?? 0 : 0
    var written = 0
    while position < bytes.count {
      if let escape = escape(for: bytes[position]) {
        write(UnsafeRawBufferPointer(rebasing: bytes[written..<position]))
        write(UnsafeRawBufferPointer(start: escape.utf8Start, count: escape.utf8CodeUnitCount))
        written = position + 1
      }
      position += 1
    }
    write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
  }

  private mutating func escape(for byte: UInt8) -> StaticString? {
    switch (state, byte) {
    case (_, "\n"): state = .lineStart
    case (.lineStart, 0x09...0x0D), (.lineStart, 0x20), (.lineStart, 0x80...): break
    case (.lineStart, ":"): state = .colonAtStart
    case (.colonAtStart, ":") where !keepsAnnotations:
      state = .inLine
      return "\\u003A"
    case (.hash, "#"), (.command, "#"), (.command, "A"..."Z"), (.command, "a"..."z"):
      state = .command
    case (.command, "["):
      state = .inLine
      return "\\u005B"
    case (_, "#"): state = .hash
    default: state = .inLine
    }
    return nil
  }

  /// Whether `##` or `::` occurs. The compiler vectorizes the loop, because it does not stop early and has no iterator:
  /// it examines 9 GB/s instead of 0.9.
  private static func hasPair(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var found: UInt8 = 0
    for index in bytes.indices.dropLast() {
      let (byte, next) = (bytes[index], bytes[index + 1])
      let isSign =
        (byte == "#" ? 1 : 0) | (byte == ":" ? 1 : 0) as UInt8
      found |= isSign & (byte == next ? 1 : 0)
    }
    return found != 0
  }
}

package func withoutWorkflowCommands(_ text: String) -> String {
  var text = text
  var result: [UInt8] = []
  var filter = WorkflowCommandFilter()
  text.withUTF8 { filter.filter(UnsafeRawBufferPointer($0)) { result.append(contentsOf: $0) } }
  return String(utf8: result)
}
