/// Writes JSON from the beginning to the end: on one line, as `jq .` lays it out, or with one fact a line.
///
/// The caller keeps the grammar (a key before each value of an object, as many ends as begins); commas, line ends and
/// indentation are the writer's. Values at the top level follow one another with no comma; `endLine` divides them.
@usableFromInline package struct JSONWriter: ~Copyable {
  package enum Layout: Sendable {
    /// No white space at all.
    case compact
    /// Two spaces a level, a space after the colon, `[]` and `{}` where there is nothing inside.
    case pretty
    /// For diffs and for eyes: as pretty what is spread over lines, and on one line, with spaces, what is not.
    case facts
  }

  /// How an object or array of the layout `facts` is laid out; the other layouts have one way for all.
  @usableFromInline package enum Spread: Sendable { case line, lines }

  /// Where in the text a writer is, for another to go on from there.
  package struct Place: Sendable {
    /// How many brackets are open, and how many of them have their elements on lines.
    fileprivate var depth = 0
    fileprivate var indentation = 0
    /// A bit for each open bracket of the layout `facts`, the innermost lowest, set where all stands on one line.
    // INVARIANT: places at which writers take over are less than 64 levels deep.
    fileprivate var unspread: UInt64 = 0
    /// Nothing has been written since the last bracket opened, or at all.
    fileprivate var isFirst = true
    fileprivate var isAfterKey = false

    package init() {}

    /// The same place with an element before it.
    package var behindElement: Place {
      var place = self
      place.isFirst = false
      return place
    }
  }

  package var sink: ByteSink
  private let layout: Layout
  package private(set) var place: Place

  /// ``Place/unspread`` at each depth that is a multiple of 64, which loses its bits on the way further down.
  private var shallower: [UInt64] = []

  package init(
    _ layout: Layout, at place: Place = Place(), into sink: consuming ByteSink = ByteSink()
  ) {
    self.sink = sink
    self.layout = layout
    self.place = place
  }

  /// The text so far, less what the sink has handed on.
  package var text: String { sink.string }

  /// Ends with what it wrote.
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

  /// An array with a value for each element.
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

  /// A line end after a value at the top level.
  package mutating func endLine() {
    sink.append(UInt8(ascii: "\n"))
    place.isFirst = true
  }

  // MARK: Keys

  /// A key that needs no escaping; the caller sees to that.
  /// - Parameter joinsLine: Whether it stands behind the member before it, where its object is spread over lines.
  package mutating func key(_ name: StaticString, joinsLine: Bool = false) {
    separate(joinsLine: joinsLine)
    sink.append(key: name)
    if layout != .compact { sink.append(UInt8(ascii: " ")) }
    place.isAfterKey = true
  }

  /// A key as it is written somewhere, with its quotes.
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

  /// A key whose value stands below it, further in.
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

  /// A string that needs no escaping; the caller sees to that.
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

  /// A number by its digits, as JSON writes them.
  package mutating func number(_ digits: String) {
    separate()
    sink.append(digits)
  }

  package mutating func int(_ number: Int) { int(Int64(number)) }

  package mutating func bool(_ value: Bool) {
    separate()
    sink.append(value ? "true" : "false")
  }

  /// A string, or null for nil.
  package mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  package mutating func null() {
    separate()
    sink.append("null")
  }

  /// JSON text taken as it is, for instance a piece of the input or something written before.
  package mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    sink.append(json)
  }

  /// The same in two pieces.
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

  /// Whether the innermost open bracket has a line for each of its elements.
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
  /// Lends a writer of JSON that goes on where the last one at that place ended.
  package mutating func json(
    _ layout: JSONWriter.Layout, at place: inout JSONWriter.Place,
    _ body: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter(layout, at: place, into: self)
    body(&json)
    place = json.place
    self = json.finish()
  }

  /// Writes values and a line end.
  package mutating func jsonLine(
    _ layout: JSONWriter.Layout = .facts, _ body: (inout JSONWriter) -> Void
  ) {
    var place = JSONWriter.Place()
    json(layout, at: &place) { json in
      body(&json)
      json.endLine()
    }
  }
}
