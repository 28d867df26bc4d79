/// An entry of the tape, the array of all values of a JSON text in the order in which they begin. An entry has eight
/// bytes: four for the start of the value and four for its ``extent``, usually its end.
///
/// After the entry of an array or object come the entries of its children and one entry for its closing bracket. The
/// children of an object are its keys and values in alternation. An entry does not contain the kind of its value,
/// because the kind follows from the first byte of the value in the text.
@usableFromInline
struct JSONNode {
  /// The byte offset of the value in the text (the lower 31 bits), and the flag ``isMarked`` (the top bit): whether a
  /// string contains escapes, or a number has a fraction or an exponent.
  @usableFromInline let markAndStart: UInt32
  /// The end of the value, or a number that leads to it. For a string, number, Boolean or null, it is the byte offset
  /// after the value. For an array or object, it is the tape index of the entry after its closing bracket. For a
  /// closing bracket, it is the number of elements or members.
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

  /// For a string, whether it contains escapes. For a number, whether it has a fraction or an exponent. It is false for
  /// other values.
  @inlinable @inline(__always)
  var isMarked: Bool { markAndStart & Self.mark != 0 }
}

/// A growing array of the entries that the parser writes, one for each JSON value. Its memory is allocated and freed by
/// hand.
struct JSONTape: ~Copyable {
  private(set) var nodes: UnsafeMutablePointer<JSONNode>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 16)
    nodes = .allocate(capacity: self.capacity)
  }

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

  /// Returns the memory with the entries, without copying it, and the number of entries. The caller must deallocate the
  /// memory; the array itself can no longer be used, and its `deinit` does not run.
  consuming func take() -> (nodes: UnsafeMutablePointer<JSONNode>, count: Int) {
    let result = (nodes, count)
    discard self
    return result
  }

  deinit { nodes.deallocate() }
}
