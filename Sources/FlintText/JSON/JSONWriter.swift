/// Writes JSON at once, without building the value. The caller writes keys and closes containers;
/// it calls ``endLine()`` after each top-level value.
@usableFromInline package struct JSONWriter: ~Copyable {
  package enum Layout: Sendable {
    /// One line without white space.
    case compact
    /// A line for each value, indented by two spaces per level.
    case pretty
    /// The caller decides for each container whether it is on one line.
    case facts
  }

  /// Whether a container is on one line; only ``JSONWriter/Layout/facts`` uses it.
  @usableFromInline package enum Spread: Sendable { case line, lines }

  /// The position in a document, at which another writer can continue.
  package struct State: Sendable {
    /// The layouts of the open containers.
    fileprivate var spreads: [Spread] = []
    fileprivate var indentation = 0
    /// Whether no comma precedes the next value.
    fileprivate var isFirst = true
    fileprivate var isAfterKey = false

    package init() {}

    /// The state after an element, where a comma comes next.
    package var afterElement: State {
      var state = self
      state.isFirst = false
      return state
    }
  }

  package var sink: ByteSink
  private let layout: Layout
  package private(set) var state: State

  package init(
    _ layout: Layout, at state: State = State(), into sink: consuming ByteSink = ByteSink()
  ) {
    self.sink = sink
    self.layout = layout
    self.state = state
  }

  package var text: String { sink.string }

  package consuming func finish() -> ByteSink { sink }

  // MARK: Containers

  package mutating func beginObject(_ spread: Spread = .line) { open("{", spread) }
  package mutating func endObject() { close("}") }
  @usableFromInline package mutating func beginArray(_ spread: Spread = .line) {
    open("[", spread)
  }
  @usableFromInline package mutating func endArray() { close("]") }

  package mutating func object(_ spread: Spread = .line, _ body: (inout JSONWriter) -> Void) {
    beginObject(spread)
    body(&self)
    endObject()
  }

  package mutating func array(_ spread: Spread = .line, _ body: (inout JSONWriter) -> Void) {
    beginArray(spread)
    body(&self)
    endArray()
  }

  @inlinable package mutating func array<Element>(
    _ spread: Spread = .line, of elements: some Sequence<Element>,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    beginArray(spread)
    for element in elements { write(element, &self) }
    endArray()
  }

  private mutating func open(_ bracket: StaticString, _ spread: Spread) {
    separate()
    sink.append(bracket)
    state.spreads.append(spread)
    if isOnLines { state.indentation &+= 1 }
    state.isFirst = true
  }

  private mutating func close(_ bracket: StaticString) {
    if isOnLines {
      state.indentation &-= 1
      if !state.isFirst {
        sink.append(lineIndentedBy: 2 &* state.indentation, afterComma: false)
      }
    }
    state.spreads.removeLast()
    sink.append(bracket)
    state.isFirst = false
  }

  package mutating func endLine() {
    sink.append("\n")
    state.isFirst = true
  }

  // MARK: Keys

  /// - Parameter joinsLine: Whether the key is on the line of the previous member.
  package mutating func key(_ name: StaticString, joinsLine: Bool = false) {
    separate(joinsLine: joinsLine)
    sink.append(key: name)
    endKey()
  }

  @inline(__always)
  private mutating func endKey() {
    if layout != .compact { sink.append(" ") }
    state.isAfterKey = true
  }

  /// - Parameter json: The key with quotation marks.
  package mutating func key(raw json: String) {
    separate()
    sink.append(json)
    sink.append(":")
    endKey()
  }

  package mutating func key(named name: String) {
    separate()
    JSONText.write(name, to: &sink)
    sink.append(":")
    endKey()
  }

  /// Writes a key, and its value on the following lines, indented.
  package mutating func key(_ name: StaticString, above value: (inout JSONWriter) -> Void) {
    separate()
    sink.append(key: name)
    state.indentation &+= 1
    sink.append(lineIndentedBy: 2 &* state.indentation, afterComma: false)
    state.isAfterKey = true
    value(&self)
    state.indentation &-= 1
  }

  // MARK: Values

  package mutating func string(_ text: String) {
    separate()
    JSONText.write(text, to: &sink)
  }

  /// Writes a literal, which must not need escapes.
  @inline(__always)
  package mutating func string(_ text: StaticString) {
    separate()
    sink.append("\"")
    sink.append(text)
    sink.append("\"")
  }

  package mutating func int(_ number: Int64) {
    separate()
    sink.append(number)
  }

  /// Writes a number from its digits: `12.5`.
  package mutating func number(_ digits: String) {
    separate()
    sink.append(digits)
  }

  package mutating func int(_ number: Int) { int(Int64(number)) }

  package mutating func bool(_ value: Bool) {
    separate()
    sink.append(value ? "true" : "false")
  }

  package mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  package mutating func null() {
    separate()
    sink.append("null")
  }

  /// Writes JSON unchanged.
  package mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    sink.append(json)
  }

  package mutating func raw(_ json: String) {
    separate()
    sink.append(json)
  }

  // MARK: Layout

  @inline(__always)
  private var isOnLines: Bool {
    switch layout {
    case .compact: false
    case .pretty: true
    case .facts: state.spreads.last != .line
    }
  }

  @inline(__always)
  private mutating func separate(joinsLine: Bool = false) {
    if state.isAfterKey {
      state.isAfterKey = false
      return
    }
    if state.spreads.isEmpty { return }
    if !joinsLine, isOnLines {
      sink.append(lineIndentedBy: 2 &* state.indentation, afterComma: !state.isFirst)
    } else if !state.isFirst {
      sink.append(",")
      if layout == .facts { sink.append(" ") }
    }
    state.isFirst = false
  }
}

extension ByteSink {
  /// Appends what `body` writes, continuing a document at `state`. Afterwards, `state` is where the
  /// output ends.
  package mutating func json(
    _ layout: JSONWriter.Layout, at state: inout JSONWriter.State,
    _ body: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter(layout, at: state, into: self)
    body(&json)
    state = json.state
    self = json.finish()
  }

  package mutating func jsonLine(
    _ layout: JSONWriter.Layout = .facts, _ body: (inout JSONWriter) -> Void
  ) {
    var state = JSONWriter.State()
    json(layout, at: &state) { json in
      body(&json)
      json.endLine()
    }
  }
}

/// Writes a member, key and value, in one call. Keys must not need escapes.
extension JSONWriter {
  package mutating func member(_ key: StaticString, _ text: String, joinsLine: Bool = false) {
    self.key(key, joinsLine: joinsLine)
    string(text)
  }

  package mutating func member(_ key: StaticString, _ text: String?) {
    self.key(key)
    string(text)
  }

  package mutating func member(_ key: StaticString, _ texts: [String]) {
    self.key(key)
    array(of: texts) { $1.string($0) }
  }

  package mutating func member(_ key: StaticString, _ number: Int64, joinsLine: Bool = false) {
    self.key(key, joinsLine: joinsLine)
    int(number)
  }

  package mutating func member(_ key: StaticString, _ number: Int) {
    member(key, Int64(number))
  }

  package mutating func member(_ key: StaticString, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  package mutating func object(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    object(.line, body)
  }

  package mutating func array<Element>(
    _ key: StaticString, of elements: some Sequence<Element>,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    array(of: elements, write)
  }

  /// Writes a parsed value. Numbers stay as written: `1.50`.
  package mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .object:
      object { writer in
        for (key, member) in value.members {
          writer.key(named: key.string ?? "")
          writer.value(member)
        }
      }
    case .array: array(of: value.elements) { $1.value($0) }
    case .string: string(value.string)
    case .number, .bool, .null: raw(value.source)
    }
  }
}

/// How a JSON text is laid out, so that insertions look alike.
package struct JSONLayout {
  private let text: SourceText
  package let lineEnd: String

  /// The indentation of the first member; nil if it is not at the start of a line.
  package let indentation: String?

  /// Whether a space follows the first colon. True without a colon.
  package let isSpaced: Bool

  package init(of root: JSONValue, in text: SourceText) {
    self.text = text
    let first = root.members.first { _ in true }
    indentation = first.flatMap { Self.lineIndentation(before: $0.key.start, in: text) }
    lineEnd =
      text.bytes.firstIndex(of: 0x0A).map { $0 > 0 && text.bytes[$0 - 1] == 0x0D ? "\r\n" : "\n" }
      ?? "\n"
    isSpaced = first.map { text.bytes[$0.value.start - 1] != ":" } ?? true
  }

  package var comma: String { isSpaced ? ", " : "," }

  /// The white space between the start of a line and `offset`. Nil in the first line, or if other
  /// text precedes `offset` in its line.
  package func lineIndentation(before offset: Int) -> String? {
    Self.lineIndentation(before: offset, in: text)
  }

  private static func lineIndentation(before offset: Int, in text: SourceText) -> String? {
    var start = offset
    while start > 0, text.bytes[start - 1] == 0x20 || text.bytes[start - 1] == 0x09 { start -= 1 }
    guard start > 0, text.bytes[start - 1].isLineEnd else {
      return nil
    }
    return String(utf8: text.bytes[start..<offset])
  }

  /// Whether the value takes several lines.
  package func isSpread(_ value: JSONValue) -> Bool {
    text.bytes[value.range].contains { $0.isLineEnd }
  }

  /// Replaces each two spaces of indentation in `json` by ``indentation``. Lines after the first
  /// also get `base` in front.
  package func reindented(_ json: String, indentedBy base: String) -> String {
    var lines: [String] = []
    // JSON strings contain no unescaped line ends, so that each line end is between tokens.
    for line in json.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }) {
      let levels = line.prefix { $0 == " " }.utf8.count / 2
      let lead = String(
        repeating: indentation.flatMap { $0.isEmpty ? nil : $0 } ?? "  ", count: levels)
      lines.append((lines.isEmpty ? "" : base + lead) + line.dropFirst(levels * 2))
    }
    return lines.joined(separator: lineEnd)
  }
}
