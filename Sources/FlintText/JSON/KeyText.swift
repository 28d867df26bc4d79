/// A key in a JSON object, such as `"features"`. It is compared byte by byte with the keys of a document.
///
/// An enumeration of the keys of a format can have this type as its raw value. Finding the case for a key of a document
/// is then as fast as a `switch` over string literals.
@usableFromInline package struct KeyText: ExpressibleByStringLiteral, Equatable, @unchecked Sendable
{
  // INVARIANT: the bytes belong to a string literal and live forever, or the `KeyText` exists only during one
  // comparison.
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

extension RawRepresentable<KeyText> {
  /// Creates the case that corresponds to a key of a document, or returns nil if the enumeration has no such case.
  @inlinable @inline(__always)
  package init?(key: JSONValue) {
    guard let found = key.withUTF8({ Self(rawValue: KeyText($0)) }) else { return nil }
    self = found
  }
}
