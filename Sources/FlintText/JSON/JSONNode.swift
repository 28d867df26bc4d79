/// An entry of the tape, the array of all values of a JSON text in the order in which they begin. An entry has eight
/// bytes: four for the start of the value and four for its end (see ``extent``).
///
/// The entry of an array or object is followed by those of its children and by one entry for its closing bracket. The
/// children of an object are its keys and values in alternation. The value's kind follows from its first byte in the
/// text.
@usableFromInline
struct JSONNode {
  /// The byte offset of the value in the text in the lower 31 bits, and ``isMarked`` in the top bit.
  @usableFromInline let markAndStart: UInt32
  /// For a string, number, Boolean or null, the byte offset after the value. For an array or object, the tape index of
  /// the entry after its closing bracket. For a closing bracket, the number of elements or members.
  @usableFromInline let extent: UInt32

  @inline(__always)
  init(start: Int, extent: Int, isMarked: Bool = false) {
    markAndStart = UInt32(truncatingIfNeeded: start) | (isMarked ? Self.mark : 0)
    self.extent = UInt32(truncatingIfNeeded: extent)
  }

  // INVARIANT: texts are shorter than 2^31 bytes, so that an offset never uses the top bit.
  @inlinable static var mark: UInt32 { 1 << 31 }
  static let textLimit = Int(mark) - 1

  @inlinable @inline(__always)
  var start: Int { Int(markAndStart & ~Self.mark) }

  /// For a string, whether it contains escapes. For a number, whether it has a fraction or an exponent. False for other
  /// values.
  @inlinable @inline(__always)
  var isMarked: Bool { markAndStart & Self.mark != 0 }
}

/// A growing array of tape entries in memory that is allocated and freed by hand.
struct JSONTape: ~Copyable {
  private(set) var nodes: UnsafeMutablePointer<JSONNode>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 16)
    nodes = .allocate(capacity: self.capacity)
  }

  /// Appends an entry to the tape.
  /// - Returns: The index of the new entry.
  @inline(__always)
  @discardableResult
  mutating func append(_ node: JSONNode) -> Int {
    if count == capacity { grow() }
    (nodes + count).initialize(to: node)
    count &+= 1
    return count &- 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }

  /// Returns the entries and ends the use of the tape. The caller must deallocate the memory.
  consuming func take() -> (nodes: UnsafeMutablePointer<JSONNode>, count: Int) {
    let result = (nodes, count)
    discard self
    return result
  }

  deinit { nodes.deallocate() }
}
