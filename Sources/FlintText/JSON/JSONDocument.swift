/// A parsed text with the position of each value.
package final class JSONDocument: @unchecked Sendable {
  // INVARIANT: text and tape never change after `init`, so that threads may share them.
  package let text: SourceText
  private let nodes: UnsafeMutablePointer<JSONNode>
  package let nodeCount: Int
  /// In the order in which they occur.
  package let duplicateKeys: [JSONDuplicateKey]

  package init(_ text: SourceText) throws(JSONSyntaxError) {
    let result = try JSONParser.parse(text.bytes)
    self.text = text
    nodes = result.nodes
    nodeCount = result.count
    duplicateKeys = result.duplicates
  }

  package convenience init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(SourceText(bytes))
  }

  package convenience init(_ text: String) throws(JSONSyntaxError) {
    try self.init(SourceText(text))
  }

  fileprivate init(_ text: SourceText, _ tape: consuming JSONTape) {
    self.text = text
    (nodes, nodeCount) = tape.take()
    duplicateKeys = []
  }

  deinit { nodes.deallocate() }

  /// Passes the outermost value. It points into the document's memory; keep its `index` for
  /// ``withValue(at:_:)``.
  package func withRoot<Result: ~Copyable, Failure: Error>(
    _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withValue(at: 0, body)
  }

  package func withValue<Result: ~Copyable, Failure: Error>(
    at index: Int, _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(index >= 0 && index < nodeCount)
    guard let bytes = text.bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
      preconditionFailure("empty text is not JSON")
    }
    defer { withExtendedLifetime(self) {} }
    return try body(JSONValue(bytes: bytes, nodes: nodes, index: index))
  }
}

/// A value, key or closing bracket in eight bytes: start and ``extent``. Nodes are in the order of
/// the text, so an object's keys and values alternate. The kind is the first byte of the text.
@usableFromInline
struct JSONNode {
  /// The lower 31 bits are ``start``; the top bit is ``isMarked``.
  @usableFromInline let markAndStart: UInt32
  /// For a scalar, the offset after it. For an opening bracket, the index of the node after the
  /// closing one; for a closing bracket, the number of elements or members.
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

/// The nodes of a document, in memory allocated by hand.
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

  /// Returns the nodes, whose memory the caller must deallocate.
  consuming func take() -> (nodes: UnsafeMutablePointer<JSONNode>, count: Int) {
    let result = (nodes, count)
    discard self
    return result
  }

  deinit { nodes.deallocate() }
}

/// Builds a document from values of other documents. Its text must join their texts.
package struct JSONAssembly: ~Copyable {
  private var tape = JSONTape(capacity: 1024)
  private var open: [(node: Int, count: Int)] = []

  package init() {}

  /// - Parameter start: The offset in the whole text at which the value's document begins.
  package mutating func add(_ value: JSONValue, from start: Int) {
    countChild()
    addKey(value, from: start)
  }

  package mutating func addKey(_ value: JSONValue, from start: Int) {
    let moved = tape.count - value.index
    for index in value.index..<value.nextIndex {
      let node = value.nodes[index]
      let extent =
        switch value.bytes[node.start] {
        case "{", "[": Int(node.extent) + moved
        case "}", "]": Int(node.extent)
        default: Int(node.extent) + start
        }
      tape.append(JSONNode(start: node.start + start, extent: extent, isMarked: node.isMarked))
    }
  }

  /// Begins an object or array at the position of `container`, without its content.
  package mutating func begin(_ container: JSONValue, from start: Int) {
    countChild()
    open.append((tape.append(JSONNode(start: container.start + start, extent: 0)), 0))
  }

  package mutating func end(_ container: JSONValue, from start: Int) {
    guard let (node, count) = open.popLast() else { return }
    tape.append(JSONNode(start: container.range.upperBound - 1 + start, extent: count))
    tape.nodes[node] = JSONNode(start: tape.nodes[node].start, extent: tape.count)
  }

  private mutating func countChild() {
    if !open.isEmpty { open[open.count - 1].count += 1 }
  }

  package var depth: Int { open.count }

  package consuming func document(_ text: SourceText) -> JSONDocument { JSONDocument(text, tape) }
}

/// Two equal keys of an object, as indices of nodes.
package struct JSONDuplicateKey: Equatable, Sendable {
  package var object: Int
  package var first: Int
  package var second: Int
}

extension JSONDuplicateKey {
  /// Finds duplicate keys in linear time. Compares up to eight keys, and looks up more in a hash
  /// table.
  static func find(in object: JSONValue, into found: inout [JSONDuplicateKey]) {
    if object.count <= 8 {
      findByComparing(object, &found)
    } else {
      findByHashing(object, &found)
    }
  }

  private static func findByComparing(_ object: JSONValue, _ found: inout [JSONDuplicateKey]) {
    for (key, _) in object.members {
      for (earlier, _) in object.members {
        if earlier.index == key.index { break }
        if earlier.withUTF8({ key.equals($0) }) {
          found.append(
            JSONDuplicateKey(object: object.index, first: earlier.index, second: key.index))
          break
        }
      }
    }
  }

  private static func findByHashing(_ object: JSONValue, _ found: inout [JSONDuplicateKey]) {
    // As strings, two encodings of `é` would be equal.
    var first: [[UInt8]: Int] = Dictionary(minimumCapacity: object.count)
    for (key, _) in object.members {
      let bytes = key.withUTF8 { Array($0) }
      if let earlier = first[bytes] {
        found.append(JSONDuplicateKey(object: object.index, first: earlier, second: key.index))
      } else {
        first[bytes] = key.index
      }
    }
  }
}
