/// A reusable buffer of complete lines from one source.
struct Chunk: ~Copyable {
  /// The default capacity in bytes. It is large enough to make the cost of each read small.
  static let usualCapacity = 256 << 10

  /// The default capacity in bytes for ``PopulationRun/stream(_:names:write:progress:)``. It is smaller because the
  /// results are much longer than the states.
  static let usualCapacityOfStreams = 32 << 10

  private(set) var memory: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int

  /// The range of the lines in the buffer. Each line ends with a line feed.
  var bytes = 0..<0

  /// The index of the source that contains the lines.
  var source = 0

  /// The number of the chunk over all sources, from 0.
  var sequence = 0

  /// The number of the first line in its source, from 1; 0 if lines are not numbered while they are read.
  var firstLine = 0

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

  /// Reduces the buffer to its default capacity after a very long line.
  mutating func shrink() {
    guard capacity > usualCapacity else { return }
    self = Chunk(capacity: usualCapacity)
  }
}
