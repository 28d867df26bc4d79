/// A key of a JSON format that is compared with the keys of a document byte by byte.
///
/// As the raw value of an enumeration, it makes the name of each case a key. A lookup then costs as much as a switch
/// over string literals.
@usableFromInline package struct KeyText: ExpressibleByStringLiteral, Equatable, @unchecked Sendable
{
  // INVARIANT: the bytes belong to a literal, or are borrowed for one look-up.
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

  @inlinable @inline(__always)
  package init(stringLiteral text: StaticString) {
    bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  @inlinable @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  @inlinable @inline(__always)
  package static func == (one: KeyText, other: KeyText) -> Bool {
    guard one.bytes.count == other.bytes.count, let left = one.bytes.baseAddress,
      let right = other.bytes.baseAddress
    else { return one.bytes.count == other.bytes.count }
    return ByteScan.isEqual(left, right, count: one.bytes.count)
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension ObjectKey where Self: RawRepresentable<KeyText> {
  package var name: String { rawValue.text }
}

extension RawRepresentable<KeyText> {
  /// Returns the case named by a key of a document, or nil if there is none.
  @inlinable @inline(__always)
  package init?(key: JSONValue) {
    guard let found = key.withUTF8({ Self(rawValue: KeyText($0)) }) else { return nil }
    self = found
  }
}
