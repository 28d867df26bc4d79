import FlintText

enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// From 0.
struct TextPosition: Equatable {
  var line: Int
  var character: Int
}

/// Lines end with `\n`, `\r\n` or `\r`.
struct TextLines {
  private let text: SourceText
  private let encoding: PositionEncoding
  private var starts = [0]

  /// Characters before each `stride` bytes, for very long lines.
  private var marks: [Int] = []
  private static let stride = 1 << 8

  init(_ text: SourceText, _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
    let bytes = text.bytes
    for index in bytes.indices where bytes[index] < 0x0E {
      switch bytes[index] {
      case 0x0A: starts.append(index + 1)
      case 0x0D where index + 1 == bytes.count || bytes[index + 1] != 0x0A:
        starts.append(index + 1)
      default: continue
      }
    }
    let ends = starts.dropFirst() + [bytes.count]
    guard zip(starts, ends).contains(where: { $1 - $0 > 8 * Self.stride }) else { return }
    marks = [0]
    for start in Swift.stride(from: 0, to: bytes.count - Self.stride, by: Self.stride) {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Self.stride])
      marks.append(marks[marks.count - 1] + encoding.units(of: piece))
    }
  }

  private func units(from start: Int, to end: Int) -> Int {
    if marks.isEmpty || end - start < Self.stride {
      return encoding.units(of: UnsafeRawBufferPointer(rebasing: text.bytes[start..<end]))
    }
    func count(_ offset: Int) -> Int {
      let mark = min(offset / Self.stride, marks.count - 1)
      let rest = text.bytes[mark * Self.stride..<offset]
      return marks[mark] + encoding.units(of: UnsafeRawBufferPointer(rebasing: rest))
    }
    return count(end) - count(start)
  }

  func position(of offset: Int) -> TextPosition {
    let offset = min(offset, text.bytes.count)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return TextPosition(line: low, character: units(from: starts[low], to: offset))
  }

  /// Beyond a line, its end; beyond the text, its end.
  func offset(of position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return text.bytes.count }
    let start = starts[position.line]
    var end = position.line + 1 < starts.count ? starts[position.line + 1] : text.bytes.count
    while end > start, text.bytes[end - 1] == 0x0A || text.bytes[end - 1] == 0x0D { end -= 1 }
    let line = UnsafeRawBufferPointer(rebasing: text.bytes[start..<end])
    return start + encoding.bytes(of: position.character, in: line)
  }
}

extension PositionEncoding {
  fileprivate func units(of bytes: UnsafeRawBufferPointer) -> Int {
    switch self {
    case .utf8: bytes.count
    case .utf16:
      // The expression has no branches, so that the loop can be vectorized.
      bytes.reduce(into: 0) { count, byte in
        count &+= (byte & 0xC0 == 0x80 ? 0 : 1) &+ (byte >= 0xF0 ? 1 : 0)
      }
    }
  }

  /// Without a scalar that would be cut.
  fileprivate func bytes(of units: Int, in line: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = units
    while count < line.count, rest > 0 {
      var next = count + 1
      while next < line.count, line[next] & 0xC0 == 0x80 { next += 1 }
      rest -= self == .utf8 ? next - count : line[count] >= 0xF0 ? 2 : 1
      if rest < 0 { break }
      count = next
    }
    return count
  }
}
