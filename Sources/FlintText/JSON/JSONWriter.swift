/// A JSON writer that outputs each part at once, without building the whole value in memory. It has three layouts: all
/// on one line, one line per value as `jq` prints it, and a layout in which the caller decides for each array and
/// object.
///
/// The caller writes a key before each value of an object, and closes each array and object. The writer adds commas,
/// line ends and indentation. To write several values at the top level, the caller has to call ``endLine()`` after each
/// of them.
@usableFromInline package struct JSONWriter: ~Copyable {
  package enum Layout: Sendable {
    /// The whole value is on one line without white space.
    case compact
    /// Each value is on a line of its own, indented by two spaces per level, with a space after each colon. Empty
    /// arrays and objects are written as `[]` and `{}`.
    case pretty
    /// The layout of most results, which is easy to read for people and in diffs. For each array and object, the caller
    /// decides whether its elements are on lines of their own, as in `pretty`, or on one line with spaces. A short
    /// object, such as one constraint, can thus be on one line.
    case facts
  }

  /// Whether the elements of an array or object are on one line or on lines of their own. The caller makes this choice
  /// for each array and object. Only the layout ``JSONWriter/Layout/facts`` uses it; the other layouts treat all arrays
  /// and objects alike.
  @usableFromInline package enum Spread: Sendable { case line, lines }

  /// The state of a writer at a position of the output: the open brackets, and whether a comma is needed. Another
  /// writer that is created with this state can continue the output there.
  package struct State: Sendable {
    /// The number of open brackets. ``indentation`` counts only the brackets whose elements are on lines of their own.
    fileprivate var depth = 0
    fileprivate var indentation = 0
    /// For each of the innermost 64 open brackets, a bit that is 1 if the elements of the array or object are on one
    /// line. The lowest bit belongs to the innermost bracket. Only the layout `facts`, in which the caller makes
    /// this choice for each array and object, uses the bits.
    // INVARIANT: a new writer is created only with a state with fewer than 64 open brackets, because the state does not
    // contain the bits of further brackets (`outerOneLineBits` of the previous writer).
    fileprivate var oneLineBits: UInt64 = 0
    /// Whether the next value is the first one of its array, object or (at the top level) line, so that no comma
    /// precedes it.
    fileprivate var isFirst = true
    fileprivate var isAfterKey = false

    package init() {}

    /// The state at the end of an element of the current array or object. A writer that continues from it begins with a
    /// comma. If several writers write consecutive parts of one array, all except the first have to continue from this
    /// state.
    package var afterElement: State {
      var state = self
      state.isFirst = false
      return state
    }
  }

  package var sink: ByteSink
  private let layout: Layout
  package private(set) var state: State

  /// The bits for the outer brackets if more than 64 brackets are open; a bit is 1 if the elements of the array or
  /// object are on one line (see ``State/oneLineBits``). Each element has the bits of 64 brackets; the outermost
  /// brackets come first.
  private var outerOneLineBits: [UInt64] = []

  package init(
    _ layout: Layout, at state: State = State(), into sink: consuming ByteSink = ByteSink()
  ) {
    self.sink = sink
    self.layout = layout
    self.state = state
  }

  package var text: String { sink.string }

  /// Ends the use of the writer and returns the buffer that contains its output.
  package consuming func finish() -> ByteSink { sink }

  // MARK: Containers

  package mutating func beginObject(_ spread: Spread = .line) { open(UInt8(ascii: "{"), spread) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  @usableFromInline package mutating func beginArray(_ spread: Spread = .line) {
    open(UInt8(ascii: "["), spread)
  }
  @usableFromInline package mutating func endArray() { close(UInt8(ascii: "]")) }

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

  private mutating func open(_ bracket: UInt8, _ spread: Spread) {
    separate()
    sink.append(bracket)
    if layout == .facts {
      if state.depth & 63 == 0, state.depth > 0 { outerOneLineBits.append(state.oneLineBits) }
      state.oneLineBits = state.oneLineBits << 1 | (spread == .line ? 1 : 0)
    }
    state.depth &+= 1
    if isOnLines { state.indentation &+= 1 }
    state.isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    if isOnLines {
      state.indentation &-= 1
      if !state.isFirst {
        sink.append(lineIndentedBy: 2 &* state.indentation, afterComma: false)
      }
    }
    state.depth &-= 1
    if layout == .facts {
      state.oneLineBits =
        state.depth & 63 == 0
        ? outerOneLineBits.popLast() ?? state.oneLineBits >> 1 : state.oneLineBits >> 1
    }
    sink.append(bracket)
    state.isFirst = false
  }

  /// Writes a line end after a value at the top level.
  package mutating func endLine() {
    sink.append(UInt8(ascii: "\n"))
    state.isFirst = true
  }

  // MARK: Keys

  /// Writes a key of an object. The key must not contain characters that JSON requires to be escaped.
  ///
  /// - Parameter joinsLine: Whether the key is written on the same line as the previous member. It has an effect only
  ///   in an object whose members are on lines of their own.
  package mutating func key(_ name: StaticString, joinsLine: Bool = false) {
    separate(joinsLine: joinsLine)
    sink.append(key: name)
    if layout != .compact { sink.append(UInt8(ascii: " ")) }
    state.isAfterKey = true
  }

  /// Writes a key that is already JSON, with quotation marks and escapes.
  package mutating func key(raw json: String) {
    separate()
    sink.append(json)
    sink.append(UInt8(ascii: ":"))
    if layout != .compact { sink.append(UInt8(ascii: " ")) }
    state.isAfterKey = true
  }

  package mutating func key(named name: String) {
    separate()
    JSONText.write(name, to: &sink)
    sink.append(UInt8(ascii: ":"))
    if layout != .compact { sink.append(UInt8(ascii: " ")) }
    state.isAfterKey = true
  }

  /// Writes a key on its own line, and its value on the following lines, indented more than the key. The closure writes
  /// the value.
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

  /// Writes a string in quotation marks. It must not contain characters that JSON requires to be escaped.
  @inline(__always)
  package mutating func string(_ text: StaticString) {
    separate()
    sink.append(UInt8(ascii: "\""))
    sink.append(text)
    sink.append(UInt8(ascii: "\""))
  }

  package mutating func int(_ number: Int64) {
    separate()
    sink.append(number)
  }

  /// Writes a number that is given as text, such as `12.5`.
  package mutating func number(_ digits: String) {
    separate()
    sink.append(digits)
  }

  package mutating func int(_ number: Int) { int(Int64(number)) }

  package mutating func bool(_ value: Bool) {
    separate()
    sink.append(value ? "true" : "false")
  }

  /// Writes a string, or null if the string is nil.
  package mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  package mutating func null() {
    separate()
    sink.append("null")
  }

  /// Writes a value that is already JSON, for example a part of the input, without changing it.
  package mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    sink.append(json)
  }

  package mutating func raw(_ json: String) {
    separate()
    sink.append(json)
  }

  // MARK: Layout

  /// Whether the elements of the innermost open array or object are written on lines of their own.
  @inline(__always)
  private var isOnLines: Bool {
    switch layout {
    case .compact: false
    case .pretty: true
    case .facts: state.oneLineBits & 1 == 0
    }
  }

  @inline(__always)
  private mutating func separate(joinsLine: Bool = false) {
    if state.isAfterKey {
      state.isAfterKey = false
      return
    }
    if state.depth == 0 { return }
    if !joinsLine, isOnLines {
      sink.append(lineIndentedBy: 2 &* state.indentation, afterComma: !state.isFirst)
    } else if !state.isFirst {
      sink.append(UInt8(ascii: ","))
      if layout == .facts { sink.append(UInt8(ascii: " ")) }
    }
    state.isFirst = false
  }
}

extension ByteSink {
  /// Calls `body` with a JSON writer that continues the output in this buffer. `state` is the state of the writer at
  /// the end of the buffer, such as the number of open brackets; after the call, it is the state at the new end.
  package mutating func json(
    _ layout: JSONWriter.Layout, at state: inout JSONWriter.State,
    _ body: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter(layout, at: state, into: self)
    body(&json)
    state = json.state
    self = json.finish()
  }

  /// Writes one line: the JSON value that `body` writes, and a line feed.
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
