@usableFromInline package enum JSONKind: Equatable, Sendable {
  case object, array, string, number, bool, null
}

/// A value of a parsed document. It consists of pointers into the document's memory, and the index of the value on the
/// tape, the parser's array of values. Because of the pointers, it may be used only within the closure that received
/// it, for example from ``JSONDocument/withRoot(_:)``.
@usableFromInline package struct JSONValue {
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let nodes: UnsafePointer<JSONNode>
  /// The index of the value on the tape, the parser's array of values. Unlike the value, the index can be kept as long
  /// as the document exists: ``JSONDocument/withValue(at:_:)`` converts it back to the value.
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
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The range of the value's bytes in the text, including quotation marks and brackets.
  @inlinable package var range: Range<Int> {
    let node = node
    return node.start..<(isContainer ? nodes[Int(node.extent) - 1].start + 1 : Int(node.extent))
  }

  /// The byte offset in the text at which the value begins.
  @inlinable @inline(__always)
  package var start: Int { node.start }

  @inlinable @inline(__always)
  var isContainer: Bool {
    let byte = firstByte
    return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  @inlinable @inline(__always)
  var nextIndex: Int { isContainer ? Int(node.extent) : index &+ 1 }

  /// The number of elements of an array or members of an object; 0 for other values.
  @inlinable package var count: Int { isContainer ? Int(nodes[Int(node.extent) - 1].extent) : 0 }

  /// The value if it is `true` or `false`; nil if the value is not a Boolean.
  @inlinable package var bool: Bool? {
    switch firstByte {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }
}

// MARK: - Children

extension JSONValue {
  /// The elements of an array. The sequence is empty if the value is not an array.
  @inlinable @inline(__always)
  package var elements: Elements { Elements(self, if: UInt8(ascii: "[")) }

  /// The members of an object, including those with duplicate keys. The sequence is empty if the value is not an
  /// object.
  @inlinable @inline(__always)
  package var members: Members { Members(children: Elements(self, if: UInt8(ascii: "{"))) }

  @usableFromInline package struct Elements: Sequence, IteratorProtocol {
    @usableFromInline let bytes: UnsafePointer<UInt8>
    @usableFromInline let nodes: UnsafePointer<JSONNode>
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    @inlinable @inline(__always)
    init(_ value: JSONValue, if bracket: UInt8) {
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
      guard let key = children.next(), let value = children.next() else { return nil }
      return (key, value)
    }
  }

  /// Returns the value of the first member with the given key, or nil. The search takes time proportional to the number
  /// of members, so code that reads all members should iterate over ``members`` instead.
  package func member(_ key: StaticString) -> JSONValue? {
    for member in members where member.key.equals(key) { return member.value }
    return nil
  }
}

// MARK: - Strings

extension JSONValue {
  /// The bytes between the quotation marks, with escapes as they are in the text. The value must be a string.
  @inlinable @inline(__always)
  package var rawString: UnsafeBufferPointer<UInt8> {
    let node = node
    return UnsafeBufferPointer(
      start: bytes + (node.start &+ 1), count: Int(node.extent) &- node.start &- 2)
  }

  @inlinable package var hasEscapes: Bool { kind == .string && node.isMarked }

  /// The text of a string with its escapes decoded; nil if the value is not a string.
  package var string: String? {
    guard kind == .string else { return nil }
    return withUTF8 { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the UTF-8 of a string, in which escapes have been decoded. The value must be a string.
  @inlinable @inline(__always)
  package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if !node.isMarked { return body(rawString) }
    return JSONString.unescaped(rawString).withUnsafeBufferPointer(body)
  }

  /// The Unicode scalars of a string with its escapes decoded. `offset` is the byte offset in the whole text at which
  /// the scalar, or its escape, begins. The list is empty if the value is not a string.
  package var scalars: [(scalar: Unicode.Scalar, offset: Int)] {
    guard kind == .string else { return [] }
    let inside = start + 1
    return JSONString.scalars(rawString).map { ($0.scalar, $0.offset + inside) }
  }

  /// Returns whether the value is a string that is equal to `text`, byte by byte, after decoding of escapes.
  @inlinable @inline(__always)
  package func equals(_ text: StaticString) -> Bool {
    equals(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable @inline(__always)
  package func equals(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard firstByte == UInt8(ascii: "\"") else { return false }
    if node.isMarked { return JSONString.unescaped(rawString).elementsEqual(text) }
    let raw = rawString
    guard raw.count == text.count, let left = raw.baseAddress else { return false }
    guard let right = text.baseAddress else { return true }
    return ByteScan.isEqual(left, right, count: raw.count)
  }
}

// MARK: - Numbers

package enum JSONInteger: Equatable, Sendable {
  case value(Int64)
  /// The integer is less than -2^63 or greater than 2^63-1, so that `Int64` cannot represent it.
  case overflow
  /// The number has a fraction or an exponent, or the value is not a number.
  case notAnInteger
}

extension JSONValue {
  /// The value as an integer, if it is a number without a fraction and an exponent. `-0` is 0.
  package var integer: JSONInteger {
    guard kind == .number, !node.isMarked else { return .notAnInteger }
    let isNegative = firstByte == UInt8(ascii: "-")
    var value: Int64 = 0
    for offset in (isNegative ? node.start + 1 : node.start)..<Int(node.extent) {
      let digit = Int64(bytes[offset] - UInt8(ascii: "0"))
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflows || overflowsToo { return .overflow }
      value = sum
    }
    return .value(value)
  }

  /// The JSON text of the value, exactly as it is in the document.
  package var source: String {
    let range = range
    return String(
      decoding: UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count),
      as: UTF8.self)
  }
}
