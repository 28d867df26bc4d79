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
    guard let last = wanted.last else { return true }
    // As R. N. Horspool looks for it: at the byte that would be the last one, which tells how far the next is that could be.
    var steps = [Int](repeating: wanted.count, count: 256)
    for (offset, byte) in wanted.dropLast().enumerated() {
      steps[Int(byte)] = wanted.count - 1 - offset
    }
    var end = wanted.count - 1
    while end < bytes.count {
      let byte = bytes[end]
      if byte == last, bytes[(end - wanted.count + 1)...end].elementsEqual(wanted) { return true }
      end += steps[Int(byte)]
    }
    return false
  }
}
