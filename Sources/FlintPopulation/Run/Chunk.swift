/// A buffer of complete lines from one source, such as a file. A thread evaluates the lines and then reuses the buffer.
struct Chunk: ~Copyable {
  /// The default capacity of a chunk in bytes, which is large so that reading a file needs few system calls.
  static let usualCapacity = 256 << 10

  /// The default capacity in bytes of the chunks that ``PopulationRun/stream(_:names:write:progress:)`` reads. It is
  /// smaller than ``usualCapacity``, because that function keeps the results for all lines of a chunk in memory until
  /// they are written, and results are much longer than the lines.
  static let usualCapacityOfStreams = 32 << 10

  private(set) var memory: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int

  /// The range of bytes in `memory` that contains the lines. Each line ends with a line feed.
  var bytes = 0..<0

  var source = 0

  /// The number of this chunk among all chunks of the input, counted from 0 over all sources. The results are delivered
  /// in the order of these numbers, although several threads compute them.
  var sequence = 0

  /// The line number of the first line in this chunk: its number in the source of the chunk (such as a file), where the
  /// first line has the number 1. It is 0 in a run that needs line numbers only for rejected lines, because such a run
  /// computes them after it has read the chunk.
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

  /// Reduces the buffer to its original capacity, which a very long line may have exceeded.
  mutating func shrink() {
    guard capacity > usualCapacity else { return }
    self = Chunk(capacity: usualCapacity)
  }
}
