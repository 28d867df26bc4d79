/// A streaming JSON writer with three layouts: one line, one line per value (like `jq .`), or one line per fact.
///
/// The caller writes a key before each value of an object and closes each container. The writer adds commas, line ends
/// and indentation. Several values at the top level are separated by `endLine`.
@usableFromInline package struct JSONWriter: ~Copyable {
  package enum Layout: Sendable {
    /// No white space.
    case compact
    /// Two spaces of indentation per level, a space after each colon, and `[]` and `{}` for empty containers.
    case pretty
    /// A layout for readers and for diffs: each container is either spread over several lines, as in `pretty`, or on
    /// one line with spaces.
    case facts
  }

  /// The form of a container in the layout `facts`. It has no effect in other layouts.
  @usableFromInline package enum Spread: Sendable { case line, lines }

  /// The state of a writer at a position of the output. Another writer can continue from it.
  package struct State: Sendable {
    /// The number of open brackets, and the number of those that are spread over several lines.
    fileprivate var depth = 0
    fileprivate var indentation = 0
    /// In the layout `facts`, a bit for each open bracket, the innermost lowest, set for containers on one line.
    // INVARIANT: a writer continues only from states less than 64 levels deep.
    fileprivate var unspread: UInt64 = 0
    /// Whether nothing has been written since the last opening bracket, or since the start.
    fileprivate var isFirst = true
    fileprivate var isAfterKey = false

    package init() {}

    /// The state after one more element.
    package var behindElement: State {
      var place = self
      place.isFirst = false
      return place
    }
  }

  package var sink: ByteSink
  private let layout: Layout
  package private(set) var place: State

  /// The values of ``State/unspread`` saved at each depth that is a multiple of 64.
  private var shallower: [UInt64] = []

  package init(
    _ layout: Layout, at place: State = State(), into sink: consuming ByteSink = ByteSink()
  ) {
    self.sink = sink
    self.layout = layout
    self.place = place
  }

  /// The buffered text.
  package var text: String { sink.string }

  /// Ends writing and returns the sink.
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

  /// Writes an array with one value per element.
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
      if place.depth & 63 == 0, place.depth > 0 { shallower.append(place.unspread) }
      place.unspread = place.unspread << 1 | (spread == .line ? 1 : 0)
    }
    place.depth &+= 1
    if isOnLines { place.indentation &+= 1 }
    place.isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    if isOnLines {
      place.indentation &-= 1
      if !place.isFirst {
        sink.append(lineIndentedBy: 2 &* place.indentation, behindComma: false)
      }
    }
    place.depth &-= 1
    if layout == .facts {
      place.unspread =
        place.depth & 63 == 0 ? shallower.popLast() ?? place.unspread >> 1 : place.unspread >> 1
    }
    sink.append(bracket)
    place.isFirst = false
  }

  /// Writes a line end after a value at the top level.
  package mutating func endLine() {
    sink.append(UInt8(ascii: "\n"))
    place.isFirst = true
  }

  // MARK: Keys

  /// Writes a key that requires no escapes.
  ///
  /// - Parameter joinsLine: Whether the member is written on the same line as the previous one, if its object is spread
  ///   over several lines.
  package mutating func key(_ name: StaticString, joinsLine: Bool = false) {
    separate(joinsLine: joinsLine)
    sink.append(key: name)
    if layout != .compact { sink.append(UInt8(ascii: " ")) }
    place.isAfterKey = true
  }

  /// Writes a key given as JSON, including its quotation marks.
  package mutating func key(raw json: String) {
    separate()
    sink.append(json)
    sink.append(UInt8(ascii: ":"))
    if layout != .compact { sink.append(UInt8(ascii: " ")) }
    place.isAfterKey = true
  }

  package mutating func key(named name: String) {
    separate()
    JSONText.write(name, to: &sink)
    sink.append(UInt8(ascii: ":"))
    if layout != .compact { sink.append(UInt8(ascii: " ")) }
    place.isAfterKey = true
  }

  /// Writes a key and, on the next line, its value with additional indentation.
  package mutating func key(_ name: StaticString, above value: (inout JSONWriter) -> Void) {
    separate()
    sink.append(key: name)
    place.indentation &+= 1
    sink.append(lineIndentedBy: 2 &* place.indentation, behindComma: false)
    place.isAfterKey = true
    value(&self)
    place.indentation &-= 1
  }

  // MARK: Values

  package mutating func string(_ text: String) {
    separate()
    JSONText.write(text, to: &sink)
  }

  /// Writes a string that requires no escapes.
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

  /// Writes a number given as decimal digits.
  package mutating func number(_ digits: String) {
    separate()
    sink.append(digits)
  }

  package mutating func int(_ number: Int) { int(Int64(number)) }

  package mutating func bool(_ value: Bool) {
    separate()
    sink.append(value ? "true" : "false")
  }

  /// Writes a string, or null for nil.
  package mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  package mutating func null() {
    separate()
    sink.append("null")
  }

  /// Writes JSON text unchanged, for instance a part of the input.
  package mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    sink.append(json)
  }

  /// Writes JSON text that is given in two parts.
  package mutating func raw(
    _ beginning: UnsafeBufferPointer<UInt8>, _ rest: UnsafeBufferPointer<UInt8>
  ) {
    separate()
    sink.append(beginning)
    sink.append(rest)
  }

  package mutating func raw(_ json: String) {
    separate()
    sink.append(json)
  }

  // MARK: Layout

  /// Whether the elements of the innermost open container are on lines of their own.
  @inline(__always)
  private var isOnLines: Bool {
    switch layout {
    case .compact: false
    case .pretty: true
    case .facts: place.unspread & 1 == 0
    }
  }

  @inline(__always)
  private mutating func separate(joinsLine: Bool = false) {
    if place.isAfterKey {
      place.isAfterKey = false
      return
    }
    if place.depth == 0 { return }
    if !joinsLine, isOnLines {
      sink.append(lineIndentedBy: 2 &* place.indentation, behindComma: !place.isFirst)
    } else if !place.isFirst {
      sink.append(UInt8(ascii: ","))
      if layout == .facts { sink.append(UInt8(ascii: " ")) }
    }
    place.isFirst = false
  }
}

extension ByteSink {
  /// Calls the closure with a JSON writer that continues from a saved state.
  package mutating func json(
    _ layout: JSONWriter.Layout, at place: inout JSONWriter.State,
    _ body: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter(layout, at: place, into: self)
    body(&json)
    place = json.place
    self = json.finish()
  }

  /// Writes values, followed by a line feed.
  package mutating func jsonLine(
    _ layout: JSONWriter.Layout = .facts, _ body: (inout JSONWriter) -> Void
  ) {
    var place = JSONWriter.State()
    json(layout, at: &place) { json in
      body(&json)
      json.endLine()
    }
  }
}
