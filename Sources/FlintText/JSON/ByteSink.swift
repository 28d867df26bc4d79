/// A growing buffer of output bytes. It keeps all bytes in memory, or passes the buffered bytes to a closure each time
/// that their number reaches a threshold.
///
/// Other modules inline the functions that append bytes. Without that, `stream` takes 15 % longer.
@usableFromInline
package struct ByteSink: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline package internal(set) var count = 0
  @usableFromInline let threshold: Int
  private let drain: ((UnsafeRawBufferPointer) -> Void)?

  /// Creates a sink that keeps all bytes in memory.
  package init() {
    self.init(threshold: .max, drain: nil, capacity: 4096)
  }

  /// Creates a sink that passes the buffered bytes to the closure `drain` whenever there are at least `threshold` of
  /// them, and when ``flush()`` is called.
  package init(threshold: Int = 1 << 18, drain: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.init(threshold: threshold, drain: drain, capacity: 4096)
  }

  private init(threshold: Int, drain: ((UnsafeRawBufferPointer) -> Void)?, capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
    self.threshold = threshold
    self.drain = drain
  }

  deinit { base.deallocate() }

  /// Passes the buffered bytes to the closure `drain` and empties the buffer. Does nothing if the sink was created
  /// without such a closure.
  package mutating func flush() {
    guard let drain, count > 0 else { return }
    drain(UnsafeRawBufferPointer(start: base, count: count))
    count = 0
  }

  /// Outputs `bytes` after the buffered bytes. If the sink has a closure `drain`, it receives the buffered bytes and
  /// then `bytes`, which are not copied. Otherwise a copy of `bytes` is added to the buffer.
  package mutating func pass(_ bytes: UnsafeRawBufferPointer) {
    guard let drain else { return append(bytes.bindMemory(to: UInt8.self)) }
    flush()
    drain(bytes)
  }

  package mutating func removeAll() { count = 0 }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// The buffered bytes, decoded as UTF-8.
  package var string: String {
    String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  // MARK: Appending

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count &+= 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the UTF-8 of a string. For string literals, the compiler prefers the faster overload with `StaticString`.
  @_disfavoredOverload
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @_disfavoredOverload
  package mutating func append(_ text: Substring) {
    var text = text
    text.withUTF8 { append($0) }
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(_ text: SourceText, _ range: some RangeExpression<Int>) {
    let bytes = text.bytes.assumingMemoryBound(to: UInt8.self)
    append(UnsafeBufferPointer(rebasing: bytes[range]))
  }

  /// Appends a line feed and a number of spaces. If `afterComma` is true, a comma precedes the line feed.
  @inline(__always)
  mutating func append(lineIndentedBy spaces: Int, afterComma: Bool) {
    reserve(spaces &+ 2)
    if afterComma {
      base[count] = UInt8(ascii: ",")
      count &+= 1
    }
    base[count] = UInt8(ascii: "\n")
    (base + (count &+ 1)).update(repeating: UInt8(ascii: " "), count: spaces)
    count &+= spaces &+ 1
  }

  /// Appends a key of a JSON object in quotation marks, followed by a colon. The key must not require escapes.
  @inline(__always)
  mutating func append(key text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length &+ 3)
    let start = base + count
    start[0] = UInt8(ascii: "\"")
    (start + 1).update(from: text.utf8Start, count: length)
    start[length &+ 1] = UInt8(ascii: "\"")
    start[length &+ 2] = UInt8(ascii: ":")
    count &+= length &+ 3
  }

  package mutating func append(repeating byte: UInt8, count times: Int) {
    reserve(times)
    (base + count).update(repeating: byte, count: times)
    count &+= times
  }

  package mutating func append(_ number: Int64) {
    reserve(DecimalDigits.room)
    count &+= DecimalDigits.write(number, to: base + count)
  }

  /// Appends a text into which numbers are inserted as decimal digits. For example, the text `[,]` with the numbers 5
  /// and 60 at the offsets 1 and 2 results in `[5,60]`.
  ///
  /// - Parameters:
  ///   - text: The text, without the numbers.
  ///   - ends: For each number, the byte offset in the text at which it is inserted. The offsets are in ascending
  ///     order.
  package mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, with numbers: UnsafeBufferPointer<Int64>,
    at ends: UnsafeBufferPointer<Int>
  ) {
    reserve(text.count &+ numbers.count &* DecimalDigits.room)
    guard let text = text.baseAddress.map({ (start: $0, count: text.count) }) else { return }
    var destination = base + count
    var start = 0
    for index in 0..<min(numbers.count, ends.count) {
      let end = ends[index]
      destination.update(from: text.start + start, count: end &- start)
      destination += end &- start
      destination += DecimalDigits.write(numbers[index], to: destination)
      start = end
    }
    destination.update(from: text.start + start, count: text.count &- start)
    count = destination - base + text.count &- start
  }

  @inlinable @inline(__always)
  mutating func reserve(_ additional: Int) {
    if capacity &- count < additional || count >= threshold { makeRoom(additional) }
  }

  @inline(never) @usableFromInline
  mutating func makeRoom(_ additional: Int) {
    if count >= threshold { flush() }
    guard capacity - count < additional else { return }
    let larger = max(capacity * 2, count + additional)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memory.moveInitialize(from: base, count: count)
    base.deallocate()
    base = memory
    capacity = larger
  }
}
