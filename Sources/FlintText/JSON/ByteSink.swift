/// Bytes to be written, gathered in one growing piece of memory and handed on when there are many.
package struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes are waiting here.
  package private(set) var count = 0
  private let threshold: Int
  private let drain: ((UnsafeRawBufferPointer) -> Void)?

  /// A sink that keeps everything.
  package init() {
    self.init(threshold: .max, drain: nil, capacity: 4096)
  }

  /// A sink that gives its bytes to `drain` once `threshold` of them are waiting, and the rest at `flush`.
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

  /// Hands on what is waiting. Without a `drain` nothing happens.
  package mutating func flush() {
    guard let drain, count > 0 else { return }
    drain(UnsafeRawBufferPointer(start: base, count: count))
    count = 0
  }

  /// Forgets what is waiting.
  package mutating func removeAll() { count = 0 }

  /// Lends what is waiting.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// What is waiting, as text.
  package var string: String {
    String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  // MARK: Appending

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count &+= 1
  }

  @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  /// Behind the bytes, 15 more can be read.
  @inline(__always)
  package mutating func append(padded bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count &+ 15)
    guard let source = bytes.baseAddress else { return }
    var offset = 0
    repeat {
      UnsafeMutableRawPointer(base + (count &+ offset)).storeBytes(
        of: UnsafeRawPointer(source + offset).loadUnaligned(as: SIMD16<UInt8>.self),
        as: SIMD16<UInt8>.self)
      offset &+= 16
    } while offset < bytes.count
    count &+= bytes.count
  }

  @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A literal is taken for a `StaticString`, straight from where the compiler put it.
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

  /// Bytes of a text.
  package mutating func append(_ text: SourceText, _ range: some RangeExpression<Int>) {
    let bytes = text.bytes.assumingMemoryBound(to: UInt8.self)
    append(UnsafeBufferPointer(rebasing: bytes[range]))
  }

  /// A line end and so many spaces, behind a comma where there is to be one.
  @inline(__always)
  mutating func append(lineIndentedBy spaces: Int, behindComma: Bool) {
    // Sixteen spaces at once, of which those that are too many are overwritten.
    reserve(max(spaces, 16) &+ 2)
    if behindComma {
      base[count] = UInt8(ascii: ",")
      count &+= 1
    }
    base[count] = UInt8(ascii: "\n")
    let start = base + (count &+ 1)
    UnsafeMutableRawPointer(start).storeBytes(
      of: SIMD16(repeating: UInt8(ascii: " ")), as: SIMD16<UInt8>.self)
    if spaces > 16 { start.update(repeating: UInt8(ascii: " "), count: spaces) }
    count &+= spaces &+ 1
  }

  /// A text between quotes, with a colon behind them.
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

  /// `count` times the same byte.
  package mutating func append(repeating byte: UInt8, count times: Int) {
    reserve(times)
    (base + count).update(repeating: byte, count: times)
    count &+= times
  }

  package mutating func append(_ number: Int64) {
    // The longest, -9223372036854775808, has 20 bytes.
    reserve(20)
    if number < 0 {
      base[count] = UInt8(ascii: "-")
      count &+= 1
    }
    var rest = number.magnitude
    var length = 1
    var limit: UInt64 = 10
    while rest >= limit {
      length &+= 1
      limit &*= 10
    }
    count &+= length
    var position = count
    repeat {
      position &-= 1
      base[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }

  @inline(__always)
  private mutating func reserve(_ additional: Int) {
    if capacity &- count < additional || count >= threshold { makeRoom(additional) }
  }

  @inline(never)
  private mutating func makeRoom(_ additional: Int) {
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
