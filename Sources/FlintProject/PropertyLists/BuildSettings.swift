/// Reads `INFOPLIST_KEY_…` settings, which Xcode writes into the built `Info.plist`. The file is a
/// project (`project.pbxproj`) or a configuration file (`.xcconfig`).
struct BuildSettings {
  private let bytes: [UInt8]

  /// Whether the file is `.xcconfig`, where a line end ends a value.
  private let isConfiguration: Bool
  private var at = 0

  /// Nil if the file is neither a project nor a configuration file.
  init?(_ bytes: [UInt8], path: String) {
    isConfiguration = path.hasSuffix(".xcconfig")
    let begin = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard
      isConfiguration || begin.starts(with: "// !$*UTF8*$!".utf8)
        || path.hasSuffix(".pbxproj") && begin.first == "{"
    else { return nil }
    if !isConfiguration, bytes.last(where: { $0 > 0x20 }) != "}" { return nil }
    self.bytes = bytes
  }

  /// The set keys, without `INFOPLIST_KEY_` and conditions such as `[sdk=iphoneos*]`.
  mutating func entries() -> [PropertyList.Entry] {
    var entries: [PropertyList.Entry] = []
    /// Indices of entries, by key with its condition. In a configuration file, the last value
    /// counts.
    var places: [String: Int] = [:]
    while let name = nextWord() {
      guard take(UInt8(ascii: "=")), isConfiguration || !startsList() else { continue }
      let isEmpty = isConfiguration ? restOfLine().isEmpty : nextWord()?.text.isEmpty ?? true
      let key = name.text.prefix { $0 != "[" }
      guard key.hasPrefix(Self.prefix) else { continue }
      let start = name.range.lowerBound + Self.prefix.utf8.count
      let dropped = key.dropFirst(Self.prefix.count)
      let entry = PropertyList.Entry(
        key: String(dropped), isText: !isEmpty, range: start..<start + dropped.utf8.count)
      if isConfiguration, let place = places[name.text] {
        entries[place] = entry
      } else {
        places[name.text] = entries.count
        entries.append(entry)
      }
    }
    return entries
  }

  private static let prefix = "INFOPLIST_KEY_"

  /// Skips to the next word or string, and returns it without quotes.
  private mutating func nextWord() -> (text: String, range: Range<Int>)? {
    while skipBlanks(), !isWordByte(bytes[at]) {
      if !isConfiguration, bytes[at] == "\"" { return string() }
      at += 1
    }
    let start = at
    var depth = 0
    while at < bytes.count, isWordByte(bytes[at]) || depth > 0 && bytes[at] != 0x0A {
      depth += bytes[at] == "[" ? 1 : bytes[at] == "]" ? -1 : 0
      at += 1
    }
    return start == at ? nil : (text(start..<at), start..<at)
  }

  private mutating func string() -> (text: String, range: Range<Int>) {
    at += 1
    let start = at
    while at < bytes.count, bytes[at] != "\"" {
      at += bytes[at] == "\\" ? 2 : 1
    }
    let range = start..<min(at, bytes.count)
    at = min(at + 1, bytes.count)
    return (text(range), range)
  }

  private mutating func restOfLine() -> String {
    let start = at
    while at < bytes.count, bytes[at] != 0x0A, !startsComment { at += 1 }
    return text(start..<at).filter { !$0.isWhitespace }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard skipBlanks(), bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func startsList() -> Bool {
    skipBlanks() && "{(".utf8.contains(bytes[at])
  }

  /// Skips white space and comments. False at the end of the file.
  private mutating func skipBlanks() -> Bool {
    while at < bytes.count {
      if bytes[at] <= 0x20 {
        at += 1
      } else if startsComment {
        at = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
      } else if !isConfiguration, bytes[at...].starts(with: "/*".utf8) {
        at += 2
        while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
        at = min(at + 2, bytes.count)
      } else {
        return true
      }
    }
    return false
  }

  private var startsComment: Bool { bytes[at...].starts(with: "//".utf8) }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "$", "[", "-", 0x80...: true
    case "/": !isConfiguration
    default: false
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
