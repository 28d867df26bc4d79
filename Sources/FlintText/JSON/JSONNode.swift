/// An entry of the tape: eight bytes with the position of a value and of the value after it.
///
/// The kind of a value follows from the first byte of its text. The entry of a container is followed by those of its
/// children (keys and values alternate in an object) and by one entry for its closing bracket.
@usableFromInline
struct JSONNode {
  /// The offset of the first byte, with `isMarked` in the top bit.
  @usableFromInline let markAndStart: UInt32
  /// For a scalar, the offset after its last byte. For a container, the index of the entry after its closing bracket.
  /// For a closing bracket, the number of elements or members.
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

  /// For a string, whether it contains escapes. For a number, whether it has a fraction or an exponent.
  @inlinable @inline(__always)
  var isMarked: Bool { markAndStart & Self.mark != 0 }
}

/// A growing array of nodes in unmanaged memory.
struct JSONTape: ~Copyable {
  private(set) var nodes: UnsafeMutablePointer<JSONNode>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 16)
    nodes = .allocate(capacity: self.capacity)
  }

  /// - Returns: The index of the new node.
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

  /// Transfers the memory to the caller, who deallocates it.
  consuming func take() -> (nodes: UnsafeMutablePointer<JSONNode>, count: Int) {
    let result = (nodes, count)
    discard self
    return result
  }

  deinit { nodes.deallocate() }
}
