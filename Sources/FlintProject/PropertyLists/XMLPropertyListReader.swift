/// Reads XML property lists. Accepts comments, CDATA, the five entities and character references.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var at = 0
  private static let depthLimit = 512

  init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    if let kind = bytes.withUnsafeBufferPointer({ FileKind(beginning: $0) }) {
      throw PropertyListProblem(
        "the file is \(kind.prose)",
        hint: kind.unpackingCommand.map { "run '\($0) FILE' to print its text" })
    }
    guard String(validUTF8: bytes) != nil else {
      throw PropertyListProblem("the property list is not UTF-8")
    }
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  mutating func entries() throws(PropertyListProblem) -> [PropertyList.Entry] {
    try skipBetween(allowingDocumentType: true)
    try expect(.opening, "plist")
    try skipBetween()
    let start = at
    guard let root = try tag(), root.name == "dict", root.kind != .closing else {
      throw .notADictionary(start..<min(max(at, start + 1), bytes.count))
    }
    let entries = root.kind == .empty ? [] : try content(of: "dict", depth: 1)
    try skipBetween()
    try expect(.closing, "plist")
    try skipBetween()
    guard at == bytes.count else { throw expected("the end of the file") }
    return entries
  }

  // MARK: Values

  /// The keys of a dictionary; empty for an array.
  private mutating func content(
    of container: String, depth: Int
  ) throws(PropertyListProblem) -> [PropertyList.Entry] {
    let isDictionary = container == "dict"
    let wanted = isDictionary ? "a key or '</dict>'" : "a value or '</array>'"
    var entries: [PropertyList.Entry] = []
    while true {
      try skipBetween()
      let start = at
      guard let tag = try tag() else { throw expected(wanted) }
      if tag.kind == .closing, tag.name == container { return entries }
      if isDictionary, tag.name != "key" || tag.kind == .closing { at = start }
      guard at > start, tag.kind != .closing else { throw expected(wanted) }
      if !isDictionary {
        try finish(tag, depth: depth + 1)
        continue
      }
      let textStart = at
      let key = tag.kind == .empty ? "" : try text(of: "key")
      let range = textStart..<max(at - "</key>".utf8.count, textStart)
      try skipBetween()
      guard let value = try self.tag(), value.kind != .closing else { throw expected("a value") }
      try finish(value, depth: depth + 1)
      entries.append(.init(key: key, isText: value.name == "string", range: range))
    }
  }

  private mutating func finish(_ opened: Tag, depth: Int) throws(PropertyListProblem) {
    guard depth <= Self.depthLimit else {
      throw PropertyListProblem("the property list is nested too deeply", at: opened.range)
    }
    let known = ["dict", "array", "true", "false", "string", "data", "date", "integer", "real"]
    guard known.contains(opened.name) else {
      throw PropertyListProblem(
        "unknown element '\(opened.name)' in a property list", at: opened.range)
    }
    if opened.kind == .empty { return }
    switch opened.name {
    case "dict", "array": _ = try content(of: opened.name, depth: depth)
    case "true", "false":
      try skipBetween()
      try expect(.closing, opened.name)
    default: _ = try text(of: opened.name)
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
      } else if bytes[at] == "<" {
        try expect(.closing, element)
        return String(decoding: text, as: UTF8.self)
      } else if bytes[at] == "&" {
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
    let known = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    guard let text = known[name] else {
      throw PropertyListProblem("unknown entity '\(name)'", at: start..<at)
    }
    return text
  }

  // MARK: Tags

  private struct Tag {
    enum Kind { case opening, closing, empty }
    var name: String
    var kind: Kind
    var range: Range<Int>
  }

  private mutating func tag() throws(PropertyListProblem) -> Tag? {
    guard at < bytes.count, bytes[at] == "<" else { return nil }
    let start = at
    at += 1
    let isClosing = starts("/")
    if isClosing { at += 1 }
    let name = bytes[at...].prefix { $0 > 0x20 && !"></".utf8.contains($0) }
    at = name.endIndex
    try skipAttributes()
    let isEmpty = bytes[at] == "/"
    at += 1
    if isEmpty {
      guard starts(">"), !isClosing else { throw expected("'>'") }
      at += 1
    }
    return Tag(
      name: String(decoding: name, as: UTF8.self),
      kind: isClosing ? .closing : isEmpty ? .empty : .opening, range: start..<at)
  }

  private mutating func skipAttributes() throws(PropertyListProblem) {
    while at < bytes.count {
      switch bytes[at] {
      case ">", "/": return
      case "<": throw expected("'>'")
      case "\"", "'": try skipQuoted()
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

  private mutating func expect(
    _ kind: Tag.Kind, _ name: String
  ) throws(PropertyListProblem) {
    let start = at
    guard let tag = try tag(), tag.name == name, tag.kind == kind else {
      at = start
      throw expected(kind == .closing ? "'</\(name)>'" : "'<\(name)>'")
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
      case "\"", "'":
        try skipQuoted()
        continue
      case "<": depth += 1
      case ">": depth -= 1
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

  private func find(_ text: StaticString) throws(PropertyListProblem) -> Int {
    var rest = self
    while rest.at < bytes.count {
      if rest.starts(text) { return rest.at }
      rest.at += 1
    }
    throw expected("'\(text)'")
  }

  private func expected(_ what: String) -> PropertyListProblem {
    if bytes.isEmpty { return PropertyListProblem("the property list is empty", at: 0..<0) }
    if starts("#") {
      let word = bytes[at...].prefix { $0 > 0x20 }
      return PropertyListProblem(
        "found '\(String(decoding: word, as: UTF8.self))', which the preprocessor replaces during a build",
        hint: "validate the Info.plist of the built app, such as My.app/Info.plist",
        at: word.indices)
    }
    return PropertyListProblem(
      "expected \(what)",
      hint: what == "'<plist>'"
        ? "expected a property list in XML or binary form, a project.pbxproj or an .xcconfig file"
        : nil,
      at: at..<min(at + 1, bytes.count))
  }
}
