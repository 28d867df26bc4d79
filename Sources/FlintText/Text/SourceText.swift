/// The bytes of one input, kept alive and unmoved for as long as something refers to them.
package final class SourceText: @unchecked Sendable {
  // INVARIANT: the memory is never written to after `init`, which makes sharing it safe.
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// Takes over memory that the caller obtained, for instance by mapping a file; `release` gives it back.
  package init(
    owning bytes: UnsafeRawBufferPointer, release: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  /// A copy of the bytes.
  package convenience init(_ bytes: some Collection<UInt8>) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    self.init(owning: UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }

  package convenience init(_ text: String) { self.init(text.utf8) }

  deinit { release(bytes) }

  /// Whether some ASCII text occurs anywhere.
  package func contains(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let first = wanted.first, bytes.count >= wanted.count else { return wanted.isEmpty }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
