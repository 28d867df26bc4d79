/// Eight bytes for each value, key and closing bracket in the order of the text: start and
/// ``extent``. An object's keys and values alternate; the kind is the first byte of the text.
@usableFromInline
struct JSONNode {
  /// Lower 31 bits; the top bit is ``isMarked``.
  @usableFromInline let markAndStart: UInt32
  /// The offset after a scalar; of a container the index after its closing bracket, whose extent is
  /// the count.
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

  /// Whether a string has escapes, or a number a fraction or exponent.
  @inlinable @inline(__always)
  var isMarked: Bool { markAndStart & Self.mark != 0 }
}

/// In memory allocated by hand.
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

  /// The caller must deallocate it.
  consuming func take() -> (nodes: UnsafeMutablePointer<JSONNode>, count: Int) {
    let result = (nodes, count)
    discard self
    return result
  }

  deinit { nodes.deallocate() }
}
