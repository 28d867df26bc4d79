@usableFromInline package enum JSONKind: Equatable, Sendable {
  case object, array, string, number, bool, null
}

/// A value of a document. It points into the document's memory and must not leave the closure that
/// gets it.
@usableFromInline package struct JSONValue {
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let nodes: UnsafePointer<JSONNode>
  /// The value's index for ``JSONDocument/withValue(at:_:)``; valid as long as the document.
  @usableFromInline package let index: Int

  @inlinable @inline(__always)
  init(bytes: UnsafePointer<UInt8>, nodes: UnsafePointer<JSONNode>, index: Int) {
    self.bytes = bytes
    self.nodes = nodes
    self.index = index
  }

  @inlinable @inline(__always)
  var node: JSONNode { nodes[index] }

  @inlinable @inline(__always)
  var firstByte: UInt8 { bytes[node.start] }

  @inlinable @inline(__always)
  package var kind: JSONKind {
    switch firstByte {
    case "\"": .string
    case "{": .object
    case "[": .array
    case "t", "f": .bool
    case "n": .null
    default: .number
    }
  }

  /// The value's bytes, with quotation marks or brackets.
  @inlinable package var range: Range<Int> {
    let node = node
    return node.start..<(isContainer ? nodes[Int(node.extent) - 1].start + 1 : Int(node.extent))
  }

  @inlinable @inline(__always)
  package var start: Int { node.start }

  @inlinable @inline(__always)
  var isContainer: Bool {
    let byte = firstByte
    return byte == "{" || byte == "["
  }

  @inlinable @inline(__always)
  var nextIndex: Int { isContainer ? Int(node.extent) : index &+ 1 }

  /// The number of elements or members; 0 for scalars.
  @inlinable package var count: Int { isContainer ? Int(nodes[Int(node.extent) - 1].extent) : 0 }

  @inlinable package var bool: Bool? {
    switch firstByte {
    case "t": true
    case "f": false
    default: nil
    }
  }

  // MARK: Children

  /// Empty unless it is an array.
  @inlinable @inline(__always)
  package var elements: Elements { Elements(self, if: "[") }

  /// Includes duplicates; empty unless it is an object.
  @inlinable @inline(__always)
  package var members: Members { Members(children: Elements(self, if: "{")) }

  @usableFromInline package struct Elements: Sequence, IteratorProtocol {
    @usableFromInline let bytes: UnsafePointer<UInt8>
    @usableFromInline let nodes: UnsafePointer<JSONNode>
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    @inlinable @inline(__always)
    init(_ value: JSONValue, if bracket: Unicode.Scalar) {
      bytes = value.bytes
      nodes = value.nodes
      index = value.index &+ 1
      end = value.firstByte == bracket ? Int(value.node.extent) &- 1 : index
    }

    @inlinable @inline(__always)
    package mutating func next() -> JSONValue? {
      guard index < end else { return nil }
      let value = JSONValue(bytes: bytes, nodes: nodes, index: index)
      index = value.nextIndex
      return value
    }
  }

  @usableFromInline package struct Members: Sequence, IteratorProtocol {
    @usableFromInline var children: Elements

    @inlinable @inline(__always)
    init(children: Elements) { self.children = children }

    @inlinable @inline(__always)
    package mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard children.index < children.end else { return nil }
      let key = JSONValue(bytes: children.bytes, nodes: children.nodes, index: children.index)
      children.index &+= 1
      return children.next().map { (key, $0) }
    }
  }

  /// The value of the first member with this key. Takes linear time; to read all members, iterate
  /// over ``members``.
  @inlinable package func member(_ key: StaticString) -> JSONValue? {
    let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    for member in members where member.key.equals(name) { return member.value }
    return nil
  }

  // MARK: Strings

  /// A string without quotation marks, its escapes as written.
  @inlinable @inline(__always)
  package var rawString: UnsafeBufferPointer<UInt8> {
    let node = node
    return UnsafeBufferPointer(
      start: bytes + (node.start &+ 1), count: Int(node.extent) &- node.start &- 2)
  }

  @inlinable package var hasEscapes: Bool { kind == .string && node.isMarked }

  /// The decoded text; nil unless the value is a string.
  package var string: String? {
    guard kind == .string else { return nil }
    return withUTF8 { String(utf8: $0) }
  }

  /// Passes the decoded bytes of a string.
  @inlinable @inline(__always)
  package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if !node.isMarked { return body(rawString) }
    return JSONString.unescaped(rawString).withUnsafeBufferPointer(body)
  }

  /// The decoded scalars, with their offsets in the text; empty unless it is a string.
  package var scalars: [(scalar: Unicode.Scalar, offset: Int)] {
    guard kind == .string else { return [] }
    let inside = start + 1
    return JSONString.scalars(rawString).map { ($0.scalar, $0.offset + inside) }
  }

  /// Compares the bytes of the decoded string.
  @inlinable @inline(__always)
  package func equals(_ text: StaticString) -> Bool {
    equals(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package func equals(_ text: String) -> Bool {
    // Most texts differ in length.
    guard node.isMarked || Int(node.extent) &- node.start &- 2 == text.utf8.count else {
      return false
    }
    var text = text
    return text.withUTF8 { equals($0) }
  }

  @inlinable @inline(__always)
  package func equals(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, length) = (node.start &+ 1, Int(node.extent) &- node.start &- 2)
    guard length == text.count || node.isMarked, firstByte == "\"" else {
      return false
    }
    if node.isMarked { return JSONString.unescaped(rawString).elementsEqual(text) }
    guard let right = text.baseAddress else { return true }
    return ByteScan.isEqual(bytes + start, right, count: length)
  }
}

// MARK: - Numbers

package enum JSONInteger: Equatable, Sendable {
  case value(Int64)
  case overflow
  /// A number with a fraction or exponent, or no number.
  case notAnInteger
}

extension JSONValue {
  /// The number as an integer. `-0` is 0.
  package var integer: JSONInteger {
    guard kind == .number, !node.isMarked else { return .notAnInteger }
    return Int64(source).map { .value($0) } ?? .overflow
  }

  /// The value's JSON, as written.
  package var source: String {
    let range = range
    return String(utf8: UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count))
  }
}

/// Lets a `switch` over a key have literals as cases.
@inlinable @inline(__always)
package func ~= (pattern: StaticString, value: JSONValue) -> Bool { value.equals(pattern) }
