/// Whole lines of one source, in memory that is used again.
struct Chunk: ~Copyable {
  /// Large enough for reading to cost little.
  static let usualCapacity = 256 << 10

  /// Results are many times longer than states.
  static let usualCapacityOfStreams = 32 << 10

  private(set) var memory: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int

  /// The bytes of the lines, each of which ends with a line feed.
  var bytes = 0..<0

  /// Which of the sources the lines are from.
  var source = 0

  /// Number of the chunk, from 0, over all sources.
  var sequence = 0

  /// Number of the first line in its source, from 1; 0 where lines are not numbered in advance.
  var firstLine = 0

  private let usualCapacity: Int

  init(capacity: Int = Self.usualCapacity) {
    usualCapacity = capacity
    self.capacity = capacity
    memory = .allocate(capacity: capacity + ByteCursor.readableBytesBehindLine)
    memory.initialize(repeating: 0, count: capacity + ByteCursor.readableBytesBehindLine)
  }

  deinit { memory.deallocate() }

  mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(
      capacity: 2 * capacity + ByteCursor.readableBytesBehindLine)
    larger.initialize(
      repeating: 0, count: 2 * capacity + ByteCursor.readableBytesBehindLine)
    larger.update(from: memory, count: capacity)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }

  /// Gives back what a very long line needed.
  mutating func shrink() {
    guard capacity > usualCapacity else { return }
    self = Chunk(capacity: usualCapacity)
  }
}
