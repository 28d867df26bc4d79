import FlintText

/// With comments, CDATA, the five entities and character references.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var at = 0
  private static let depthLimit = 512

  init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    if let kind = bytes.withUnsafeBufferPointer({ FileKind(beginning: $0) }) {
      throw PropertyListProblem(fact: .otherFile(kind), range: nil)
    }
    guard String(validUTF8: bytes) != nil else {
      throw PropertyListProblem(fact: .notUTF8, range: nil)
    }
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  mutating func entries() throws(PropertyListProblem) -> [PropertyList.Entry] {
    try skipBetween(allowingDocumentType: true)
    try expectOpening("plist")
    try skipBetween()
    let start = at
    guard let root = try tag(), root.name == "dict", root.kind != .closing else {
      let end = min(max(at, start + 1), bytes.count)
      throw PropertyListProblem(fact: .notADictionary, range: start..<end)
    }
    let entries = root.kind == .empty ? [] : try dictionary(depth: 1)
    try skipBetween()
    try expectClosing("plist")
    try skipBetween()
    guard at == bytes.count else { throw expected("the end of the file") }
    return entries
  }

  // MARK: Values

  private mutating func dictionary(
    depth: Int
  ) throws(PropertyListProblem) -> [PropertyList.Entry] {
    var entries: [PropertyList.Entry] = []
    while true {
      try skipBetween()
      let start = at
      guard let tag = try tag() else { throw expected("a key or '</dict>'") }
      if tag.kind == .closing, tag.name == "dict" { return entries }
      guard tag.name == "key", tag.kind != .closing else {
        at = start
        throw expected("a key or '</dict>'")
      }
      let textStart = at
      let key = tag.kind == .empty ? "" : try text(of: "key")
      let range = textStart..<max(at - "</key>".utf8.count, textStart)
      try skipBetween()
      guard let value = try self.tag(), value.kind != .closing else { throw expected("a value") }
      let isText = try finish(value, depth: depth + 1)
      entries.append(.init(key: key, isText: isText, range: range))
    }
  }

  private mutating func finish(_ opened: Tag, depth: Int) throws(PropertyListProblem) -> Bool {
    guard depth <= Self.depthLimit else {
      throw PropertyListProblem(fact: .tooDeep, range: opened.range)
    }
    switch opened.name {
    case "dict":
      if opened.kind == .opening { _ = try dictionary(depth: depth) }
    case "array":
      if opened.kind == .opening { try array(depth: depth) }
    case "true", "false":
      if opened.kind == .opening {
        try skipBetween()
        try expectClosing(opened.name)
      }
    case "string", "data", "date", "integer", "real":
      if opened.kind == .opening { _ = try text(of: opened.name) }
    default: throw PropertyListProblem(fact: .unknownElement(opened.name), range: opened.range)
    }
    return opened.name == "string"
  }

  private mutating func array(depth: Int) throws(PropertyListProblem) {
    while true {
      try skipBetween()
      guard let tag = try tag() else { throw expected("a value or '</array>'") }
      if tag.kind == .closing, tag.name == "array" { return }
      guard tag.kind != .closing else { throw expected("a value or '</array>'") }
      _ = try finish(tag, depth: depth + 1)
    }
  }

  // MARK: Text

  private mutating func text(of element: String) throws(PropertyListProblem) -> String {
    var text: [UInt8] = []
    while at < bytes.count {
      if starts("<![CDATA[") {
        at += 9
        let end = try find("]]>")
        text += bytes[at..<end]
        at = end + 3
      } else if starts("<!--") {
        try skip(past: "-->")
      } else if bytes[at] == UInt8(ascii: "<") {
        try expectClosing(element)
        return String(decoding: text, as: UTF8.self)
      } else if bytes[at] == UInt8(ascii: "&") {
        text += try entity().utf8
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    throw expected("'</\(element)>'")
  }

  private mutating func entity() throws(PropertyListProblem) -> String {
    let start = at
    let end = try find(";")
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    at = end + 1
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    if let scalar = number.flatMap(Unicode.Scalar.init) { return String(scalar) }
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: throw PropertyListProblem(fact: .unknownEntity(name), range: start..<at)
    }
  }

  // MARK: Tags

  private struct Tag {
    enum Kind { case opening, closing, empty }
    var name: String
    var kind: Kind
    var range: Range<Int>
  }

  private mutating func tag() throws(PropertyListProblem) -> Tag? {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "<") else { return nil }
    let start = at
    at += 1
    let isClosing = at < bytes.count && bytes[at] == UInt8(ascii: "/")
    if isClosing { at += 1 }
    let nameStart = at
    while at < bytes.count, Self.isNameByte(bytes[at]) { at += 1 }
    let name = String(decoding: bytes[nameStart..<at], as: UTF8.self)
    try skipAttributes()
    let isEmpty = bytes[at] == UInt8(ascii: "/")
    at += 1
    if isEmpty {
      guard at < bytes.count, bytes[at] == UInt8(ascii: ">"), !isClosing else {
        throw expected("'>'")
      }
      at += 1
    }
    return Tag(
      name: name, kind: isClosing ? .closing : isEmpty ? .empty : .opening, range: start..<at)
  }

  private mutating func skipAttributes() throws(PropertyListProblem) {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: ">"), UInt8(ascii: "/"): return
      case UInt8(ascii: "<"): throw expected("'>'")
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
      default: at += 1
      }
    }
    throw expected("'>'")
  }

  private mutating func skipQuoted() throws(PropertyListProblem) {
    let quote = bytes[at]
    guard let end = bytes[(at + 1)...].firstIndex(of: quote) else {
      throw expected("the closing quote")
    }
    at = end + 1
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"), 0x00...0x20: false
    default: true
    }
  }

  private mutating func expectOpening(_ name: String) throws(PropertyListProblem) {
    let start = at
    guard let tag = try tag(), tag.name == name, tag.kind == .opening else {
      at = start
      throw expected("'<\(name)>'")
    }
  }

  private mutating func expectClosing(_ name: String) throws(PropertyListProblem) {
    let start = at
    guard let tag = try tag(), tag.name == name, tag.kind == .closing else {
      at = start
      throw expected("'</\(name)>'")
    }
  }

  // MARK: White space and comments

  private mutating func skipBetween(
    allowingDocumentType: Bool = false
  ) throws(PropertyListProblem) {
    while at < bytes.count {
      if bytes[at] == 0x20 || 0x09...0x0D ~= bytes[at] {
        at += 1
      } else if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<?") {
        try skip(past: "?>")
      } else if allowingDocumentType, starts("<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return
      }
    }
  }

  private mutating func skipDocumentType() throws(PropertyListProblem) {
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try skipQuoted()
        continue
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      default: break
      }
      at += 1
      if depth == 0 { return }
    }
    throw expected("'>'")
  }

  private func starts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return at + count <= bytes.count
      && text.withUTF8Buffer { bytes[at..<at + count].elementsEqual($0) }
  }

  private mutating func skip(past text: StaticString) throws(PropertyListProblem) {
    at = try find(text) + text.utf8CodeUnitCount
  }

  private mutating func find(_ text: StaticString) throws(PropertyListProblem) -> Int {
    let start = at
    defer { at = start }
    while at < bytes.count {
      if starts(text) { return at }
      at += 1
    }
    at = start
    throw expected("'\(text)'")
  }

  private func expected(_ what: String) -> PropertyListProblem {
    if bytes.isEmpty { return PropertyListProblem(fact: .empty, range: 0..<0) }
    if at < bytes.count, bytes[at] == UInt8(ascii: "#") {
      let word = bytes[at...].prefix { $0 > 0x20 }
      return PropertyListProblem(
        fact: .directive(String(decoding: word, as: UTF8.self)), range: word.indices)
    }
    return PropertyListProblem(fact: .expected(what), range: at..<min(at + 1, bytes.count))
  }
}
