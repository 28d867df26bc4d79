/// Parses RFC 8259 strictly. Reads the text once, without recursion, and appends nodes to a tape.
package struct JSONParser: ~Copyable {
  /// Maximum depth of nested containers.
  package static let depthLimit = 512

  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  var position: UnsafePointer<UInt8>
  var tape: JSONTape
  private var frames: [Frame] = []
  private var duplicates: [JSONDuplicateKey] = []

  private struct Frame {
    var node: Int
    var isObject: Bool
    var count = 0
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty buffer may have no address. Any other address can be used instead, because `end` equals `base`, so that
    // nothing is read.
    base = bytes.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped
    end = base + bytes.count
    position = base
    tape = JSONTape(capacity: bytes.count / 4)
  }

  struct Result {
    var nodes: UnsafeMutablePointer<JSONNode>
    var count: Int
    var duplicates: [JSONDuplicateKey]
  }

  static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> Result {
    guard bytes.count <= JSONNode.textLimit else {
      throw JSONSyntaxError(.tooLong(limit: JSONNode.textLimit), 0..<0)
    }
    var parser = JSONParser(bytes.assumingMemoryBound(to: UInt8.self))
    try parser.document()
    return parser.finish()
  }

  private consuming func finish() -> Result {
    let duplicates = duplicates.sorted { $0.second < $1.second }
    let (nodes, count) = tape.take()
    return Result(nodes: nodes, count: count, duplicates: duplicates)
  }

  // MARK: Structure

  private mutating func document() throws(JSONSyntaxError) {
    // A byte order mark.
    if end - base >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { position += 3 }
    skipSpace()
    while true {
      if try !value() { continue }
      while !frames.isEmpty, try closeOrAdvance() {}
      if frames.isEmpty { break }
    }
    skipSpace()
    guard position == end else { throw secondValue() }
  }

  @inline(__always)
  private mutating func value() throws(JSONSyntaxError) -> Bool {
    guard position < end else { throw unexpected(expectedValue) }
    switch position.pointee {
    case "\"": tape.append(try string())
    case "{": return try open(object: true)
    case "[": return try open(object: false)
    case "t": try literal("true")
    case "f": try literal("false")
    case "n": try literal("null")
    case "-", "0"..."9": tape.append(try number())
    default: throw unexpected(expectedValue)
    }
    return true
  }

  /// Reads a closing bracket, or a comma. After the comma, reads an object's next key. Returns
  /// whether it was the bracket.
  @inline(__always)
  private mutating func closeOrAdvance() throws(JSONSyntaxError) -> Bool {
    frames[frames.count - 1].count &+= 1
    let isObject = frames[frames.count - 1].isObject
    skipSpace()
    let closing: Unicode.Scalar = isObject ? "}" : "]"
    guard position < end, position.pointee == "," || position.pointee == closing
    else {
      throw unexpected(isObject ? .commaOrEndOfObject : .commaOrEndOfArray)
    }
    if position.pointee == closing {
      close()
      return true
    }
    position += 1
    skipSpace()
    if isObject { try keyAndColon(orEnd: false) }
    return false
  }

  private mutating func open(object isObject: Bool) throws(JSONSyntaxError) -> Bool {
    guard frames.count < Self.depthLimit else {
      throw JSONSyntaxError(.tooDeep(limit: Self.depthLimit), range(1))
    }
    let node = tape.append(JSONNode(start: offset, extent: 0))
    frames.append(Frame(node: node, isObject: isObject))
    position += 1
    skipSpace()
    if position < end,
      position.pointee == (isObject ? "}" : "]")
    {
      close()
      return true
    }
    if isObject { try keyAndColon(orEnd: true) }
    return false
  }

  private mutating func close() {
    let frame = frames.removeLast()
    tape.append(JSONNode(start: offset, extent: frame.count))
    position += 1
    tape.nodes[frame.node] = JSONNode(start: tape.nodes[frame.node].start, extent: tape.count)
    guard frame.isObject else { return }
    JSONDuplicateKey.find(
      in: JSONValue(bytes: base, nodes: tape.nodes, index: frame.node), into: &duplicates)
  }

  @inline(__always)
  private mutating func keyAndColon(orEnd: Bool) throws(JSONSyntaxError) {
    guard position < end, position.pointee == "\"" else {
      throw unexpected(orEnd ? .keyOrEndOfObject : .key)
    }
    tape.append(try string())
    skipSpace()
    guard position < end, position.pointee == ":" else { throw unexpected(.colon) }
    position += 1
    skipSpace()
  }

  // MARK: Tokens

  @inline(__always)
  private mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    let length = word.utf8CodeUnitCount
    guard end - position >= length,
      UnsafeBufferPointer(start: position, count: length)
        .elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: length)),
      end - position == length || !Self.isWordByte(position[length])
    else { throw unexpected(expectedValue) }
    tape.append(JSONNode(start: offset, extent: offset &+ length))
    position += length
  }

  @inline(__always)
  mutating func skipSpace() {
    while position < end {
      let byte = position.pointee
      if byte > 0x20 { return }
      guard byte == 0x20 || byte.isLineEnd || byte == 0x09 else { return }
      position += 1
      while end - position >= 8, ByteScan.word(at: position) == 0x2020_2020_2020_2020 {
        position += 8
      }
    }
  }

  // MARK: Errors

  var offset: Int { position - base }

  func range(_ length: Int) -> Range<Int> { offset..<min(offset + length, end - base) }

  package static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z": true
    case "0"..."9", "_", "$": true
    default: false
    }
  }

  private var expectedValue: JSONSyntaxError.Expected {
    guard let frame = frames.last, !frame.isObject, frame.count == 0 else { return .value }
    return .valueOrEndOfArray
  }

  @inline(never)
  private func unexpected(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError {
    let opened = frames.last.map { base[tape.nodes[$0.node].start] }
    return JSONSyntaxDiagnosis(base: base, end: end, position: position)
      .error(expected: expected, opened: opened)
  }

  @inline(never)
  private func secondValue() -> JSONSyntaxError {
    JSONSyntaxDiagnosis(base: base, end: end, position: position).afterTheValue()
  }

  /// Reads a string from its quotation mark at `position`.
  @inline(__always)
  mutating func string() throws(JSONSyntaxError) -> JSONNode {
    let start = offset
    var hasEscapes = false
    position += 1
    while true {
      if end - position >= 8 {
        let stops = ByteScan.stringStops(ByteScan.word(at: position))
        if stops == 0 {
          position += 8
          continue
        }
        position += ByteScan.offset(ofFirst: stops)
      } else if position == end {
        throw JSONSyntaxError(.unterminatedString(isCutOff: true), start..<start + 1)
      }
      let byte = position.pointee
      if byte == "\"" {
        position += 1
        return JSONNode(start: start, extent: offset, isMarked: hasEscapes)
      } else if byte >= 0x80 {
        try multibyte()
      } else if byte == "\\" {
        hasEscapes = true
        try escape(stringStart: start)
      } else if byte < 0x20 {
        throw controlCharacter(byte, stringStart: start)
      } else {
        position += 1
      }
    }
  }

  /// The error for a control character. At a line end, the string probably lacks a quotation mark,
  /// or the text is truncated.
  @inline(never)
  private func controlCharacter(_ byte: UInt8, stringStart: Int) -> JSONSyntaxError {
    guard byte.isLineEnd else {
      return JSONSyntaxError(.controlCharacter(byte), range(1))
    }
    let isCutOff = UnsafeBufferPointer(start: position, count: end - position).allSatisfy {
      $0 == 0x20 || 0x09...0x0D ~= $0
    }
    return JSONSyntaxError(
      .unterminatedString(isCutOff: isCutOff), stringStart..<stringStart + 1)
  }

  @inline(never)
  private mutating func multibyte() throws(JSONSyntaxError) {
    while position < end, position.pointee >= 0x80 {
      let length = UTF8Scan.length(at: position, end: end)
      guard length > 0 else { throw JSONSyntaxError(.notUTF8(position.pointee), range(1)) }
      position += length
    }
  }

  @inline(never)
  private mutating func escape(stringStart: Int) throws(JSONSyntaxError) {
    guard end - position >= 2 else {
      throw JSONSyntaxError(
        .unterminatedString(isCutOff: true), stringStart..<stringStart + 1)
    }
    switch position[1] {
    case "\"", "\\", "/", "b", "f", "n", "r", "t":
      position += 2
    case "u": try unicodeEscape()
    default:
      throw JSONSyntaxDiagnosis(base: base, end: end, position: position + 1).invalidEscape(
        stringStart: stringStart)
    }
  }

  private mutating func unicodeEscape() throws(JSONSyntaxError) {
    guard let (unit, length) = JSONString.unicodeEscape(at: position, end: end) else {
      throw JSONSyntaxError(.unicodeEscape, range(2))
    }
    guard let length else { throw JSONSyntaxError(.loneSurrogate(unit), range(6)) }
    position += length
  }

  /// Reads a number from its first character at `position`.
  @inline(__always)
  mutating func number() throws(JSONSyntaxError) -> JSONNode {
    let start = offset
    var hasFractionOrExponent = false
    if position.pointee == "-" { position += 1 }
    let leadsWithZero = position < end && position.pointee == "0"
    let digits = try self.digits(of: .integer, numberStart: start)
    if leadsWithZero, digits > 1 { throw JSONSyntaxError(.leadingZero, start..<offset) }
    if position < end, position.pointee == "." {
      hasFractionOrExponent = true
      position += 1
      try self.digits(of: .fraction, numberStart: start)
    }
    if position < end, position.pointee | 0x20 == "e" {
      hasFractionOrExponent = true
      position += 1
      if position < end,
        position.pointee == "+" || position.pointee == "-"
      {
        position += 1
      }
      try self.digits(of: .exponent, numberStart: start)
    }
    return JSONNode(start: start, extent: offset, isMarked: hasFractionOrExponent)
  }

  @inline(__always)
  @discardableResult
  private mutating func digits(
    of part: JSONSyntaxError.NumberPart, numberStart: Int
  ) throws(JSONSyntaxError) -> Int {
    let first = position
    while position < end, position.pointee &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > first else {
      throw JSONSyntaxError(.missingDigits(in: part), numberStart..<offset)
    }
    return position - first
  }
}
