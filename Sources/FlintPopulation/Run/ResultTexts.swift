internal import FlintModel
internal import FlintText

/// Escaped ids, without quotation marks. Escaping them for each line makes `stream` take 1.8 times
/// as long.
final class ResultTexts: @unchecked Sendable {
  // INVARIANT: nothing changes after `init`, so instances can be shared between threads.
  private let memory: UnsafeMutablePointer<UInt8>
  private let features: [Range<Int>]
  private let constraints: [Range<Int>]

  init(_ program: PopulationProgram) {
    var sink = ByteSink()
    var ends = [0]
    func append(_ text: String) {
      JSONText.write(text, to: &sink)
      ends.append(sink.count)
    }
    // The app comes after the features in `program.features`. It has no id, so its text is empty.
    for index in program.features.indices { append(program.name(of: index) ?? "") }
    for index in program.features.indices {
      for name in program.constraintNames(of: index) { append(name) }
    }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: sink.count)
    sink.withBytes { bytes in
      UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyBytes(from: bytes)
    }
    self.memory = memory
    let inside = zip(ends, ends.dropFirst()).map { $0 + 1..<$1 - 1 }
    features = Array(inside.prefix(program.features.count))
    constraints = Array(inside.dropFirst(program.features.count))
  }

  deinit { memory.deallocate() }

  /// Valid as long as this object.
  @inline(__always)
  func feature(_ index: Int) -> UnsafeBufferPointer<UInt8> { text(features[index]) }

  @inline(__always)
  func constraint(_ index: Int) -> UnsafeBufferPointer<UInt8> { text(constraints[index]) }

  @inline(__always)
  private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count)
  }
}

extension ByteSink {
  /// JSON text that a terminal can show: U+007F to U+009F are escaped, control characters between
  /// values become spaces.
  mutating func append(untrusted text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      let isPair = byte == 0xC2 && index + 1 < text.count && text[index + 1] < 0xA0
      if byte == 0x7F || isPair {
        let value = isPair ? text[index + 1] : byte
        let digits: StaticString = "0123456789abcdef"
        append("\\u00")
        append(digits.utf8Start[Int(value >> 4)])
        append(digits.utf8Start[Int(value & 15)])
        index += isPair ? 2 : 1
      } else {
        append(byte < 0x20 ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
  }
}
