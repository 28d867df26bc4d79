/// The bytes of one input, at a fixed address.
package final class SourceText: @unchecked Sendable {
  // INVARIANT: the memory is never written after `init`, so that threads may share it.
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// Takes ownership of memory, which `release` frees.
  package init(
    owning bytes: UnsafeRawBufferPointer, release: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  package convenience init(_ bytes: some Collection<UInt8>) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    self.init(owning: UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }

  package convenience init(_ text: String) { self.init(text.utf8) }

  deinit { release(bytes) }

  package func contains(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let last = wanted.last else { return true }
    // Horspool's string search (1980): the input byte at the last position of the pattern determines how far to shift
    // the pattern.
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
