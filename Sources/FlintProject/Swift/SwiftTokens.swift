package import FlintText

struct SwiftToken {
  enum Kind: UInt8 {
    /// Identifiers and keywords.
    case word
    /// A name in backticks, which is no keyword.
    case quotedWord
    /// A string without interpolation; the range is that of its content.
    case text
    /// Numbers, regular expressions and pieces of strings.
    case literal
    case opening, closing
    case `operator`
    /// `#if`, `#elseif`, `#else` and `#endif` with their conditions.
    case directive
    case mark
  }

  let kind: Kind
  let start: Int
  /// Of an opening bracket, the index of the token that closes it.
  fileprivate(set) var end: Int
}

/// The tokens of Swift source. Broken source has tokens, too.
package struct SwiftTokens {
  package let source: SourceFile
  private(set) var tokens: [SwiftToken] = []
  /// At most one of each kind.
  package private(set) var problems: [SyntaxProblem] = []

  package struct SyntaxProblem {
    let message: String
    let range: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var brackets: [Int] = []
  private var conditions: [Int] = []
  /// Strings whose interpolation is being read.
  private var strings: [StringLiteral] = []

  private struct StringLiteral {
    let start: Int
    let hashes: Int
    let isMultiline: Bool
    /// Outside its interpolation.
    var depth = 0
  }

  package init(_ source: SourceFile) {
    self.source = source
    bytes = source.text.bytes
    tokens.reserveCapacity(bytes.count / 4)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    while offset < bytes.count { readToken() }
    finish()
  }

  private mutating func finish() {
    if let string = strings.first { add("the string is not closed", at: string.start) }
    if let bracket = brackets.last {
      let start = tokens[bracket].start
      add("'\(word(bytes[start]))' is not closed before the end of the file", at: start)
    }
    for bracket in brackets { tokens[bracket].end = tokens.count }
    if let condition = conditions.last { add("'#if' has no '#endif'", at: condition) }
  }

  /// Later ones are often consequences.
  private mutating func add(_ message: String, at start: Int) {
    if problems.contains(where: { $0.message == message }) { return }
    problems.append(SyntaxProblem(message: message, range: start..<min(start + 1, bytes.count)))
  }

  private func word(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

  // MARK: Bytes

  @inline(__always)
  private func byte(_ distance: Int = 0) -> UInt8 {
    let index = offset &+ distance
    return index < bytes.count ? bytes[index] : 0
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private static func isOperatorByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "<"),
      UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "^"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while offset < bytes.count, condition(bytes[offset]) { offset &+= 1 }
  }

  private func count(of wanted: UInt8, at start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == wanted { end &+= 1 }
    return end - start
  }

  // MARK: Tokens

  private mutating func append(_ kind: SwiftToken.Kind, from start: Int, to end: Int? = nil) {
    tokens.append(SwiftToken(kind: kind, start: start, end: end ?? offset))
  }

  private mutating func readToken() {
    let start = offset
    let first = bytes[start]
    switch first {
    case 0...0x20: offset &+= 1
    case UInt8(ascii: "\""): readString(hashes: 0)
    case UInt8(ascii: "#"): readHash()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      skip { !Self.isLineEnd($0) }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "/") where skipRegex(): append(.literal, from: start)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open()
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(first)
    case UInt8(ascii: "`"): readQuotedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case _ where Self.isWordByte(first):
      skip(while: Self.isWordByte)
      append(.word, from: start)
    case _ where Self.isOperatorByte(first):
      offset &+= 1
      while Self.isOperatorByte(byte()), !isComment { offset &+= 1 }
      append(.operator, from: start)
    default:
      offset &+= 1
      append(.mark, from: start)
    }
  }

  private var isComment: Bool {
    byte() == UInt8(ascii: "/") && (byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"))
  }

  private mutating func readQuotedWord() {
    let start = offset + 1
    offset = start
    skip { $0 != UInt8(ascii: "`") && !Self.isLineEnd($0) }
    append(.quotedWord, from: start)
    if byte() == UInt8(ascii: "`") { offset += 1 }
  }

  private mutating func readNumber() {
    let start = offset
    skip(while: Self.isWordByte)
    if byte() == UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte(1) {
      offset += 1
      skip(while: Self.isWordByte)
    }
    append(.literal, from: start)
  }

  private mutating func skipComment() {
    let start = offset
    var depth = 0
    while offset < bytes.count {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        (depth, offset) = (depth + 1, offset + 2)
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        (depth, offset) = (depth - 1, offset + 2)
        if depth == 0 { return }
      } else {
        offset &+= 1
      }
    }
    add("the comment is not closed", at: start)
  }

  // MARK: Brackets

  private mutating func open() {
    brackets.append(tokens.count)
    offset &+= 1
    append(.opening, from: offset &- 1)
  }

  private mutating func close(_ closing: UInt8) {
    let opening: UInt8 =
      switch closing {
      case UInt8(ascii: ")"): UInt8(ascii: "(")
      case UInt8(ascii: "]"): UInt8(ascii: "[")
      default: UInt8(ascii: "{")
      }
    let start = offset
    offset &+= 1
    let partner = brackets.last.flatMap { bytes[tokens[$0].start] == opening ? $0 : nil }
    if partner == nil { add("'\(word(closing))' closes nothing", at: start) }
    // A bracket that is missing inside another one ends with it.
    if let match = partner ?? brackets.last(where: { bytes[tokens[$0].start] == opening }) {
      while let bracket = brackets.popLast() {
        tokens[bracket].end = tokens.count
        if bracket == match { break }
      }
    }
    append(.closing, from: start)
    if let string = strings.last, brackets.count <= string.depth {
      strings.removeLast()
      readContent(of: string, from: offset, isWhole: false)
    }
  }

  // MARK: Strings

  private mutating func readString(hashes: Int) {
    let start = offset - hashes
    let isMultiline =
      count(of: UInt8(ascii: "\""), at: offset) >= 3 && !isClosedOnLine(hashes: hashes)
    offset += isMultiline ? 3 : 1
    let string = StringLiteral(start: start, hashes: hashes, isMultiline: isMultiline)
    readContent(of: string, from: offset, isWhole: true)
  }

  /// Distinguishes `#"""#`, a quotation mark, from a string of several lines.
  private func isClosedOnLine(hashes: Int) -> Bool {
    if hashes == 0 { return false }
    var end = offset + 1
    while end < bytes.count, !Self.isLineEnd(bytes[end]) {
      if bytes[end] == UInt8(ascii: "\""), count(of: UInt8(ascii: "#"), at: end + 1) >= hashes {
        return true
      }
      end += 1
    }
    return false
  }

  private mutating func readContent(
    of string: StringLiteral, from start: Int, isWhole: Bool
  ) {
    let quotes = string.isMultiline ? 3 : 1
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\""), count(of: byte, at: offset) >= quotes,
        count(of: UInt8(ascii: "#"), at: offset + quotes) >= string.hashes
      {
        append(isWhole ? .text : .literal, from: start)
        offset += quotes + string.hashes
        return
      }
      if byte == UInt8(ascii: "\\"), count(of: UInt8(ascii: "#"), at: offset + 1) >= string.hashes {
        offset += 1 + string.hashes
        guard self.byte() == UInt8(ascii: "(") else {
          if offset < bytes.count, !Self.isLineEnd(bytes[offset]) { offset += 1 }
          continue
        }
        append(.literal, from: start)
        var interpolated = string
        interpolated.depth = brackets.count
        strings.append(interpolated)
        return open()
      }
      if !string.isMultiline, Self.isLineEnd(byte) { break }
      offset &+= 1
    }
    add("the string is not closed", at: string.start)
    append(.literal, from: start)
  }

  /// A string, a regular expression, a directive, or the mark of a macro.
  private mutating func readHash() {
    let start = offset
    let hashes = count(of: UInt8(ascii: "#"), at: start)
    offset += hashes
    if byte() == UInt8(ascii: "\"") { return readString(hashes: hashes) }
    if byte() == UInt8(ascii: "/"), skipRegex(hashes: hashes) {
      return append(.literal, from: start)
    }
    offset = start + 1
    let name = start + 1
    skip(while: Self.isWordByte)
    switch String(decoding: bytes[name..<offset], as: UTF8.self) {
    case "if": conditions.append(start)
    case let word where ["elseif", "else", "endif"].contains(word):
      if conditions.isEmpty { add("'#\(word)' without '#if'", at: start) }
      if word == "endif" { _ = conditions.popLast() }
    default:
      offset = name
      return append(.mark, from: start)
    }
    while offset < bytes.count, !Self.isLineEnd(bytes[offset]), !isComment { offset &+= 1 }
    append(.directive, from: start)
  }

  // MARK: Regular expressions

  /// False at an operator.
  private mutating func skipRegex(hashes: Int = 0) -> Bool {
    if hashes == 0, !canBeginRegex { return false }
    let spansLines = hashes > 0 && Self.isLineEnd(byte(1))
    var end = offset + 1
    while end < bytes.count, spansLines || !Self.isLineEnd(bytes[end]) {
      if bytes[end] == UInt8(ascii: "/"), count(of: UInt8(ascii: "#"), at: end + 1) >= hashes {
        if hashes == 0, bytes[end - 1] == UInt8(ascii: " ") { return false }
        offset = end + 1 + hashes
        return true
      }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }

  private var canBeginRegex: Bool {
    if [0x20, 0x09, UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "=")].contains(byte(1)) {
      return false
    }
    guard let last = tokens.indices.last else { return true }
    switch tokens[last].kind {
    case .word: return spells(last, "return") || spells(last, "in") || spells(last, "case")
    case .opening, .directive: return true
    case .operator: return tokens[last].end < offset
    case .mark: return !spells(last, ".")
    case .quotedWord, .text, .literal, .closing: return false
    }
  }
}

// MARK: - Reading tokens

extension SwiftTokens {
  /// The bytes of a word, text or mark.
  func range(_ index: Int) -> Range<Int> {
    tokens[index].start..<max(end(index), tokens[index].start)
  }

  func end(_ index: Int) -> Int {
    tokens[index].kind == .opening ? tokens[index].start + 1 : tokens[index].end
  }

  func text(_ index: Int) -> String {
    String(decoding: source.text.bytes[range(index)], as: UTF8.self)
  }

  /// False beyond the end, and for a keyword in backticks.
  func spells(_ index: Int, _ text: StaticString) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind != .quotedWord,
      tokens[index].kind != .text
    else { return false }
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let range = range(index)
    return range.count == wanted.count && source.text.bytes[range].elementsEqual(wanted)
  }

  func isName(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    return tokens[index].kind == .word || tokens[index].kind == .quotedWord
  }

  /// The index behind the token, or behind the bracket that closes it.
  func next(after index: Int) -> Int {
    tokens[index].kind == .opening ? min(tokens[index].end + 1, tokens.count) : index + 1
  }

  func beginsLine(_ index: Int) -> Bool {
    if index == 0 { return true }
    return source.text.bytes[end(index - 1)..<tokens[index].start].contains(0x0A)
  }
}
