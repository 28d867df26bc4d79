/// The bytes of one input. They stay at one address as long as the object exists.
package final class SourceText: @unchecked Sendable {
  // INVARIANT: the memory is never written after `init`, so that threads may share it.
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// Takes ownership of memory from the caller, for instance of a mapped file; `release` frees it.
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

  /// Whether the text contains an ASCII string.
  package func contains(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let last = wanted.last else { return true }
    // Horspool's string search (1980): the byte under the pattern's end gives the distance to the next candidate.
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
