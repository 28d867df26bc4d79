/// Complete lines of one source.
struct Chunk: ~Copyable {
  /// In bytes; large, so that reading needs few system calls.
  static let usualCapacity = 256 << 10

  /// In bytes; smaller, because results are kept until they are written and are much longer than
  /// lines.
  static let usualCapacityOfStreams = 32 << 10

  private(set) var memory: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int

  /// Where the lines are in `memory`; each ends with a line feed.
  var bytes = 0..<0

  var source = 0

  /// From 0 over all sources; results are delivered in this order.
  var sequence = 0

  /// From 1; 0 in a run that computes it only for rejected lines.
  var firstLine = 0

  /// Whether the chunk is the beginning of a line that is longer than ``maxLine``.
  var isCutOff = false

  /// The length in bytes up to which a line is read.
  static let maxLine = 16 << 20

  private let usualCapacity: Int

  init(capacity: Int = Self.usualCapacity) {
    usualCapacity = capacity
    self.capacity = capacity
    memory = .allocate(capacity: capacity + ByteCursor.readableBytesAfterLine)
    memory.initialize(repeating: 0, count: capacity + ByteCursor.readableBytesAfterLine)
  }

  deinit { memory.deallocate() }

  mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(
      capacity: 2 * capacity + ByteCursor.readableBytesAfterLine)
    larger.initialize(
      repeating: 0, count: 2 * capacity + ByteCursor.readableBytesAfterLine)
    larger.update(from: memory, count: capacity)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }

  /// After a very long line.
  mutating func shrink() {
    guard capacity > usualCapacity else { return }
    self = Chunk(capacity: usualCapacity)
  }
}
