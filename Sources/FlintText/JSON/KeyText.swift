/// Compared byte by byte. As raw values of an enumeration, found as fast as a `switch` over
/// literals.
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
  @inlinable @inline(__always)
  package init?(key: JSONValue) {
    guard let found = key.withUTF8({ Self(rawValue: KeyText($0)) }) else { return nil }
    self = found
  }
}
