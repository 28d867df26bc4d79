/// The bytes of one input, at a fixed address.
package final class SourceText: @unchecked Sendable {
  // INVARIANT: the memory is never written after `init`, so that threads may share it.
  package let bytes: UnsafeRawBufferPointer

  package init(_ bytes: some Collection<UInt8>) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    self.bytes = UnsafeRawBufferPointer(copy)
  }

  package convenience init(_ text: String) { self.init(text.utf8) }

  deinit { bytes.deallocate() }

  package func contains(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes.indices.contains { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
  }
}
