struct SwiftToken {
  enum Kind: UInt8 {
    /// Identifiers and keywords.
    case word
    /// A name in backticks, which is no keyword.
    case quotedWord
    /// A string without interpolation; the range is that of its content.
    case text
    /// Numbers, regular expressions, and pieces of strings with interpolation.
    case literal
    case opening, closing
    case `operator`
    /// `#if`, `#elseif`, `#else` and `#endif` with their conditions.
    case directive
    case mark
  }

  let kind: Kind
  let start: Int
  /// For an opening bracket, the index of the token that closes it. For other tokens, the offset of
  /// their end.
  fileprivate(set) var end: Int
}

/// The tokens of Swift source. Broken source has tokens, too.
package struct SwiftTokens {
  package let source: SourceFile
  private(set) var tokens: [SwiftToken] = []
  /// The first problem of each kind.
  private(set) var problems: [(message: String, range: Range<Int>)] = []

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var brackets: [Int] = []
  private var conditions: [Int] = []
  /// The number of strings whose interpolation is being read.
  private var stringCount = 0

  package init(_ source: SourceFile) {
    self.source = source
    bytes = source.text.bytes
    tokens.reserveCapacity(bytes.count / 4)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    while offset < bytes.count { readToken() }
    if let bracket = brackets.last {
      let start = tokens[bracket].start
      add("'\(self[start])' is not closed before the end of the file", at: start)
    }
    for bracket in brackets { tokens[bracket].end = tokens.count }
    if let condition = conditions.last { add("'#if' has no '#endif'", at: condition) }
  }

  /// Adds the first problem of a kind. Later ones are often consequences.
  private mutating func add(_ message: String, at start: Int) {
    if problems.contains(where: { $0.message == message }) { return }
    problems.append((message, start..<min(start + 1, bytes.count)))
  }

  // MARK: Bytes

  @inline(__always)
  private subscript(index: Int) -> Unicode.Scalar {
    index < bytes.count ? Unicode.Scalar(bytes[index]) : "\0"
  }

  @inline(__always)
  private static func isWord(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "\u{80}"...: true
    default: false
    }
  }

  private static func isOperator(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "!", "%", "&", "*", "+", "-", "/", "<", "=", ">", "?", "^", "|", "~": true
    default: false
    }
  }

  private static func isLineEnd(_ byte: Unicode.Scalar) -> Bool { byte == "\n" || byte == "\r" }

  private var isComment: Bool {
    self[offset] == "/" && (self[offset + 1] == "/" || self[offset + 1] == "*")
  }

  @inline(__always)
  private mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
    while offset < bytes.count, condition(self[offset]) { offset &+= 1 }
  }

  private func count(of wanted: Unicode.Scalar, at start: Int) -> Int {
    var end = start
    while self[end] == wanted { end &+= 1 }
    return end - start
  }

  // MARK: Tokens

  private mutating func append(_ kind: SwiftToken.Kind, from start: Int) {
    tokens.append(SwiftToken(kind: kind, start: start, end: offset))
  }

  private mutating func readToken() {
    let start = offset
    let first = self[start]
    switch first {
    case "\0"..." ": offset &+= 1
    case "\"": readString(hashes: 0)
    case "#": readHash()
    case "/" where self[start + 1] == "/": skip { !Self.isLineEnd($0) }
    case "/" where self[start + 1] == "*": skipComment()
    case "/" where beginsOperand(tokens.count, at: start) && skipRegex(hashes: 0):
      append(.literal, from: start)
    case "(", "[", "{": open()
    case ")", "]", "}": close()
    case "`":
      offset += 1
      skip { $0 != "`" && !Self.isLineEnd($0) }
      append(.quotedWord, from: start + 1)
      if self[offset] == "`" { offset += 1 }
    case _ where Self.isWord(first):
      skip(while: Self.isWord)
      append("0"..."9" ~= first ? .literal : .word, from: start)
    case _ where Self.isOperator(first):
      repeat { offset &+= 1 } while Self.isOperator(self[offset]) && !isComment
      append(.operator, from: start)
    default:
      offset &+= 1
      append(.mark, from: start)
    }
  }

  private mutating func skipComment() {
    let start = offset
    var depth = 0
    repeat {
      switch (self[offset], self[offset + 1]) {
      case ("/", "*"): (depth, offset) = (depth + 1, offset + 2)
      case ("*", "/"): (depth, offset) = (depth - 1, offset + 2)
      default: offset &+= 1
      }
    } while depth > 0 && offset < bytes.count
    if depth > 0 { add("the comment is not closed", at: start) }
  }

  private mutating func open() {
    brackets.append(tokens.count)
    offset &+= 1
    append(.opening, from: offset &- 1)
  }

  private mutating func close() {
    // In ASCII, `(` is one before `)`; the others are two apart.
    let opening = bytes[offset] - (self[offset] == ")" ? 1 : 2)
    let match = brackets.lastIndex { bytes[tokens[$0].start] == opening }
    if match == nil || match != brackets.indices.last {
      add("'\(self[offset])' closes nothing", at: offset)
    }
    // A bracket that is missing inside another one ends with it.
    if let match {
      for bracket in brackets[match...] { tokens[bracket].end = tokens.count }
      brackets.removeSubrange(match...)
    }
    offset &+= 1
    append(.closing, from: offset &- 1)
  }

  // MARK: Strings

  private mutating func readString(hashes: Int) {
    let start = offset - hashes
    // `#"""#` is a quotation mark.
    let isMultiline =
      count(of: "\"", at: offset) >= 3 && (hashes == 0 || Self.isLineEnd(self[offset + 3]))
    let quotes = isMultiline ? 3 : 1
    offset += quotes
    var (piece, kind) = (offset, SwiftToken.Kind.text)
    while offset < bytes.count, isMultiline || !Self.isLineEnd(self[offset]) {
      if self[offset] == "\"", count(of: "\"", at: offset) >= quotes,
        count(of: "#", at: offset + quotes) >= hashes
      {
        append(kind, from: piece)
        offset += quotes + hashes
        return
      }
      let isEscape = self[offset] == "\\" && count(of: "#", at: offset + 1) >= hashes
      offset &+= isEscape ? 1 + hashes : 1
      guard isEscape, offset < bytes.count, !Self.isLineEnd(self[offset]) else { continue }
      // The limit protects the stack.
      guard self[offset] == "(", stringCount < 100 else {
        offset += 1
        continue
      }
      kind = .literal
      append(kind, from: piece)
      let depth = brackets.count
      stringCount += 1
      open()
      while offset < bytes.count, brackets.count > depth { readToken() }
      stringCount -= 1
      piece = offset
    }
    add("the string is not closed", at: start)
    append(.literal, from: piece)
  }

  /// Reads what begins with `#`: a string, regular expression, directive or macro's mark.
  private mutating func readHash() {
    let start = offset
    let hashes = count(of: "#", at: start)
    offset += hashes
    if self[offset] == "\"" { return readString(hashes: hashes) }
    if self[offset] == "/", skipRegex(hashes: hashes) { return append(.literal, from: start) }
    offset = start + 1
    skip(while: Self.isWord)
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "#if": conditions.append(start)
    case "#elseif", "#else", "#endif":
      if conditions.isEmpty { add("'\(word)' without '#if'", at: start) }
      if word == "#endif" { _ = conditions.popLast() }
    default:
      offset = start + 1
      return append(.mark, from: start)
    }
    while offset < bytes.count, !Self.isLineEnd(self[offset]), !isComment { offset &+= 1 }
    append(.directive, from: start)
  }

  /// Skips a regular expression; false if the slash is an operator.
  private mutating func skipRegex(hashes: Int) -> Bool {
    if hashes == 0, [" ", "\t", ")", ",", "="].contains(self[offset + 1]) { return false }
    let spansLines = hashes > 0 && Self.isLineEnd(self[offset + 1])
    var end = offset + 1
    while end < bytes.count, spansLines || !Self.isLineEnd(self[end]) {
      if self[end] == "/", count(of: "#", at: end + 1) >= hashes {
        if hashes == 0, self[end - 1] == " " { return false }
        offset = end + 1 + hashes
        return true
      }
      end += self[end] == "\\" ? 2 : 1
    }
    return false
  }
}

// MARK: - Reading tokens

extension SwiftTokens {
  /// The bytes of a word, text or mark.
  private func range(_ index: Int) -> Range<Int> {
    let (start, end) = (tokens[index].start, end(index))
    return start..<max(start, end)
  }

  func end(_ index: Int) -> Int {
    tokens[index].kind == .opening ? tokens[index].start + 1 : tokens[index].end
  }

  func text(_ index: Int) -> String {
    String(decoding: source.text.bytes[range(index)], as: UTF8.self)
  }

  /// The token's text. Empty beyond the ends, for strings, and for names in backticks, which are no
  /// keywords.
  func spelling(_ index: Int) -> String {
    guard tokens.indices.contains(index), tokens[index].kind != .quotedWord,
      tokens[index].kind != .text
    else { return "" }
    return text(index)
  }

  func isName(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    return tokens[index].kind == .word || tokens[index].kind == .quotedWord
  }

  /// The index after the token, or after the bracket that closes it.
  func next(after index: Int) -> Int {
    tokens[index].kind == .opening ? min(tokens[index].end + 1, tokens.count) : index + 1
  }

  /// Indices of the tokens in a bracket, without those in nested brackets.
  func tokens(inside bracket: Int) -> [Int] {
    let end = min(tokens[bracket].end, tokens.count)
    return Array(sequence(first: bracket + 1) { next(after: $0) }.prefix { $0 < end })
  }

  func beginsLine(_ index: Int) -> Bool {
    index == 0 || source.text.bytes[end(index - 1)..<tokens[index].start].contains(0x0A)
  }

  /// Whether an operand can begin at `offset`. False for an operator or member after an operand.
  func beginsOperand(_ index: Int, at offset: Int) -> Bool {
    guard let last = tokens.prefix(index).last else { return true }
    let spelling = spelling(index - 1)
    switch last.kind {
    case .word: return ["return", "case", "in", "else"].contains(spelling)
    case .operator: return last.end < offset || spelling != "?" && spelling != "!"
    case .opening, .directive: return true
    case .mark: return spelling != "."
    case .quotedWord, .text, .literal, .closing: return false
    }
  }
}
