/// A file without a JSON object in each line. Its first bytes show the kind.
package enum UnsupportedInput: Equatable, Sendable {
  case packed(FileKind)
  case utf16
  case list
  /// Objects over several lines.
  case spread
  case separated
  case markup

  /// Recognizes the kind of file. Nil if it can be lines of JSON.
  package init?(beginning bytes: UnsafeRawBufferPointer) {
    self.init(beginning: bytes.bindMemory(to: UInt8.self))
  }

  private init?(beginning bytes: UnsafeBufferPointer<UInt8>) {
    if FileKind.isUTF16(bytes) {
      self = .utf16
      return
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = (bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]).drop(
      while: Self.isSpace)
    // A zero byte in a line of JSON damages only that line.
    if text.first != UInt8(ascii: "{"), let kind = FileKind(beginning: bytes) {
      self = .packed(kind)
      return
    }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let next = text[line.endIndex...].first { !Self.isSpace($0) }
    switch text.first {
    case UInt8(ascii: "["):
      let first = text.dropFirst().first { !Self.isSpace($0) }
      let isWhole = next == nil && first == UInt8(ascii: "{")
      guard isWhole || Self.isOpen(line) else { return nil }
      self = .list
    // If the next line begins an object, only the first line is invalid.
    case _ where next == nil || next == UInt8(ascii: "{"): return nil
    case UInt8(ascii: "<"): self = .markup
    case UInt8(ascii: "{"):
      guard Self.isOpen(line) else { return nil }
      self = .spread
    default:
      guard line.contains(where: { ",;\t".utf8.contains($0) }) else { return nil }
      self = .separated
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

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

  package var isTable: Bool { self == .separated || self == .packed(.parquet) }

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

  /// A shell command that converts the file; nil if none is known.
  /// - Parameters:
  /// - file: Quoted; nil for standard input.
  /// - isPlain: Whether the name needs no quotes. SQL cannot contain other names and gets `FILE`.
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

  /// The SQL that makes lines of JSON. `table` must be valid in a string inside a quoted argument.
  private static func query(of table: String) -> String {
    "duckdb -noheader -list -c \"SELECT json_merge_patch('{}', t) FROM \(table) t\""
  }
}
