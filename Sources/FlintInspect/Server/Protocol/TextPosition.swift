enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A position of the protocol; both numbers count from 0.
struct TextPosition: Equatable {
  var line: Int
  var character: Int

}

extension TextPosition {
  /// Numbers that are too great become `Int.max`.
  init?(_ value: JSONValue?) {
    func number(_ value: JSONValue?) -> Int? {
      switch value?.integer {
      case .value(let number): Int(clamping: max(number, 0))
      case .overflow: .max
      case .notAnInteger, nil: nil
      }
    }
    guard let line = number(value?.member("line")),
      let character = number(value?.member("character"))
    else { return nil }
    self.init(line: line, character: character)
  }
}

/// Converts between byte offsets and positions. Lines end with `\n`, `\r\n` or `\r`.
struct TextLines {
  private let text: SourceText
  private let encoding: PositionEncoding
  private var starts = [0]

  init(_ text: SourceText, _ encoding: PositionEncoding) {
    self.text = text
    let bytes = text.bytes
    // Characters of ASCII need not be counted, which matters in very long lines.
    self.encoding = bytes.allSatisfy { $0 < 0x80 } ? .utf8 : encoding
    for index in bytes.indices where bytes[index] < 0x0E {
      switch bytes[index] {
      case 0x0A: starts.append(index + 1)
      case 0x0D where index + 1 == bytes.count || bytes[index + 1] != 0x0A:
        starts.append(index + 1)
      default: continue
      }
    }
  }

  func position(of offset: Int) -> TextPosition {
    let offset = min(offset, text.bytes.count)
    let line = starts.indices.end { starts[$0] <= offset } - 1
    return TextPosition(
      line: line,
      character: encoding.units(
        of: UnsafeRawBufferPointer(rebasing: text.bytes[starts[line]..<offset])))
  }

  /// The byte offset. Beyond a line, it is the line's end; beyond the text, the text's end.
  func offset(of position: TextPosition) -> Int {
    guard position.line < starts.count else { return text.bytes.count }
    let start = starts[position.line]
    var end = position.line + 1 < starts.count ? starts[position.line + 1] : text.bytes.count
    while end > start, text.bytes[end - 1].isLineEnd { end -= 1 }
    return start
      + encoding.bytes(
        of: position.character, in: UnsafeRawBufferPointer(rebasing: text.bytes[start..<end]))
  }

  /// The byte offsets of a `Range` of the protocol.
  func offsets(of range: JSONValue?) -> Range<Int>? {
    guard let start = TextPosition(range?.member("start")),
      let end = TextPosition(range?.member("end"))
    else { return nil }
    let lower = offset(of: start)
    return lower..<max(lower, offset(of: end))
  }

  // MARK: JSON

  func json(_ range: Range<Int>) -> JSONLiteral {
    func json(_ offset: Int) -> JSONLiteral {
      let position = position(of: offset)
      return ["line": .number(position.line), "character": .number(position.character)]
    }
    return ["start": json(range.lowerBound), "end": json(range.upperBound)]
  }

  func edit(_ range: Range<Int>, _ text: String) -> JSONLiteral {
    ["range": json(range), "newText": .string(text)]
  }

  func location(_ uri: String, _ range: Range<Int>) -> JSONLiteral {
    ["uri": .string(uri), "range": json(range)]
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

  /// The number of bytes in the first `units` code units. Does not split a scalar.
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
