/// Writes JSON from the beginning to the end, on one line or as `jq .` lays it out.
///
/// The caller keeps the grammar (a key before each value of an object, as many ends as begins); commas, line ends and
/// indentation are the writer's. Values at the top level follow one another with no comma; `endLine` divides them.
package struct JSONWriter: ~Copyable {
  package enum Layout: Sendable {
    /// No white space at all.
    case compact
    /// Two spaces a level, a space after the colon, `[]` and `{}` where there is nothing inside.
    case pretty
  }

  package var sink: ByteSink
  private let layout: Layout
  private var depth = 0
  /// Nothing has been written since the last bracket opened, or at all.
  private var isFirst = true
  private var isAfterKey = false

  package init(_ layout: Layout, into sink: consuming ByteSink = ByteSink()) {
    self.sink = sink
    self.layout = layout
  }

  /// The text so far, less what the sink has handed on.
  package var text: String { sink.string }

  /// Ends with what it wrote.
  package consuming func finish() -> ByteSink { sink }

  // MARK: Containers

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    beginArray()
    body(&self)
    endArray()
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    sink.append(bracket)
    depth &+= 1
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    depth &-= 1
    if !isFirst { indent() }
    sink.append(bracket)
    isFirst = false
  }

  /// A line end after a value at the top level.
  package mutating func endLine() {
    sink.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  // MARK: Keys

  /// A key that needs no escaping, which the caller vouches for.
  @inline(__always)
  package mutating func key(_ name: StaticString) {
    separate()
    sink.append(UInt8(ascii: "\""))
    sink.append(name)
    endKey("\"")
  }

  package mutating func key(_ name: String) {
    separate()
    JSONText.write(name, to: &sink)
    endKey("")
  }

  @inline(__always)
  private mutating func endKey(_ quote: StaticString) {
    sink.append(quote)
    sink.append(layout == .pretty ? ": " : ":")
    isAfterKey = true
  }

  // MARK: Values

  package mutating func string(_ text: String) {
    separate()
    JSONText.write(text, to: &sink)
  }

  /// A string that needs no escaping, which the caller vouches for.
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

  package mutating func null() {
    separate()
    sink.append("null")
  }

  /// JSON text taken as it is, for instance a piece of the input or something written before.
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
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    if depth == 0 { return }
    if !isFirst { sink.append(UInt8(ascii: ",")) }
    isFirst = false
    indent()
  }

  @inline(__always)
  private mutating func indent() {
    guard layout == .pretty else { return }
    sink.append(UInt8(ascii: "\n"))
    sink.append(repeating: UInt8(ascii: " "), count: 2 &* depth)
  }
}
