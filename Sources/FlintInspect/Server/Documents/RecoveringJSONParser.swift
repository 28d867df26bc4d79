/// Repairs JSON: closes brackets, inserts commas and colons, and writes `null` for missing values.
struct RecoveringJSONParser {
  var output: [UInt8] = []

  /// The offset in the text of each byte of ``output``; -1 for inserted bytes.
  var origins: [Int32] = []

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var frames: [Frame] = []
  private var isRootRead = false

  private struct Frame {
    let isObject: Bool
    var next = Next.first
  }

  private enum Next {
    /// The first key or element, after an opening bracket.
    case first
    /// A further key or element, after a comma.
    case further
    case colon
    case value
    case comma

    /// The text that completes a member without a value.
    var completion: String {
      switch self {
      case .colon: ":null"
      case .value: "null"
      case .first, .further, .comma: ""
      }
    }
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count + 64)
  }

  /// Repairs the whole text. False if there is no value, or if it is nested too deeply.
  mutating func recover() -> Bool {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while true {
      copy(to: skippingSpace(position))
      guard position < bytes.count, frames.count <= JSONParser.depthLimit else { break }
      let next = skippingComment(position)
      if next > position { position = next } else { token() }
    }
    guard frames.count <= JSONParser.depthLimit else { return false }
    while !frames.isEmpty { close() }
    return isRootRead
  }

  private mutating func token() {
    switch bytes[position] {
    case "{", "[":
      let isObject = bytes[position] == "{"
      guard prepareValue() else { return skip() }
      copy(to: position + 1)
      frames.append(Frame(isObject: isObject))
    case "}": closing(object: true)
    case "]": closing(object: false)
    case ",": comma()
    case ":":
      guard frames.last?.next == .colon else { return skip() }
      copy(to: position + 1)
      setNext(.value)
    case "\"", "'": string()
    default: word()
    }
  }

  // MARK: Values

  /// Adds the comma, key or colon that is missing before a value. False if the document's only
  /// value has already ended.
  @discardableResult
  private mutating func prepareValue() -> Bool {
    guard let frame = frames.last else {
      defer { isRootRead = true }
      return !isRootRead
    }
    if frame.next == .comma { put(",") }
    if frame.isObject, frame.next != .value { put(frame.next == .colon ? ":" : "\"\":") }
    setNext(.comma)
    return true
  }

  /// Adds the value or punctuation that is missing before a key.
  private mutating func prepareKey(_ next: Next) {
    put(next.completion)
    if ![.first, .further].contains(next) { put(",") }
    setNext(.colon)
  }

  private mutating func string() {
    let token = StringToken(bytes, at: position)
    if let frame = frames.last {
      let isKey = hasColon(after: token.end)
      if frame.isObject {
        if !isKey && [.colon, .value].contains(frame.next) {
          prepareValue()
        } else {
          prepareKey(frame.next)
        }
      } else if isKey, isInMember {
        // A key cannot be an element of an array. The array's closing bracket must be missing before the key.
        close()
        prepareKey(.comma)
      } else {
        prepareValue()
      }
    } else if !prepareValue() {
      position = token.end
      return
    }
    copyString(token)
  }

  private mutating func copyString(_ token: StringToken) {
    let isQuoted = bytes[position] == "\""
    if isQuoted { copy(to: position + 1) } else { replace(upTo: position + 1, by: "\"") }
    for fault in token.faults {
      copy(to: fault.lowerBound)
      position = fault.upperBound
      // A double quote within a string in single quotes must be escaped in the output.
      if bytes[fault.lowerBound] == "\"" { put("\\\"") }
    }
    copy(to: token.contentEnd)
    if isQuoted, token.end > token.contentEnd {
      copy(to: token.end)
    } else {
      replace(upTo: token.end, by: "\"")
    }
  }

  private mutating func word() {
    var end = position
    while end < bytes.count, bytes[end] > 0x20, !",:{}[]\"'".utf8.contains(bytes[end]) { end += 1 }
    guard end > position else { return skip() }
    let text = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
    let isName = text.allSatisfy { JSONParser.isWordByte($0) || $0 == 0x2D || $0 == 0x2E }
    if let frame = frames.last, frame.isObject, isName,
      frame.next != .value && frame.next != .colon || hasColon(after: end)
    {
      prepareKey(frame.next)
      put("\"")
      copy(to: end)
      put("\"")
    } else if let frame = frames.last, frame.isObject, frame.next != .value {
      position = end
    } else if !prepareValue() {
      position = end
    } else if (try? JSONDocument(text.map(\.self))) != nil {
      copy(to: end)
    } else {
      replace(upTo: end, by: "null")
    }
  }

  // MARK: Structure

  private mutating func comma() {
    let next = skippingComments(position + 1)
    let isLast = next >= bytes.count || ",}]".utf8.contains(bytes[next])
    guard let frame = frames.last, !isLast, !endsList(before: next) else { return skip() }
    switch frame.next {
    case .first, .further: return skip()
    case .value where !frame.isObject: return skip()
    case .colon, .value, .comma: put(frame.next.completion)
    }
    copy(to: position + 1)
    setNext(.further)
  }

  /// Whether a string is a key of the object around its list: `"b"` in `{"a": [1, "b": 2}`.
  private func endsList(before next: Int) -> Bool {
    frames.last?.isObject == false && isInMember && bytes[next] == "\""
      && hasColon(after: StringToken(bytes, at: next).end)
  }

  /// Whether the innermost open container is a member of an object.
  private var isInMember: Bool { frames.dropLast().last?.isObject == true }

  private mutating func closing(object isObject: Bool) {
    guard let match = frames.lastIndex(where: { $0.isObject == isObject }) else { return skip() }
    // This bracket would close the root value, but further members follow. It is probably one closing bracket too many.
    if match == 0 {
      var next = skippingComments(position + 1)
      while next < bytes.count, "]}".utf8.contains(bytes[next]) {
        next = skippingComments(next + 1)
      }
      if next < bytes.count, ",\"".utf8.contains(bytes[next]) { return skip() }
    }
    while frames.count > match + 1 { close() }
    completeLastElement()
    copy(to: position + 1)
    frames.removeLast()
  }

  private mutating func close() {
    completeLastElement()
    put(frames.removeLast().isObject ? "}" : "]")
  }

  /// Completes the last element, for example by `:null` after a key.
  private mutating func completeLastElement() {
    guard let frame = frames.last else { return }
    // A comma was copied, but the text after it was skipped as invalid. JSON requires an element after a comma.
    let element = frame.isObject ? "\"\":null" : "null"
    put(frame.next == .further ? element : frame.next.completion)
  }

  private mutating func setNext(_ next: Next) {
    if !frames.isEmpty { frames[frames.count - 1].next = next }
  }

  // MARK: Output

  private mutating func copy(to end: Int) {
    guard end > position else { return }
    output.append(contentsOf: bytes[position..<end])
    origins += Int32(position)..<Int32(end)
    position = end
  }

  private mutating func put(_ text: String) {
    output += text.utf8
    origins += repeatElement(-1, count: text.utf8.count)
  }

  private mutating func replace(upTo end: Int, by text: String) {
    put(text)
    position = end
  }

  private mutating func skip() { position += 1 }

  // MARK: Lookahead

  private func has(_ text: String, at index: Int) -> Bool {
    index < bytes.count && bytes[index...].starts(with: text.utf8)
  }

  private func hasColon(after end: Int) -> Bool { has(":", at: skippingComments(end)) }

  private func skippingSpace(_ start: Int) -> Int {
    var end = start
    while end < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[end]) { end += 1 }
    return end
  }

  private func skippingComment(_ start: Int) -> Int {
    let isBlock = has("/*", at: start)
    guard isBlock || has("//", at: start) else { return start }
    var end = start + 2
    while end < bytes.count {
      if isBlock, has("*/", at: end) { return end + 2 }
      if !isBlock, bytes[end].isLineEnd { return end }
      end += 1
    }
    return end
  }

  private func skippingComments(_ start: Int) -> Int {
    var end = skippingSpace(start)
    while case let next = skippingComment(end), next > end { end = skippingSpace(next) }
    return end
  }
}

private struct StringToken {
  var contentEnd: Int
  var end: Int

  /// Ranges of bytes that no string can contain, ascending.
  var faults: [Range<Int>] = []

  init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    let quote = bytes[start]
    var position = start + 1
    while position < bytes.count, bytes[position] != quote, !bytes[position].isLineEnd {
      let length = Self.length(in: bytes, at: position)
      if length < 0 {
        faults.append(position..<position - length)
      } else if bytes[position] == "\"" {
        faults.append(position..<position + 1)
      }
      position += abs(length)
    }
    if position < bytes.count, bytes[position] == quote {
      contentEnd = position
      end = position + 1
      return
    }
    // A closing quotation mark is missing. Brackets, commas and white space at the end of the line are probably not
    // part of the string.
    while position > start + 1, " \t,}]".utf8.contains(bytes[position - 1]) { position -= 1 }
    if let last = faults.last, last.upperBound > position { position = last.upperBound }
    contentEnd = position
    end = position
  }

  /// The bytes of a character or escape; negative if JSON does not permit it.
  static func length(in bytes: UnsafeRawBufferPointer, at position: Int) -> Int {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return -1 }
    let (start, end) = (base + position, base + bytes.count)
    if bytes[position] == "\\" {
      guard end - start >= 2, start[1] >= 0x20, start[1] < 0x80 else { return -1 }
      guard start[1] == "u" else {
        return "\"\\/bfnrt".utf8.contains(start[1]) ? 2 : -1
      }
      guard let escape = JSONString.unicodeEscape(at: start, end: end) else { return -2 }
      return escape.length ?? -6
    }
    if bytes[position] < 0x20 { return -1 }
    let length = UTF8Scan.length(at: start, end: end)
    return length > 0 ? length : -1
  }
}

/// Valid JSON made from an invalid text, with the offsets in both.
struct RecoveredJSON {
  let document: JSONDocument

  let sourceText: SourceText

  /// The text's offset for each byte; nil if the text was already valid.
  private let origins: [Int32]?

  /// Nil without any value, or if it is nested too deeply.
  init?(_ text: SourceText) {
    var parser = RecoveringJSONParser(text.bytes)
    guard withExtendedLifetime(text, { parser.recover() }),
      let document = try? JSONDocument(parser.output)
    else { return nil }
    (self.document, sourceText, origins) = (document, text, parser.origins)
  }

  init(_ document: JSONDocument) {
    (self.document, sourceText, origins) = (document, document.text, nil)
  }

  /// The offset in the document of an offset in the text. Before inserted bytes, unless a value or
  /// key begins there.
  func offset(ofSource offset: Int) -> Int {
    guard let origins else { return offset }
    if let same = origins.firstIndex(of: Int32(offset)),
      !",:]}".utf8.contains(document.text.bytes[same])
    {
      return same
    }
    return (origins.lastIndex { 0..<Int32(offset) ~= $0 } ?? -1) + 1
  }

  /// The range in the text; nil if all its bytes were inserted.
  func source(of range: Range<Int>) -> Range<Int>? {
    guard let origins else { return range }
    func isCopied(_ origin: Int32) -> Bool { origin >= 0 }
    if range.isEmpty {
      let offset = Int(
        origins[range.lowerBound...].first(where: isCopied) ?? (origins.last(where: isCopied) ?? -1)
          + 1)
      return offset..<offset
    }
    guard let first = origins[range].first(where: isCopied),
      let last = origins[range].last(where: isCopied)
    else { return nil }
    return Int(first)..<Int(last) + 1
  }

  /// The diagnostic with its range in the text; nil if it is only about inserted bytes.
  func source(of diagnostic: Diagnostic) -> Diagnostic? {
    guard let range = diagnostic.range else { return diagnostic }
    guard let sourceRange = source(of: range) else { return nil }
    var diagnostic = diagnostic
    diagnostic.range = sourceRange
    return diagnostic
  }
}
