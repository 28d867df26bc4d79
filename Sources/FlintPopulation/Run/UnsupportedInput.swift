package import FlintText

/// A kind of file that is not a population, because it does not contain one JSON object per line. It is recognized by
/// its first bytes, so that an error message can explain the mistake.
package enum UnsupportedInput: Equatable, Sendable {
  case packed(FileKind)
  case utf16
  /// One JSON array that contains all states.
  case list
  /// JSON objects that span several lines each.
  case spread
  /// A table, such as CSV: rows of values that a character separates.
  case separated
  case markup

  /// Recognizes the kind of a file by its first bytes. Returns nil if the bytes may be lines of JSON, as required.
  package init?(beginning bytes: UnsafeRawBufferPointer) {
    self.init(beginning: bytes.bindMemory(to: UInt8.self))
  }

  private init?(beginning bytes: UnsafeBufferPointer<UInt8>) {
    if let kind = FileKind(beginning: bytes) {
      self = .packed(kind)
      return
    }
    if FileKind.isUTF16(bytes) {
      self = .utf16
      return
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = (bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]).drop(
      while: Self.isSpace)
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    switch text.first {
    case UInt8(ascii: "["): self = .list
    case UInt8(ascii: "<"): self = .markup
    case UInt8(ascii: "{"):
      // A line with an unclosed bracket is the beginning of an object on several lines. If the next line begins another
      // object, however, only the line with the unclosed bracket is invalid.
      let next = text[line.endIndex...].first { !Self.isSpace($0) }
      guard Self.isOpen(line), let next, next != UInt8(ascii: "{") else { return nil }
      self = .spread
    case nil: return nil
    default:
      guard line.contains(where: { ",;\t".utf8.contains($0) }) else { return nil }
      self = .separated
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  /// Returns whether a bracket is opened on the line but not closed on it.
  private static func isOpen(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in line {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = isString
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString: depth -= 1
      default: break
      }
    }
    return depth > 0
  }

  package var prose: String {
    switch self {
    case .packed(let kind): "the file is \(kind.prose)"
    case .utf16: "the file is UTF-16, not UTF-8"
    case .list: "the file is a single list; expected one state per line"
    case .spread: "a state spans several lines; expected one state per line"
    case .separated: "the file is a text table such as CSV; expected one JSON object per line"
    case .markup: "the file is XML or HTML; expected one JSON object per line"
    }
  }

  /// Returns a shell command that converts a file of this kind to one JSON object per line, or nil if none is known.
  ///
  /// - Parameters:
  ///   - file: The file's name, quoted for a shell if necessary; nil for standard input.
  ///   - isPlain: Whether the name is not quoted, because it needs no quotes. A quoted name cannot be inserted into a
  ///     command that contains it inside an SQL string; such a command has the placeholder `FILE` instead. Without a
  ///     file, this has no effect.
  package func command(_ file: String?, isPlain: Bool) -> String? {
    let words: String
    switch self {
    case .packed(.parquet):
      // A reader of Parquet files must jump to their end first, which is impossible in standard input.
      return file.map { Self.query(of: "'\(isPlain ? $0 : "FILE")'") }
    case .separated:
      let table = file.map { isPlain ? $0 : "FILE" } ?? "/dev/stdin"
      // A version such as `17.10` must stay a text. As a number it would become 17.1.
      let types = "auto_type_candidates=['BOOLEAN','BIGINT','VARCHAR']"
      return Self.query(of: "read_csv('\(table)', \(types))")
    case .packed(let kind):
      guard let command = kind.unpackingCommand else { return nil }
      words = command
    case .utf16: words = "iconv -f UTF-16 -t UTF-8"
    case .list: words = "jq -c '.[]'"
    case .spread: words = "jq -c ."
    case .markup: return nil
    }
    return file.map { "\(words) \($0)" } ?? words
  }

  /// Returns a DuckDB command that writes each row of a table as a JSON object, without the members that are null. The
  /// table's name must be valid within an SQL string within a quoted shell argument.
  private static func query(of table: String) -> String {
    "duckdb -noheader -list -c \"SELECT json_merge_patch('{}', t) FROM \(table) t\""
  }
}
