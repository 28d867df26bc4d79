internal import FlintText

enum Key: Equatable {
  case up, down, left, right, pageUp, pageDown, home, end
  case tab, enter, escape, backspace
  case character(Character)
}

/// Converts the bytes that a terminal sends to the keys that the user pressed. The bytes of one key, such as an arrow,
/// need not arrive together.
struct KeyDecoder {
  private var pending: [UInt8] = []

  /// Whether the bytes from the terminal that have not been decoded yet may be the beginning of a longer sequence for
  /// one key of the keyboard, such as an arrow. If no further bytes arrive soon, call ``flush()`` to decode them as
  /// they are.
  var isWaiting: Bool { !pending.isEmpty }

  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = first(of: pending[...]) {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Decodes the pending bytes as complete input: a leading escape byte becomes the Escape key, and an incomplete
  /// character is dropped. Returns the decoded keys, at most one.
  mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.first == escape ? [.escape] : []
  }

  private let escape: UInt8 = 0x1B

  /// Decodes the first key of the bytes that the terminal has sent, and returns it with its length in bytes. The key is
  /// nil if the bytes are complete but belong to a key of the keyboard that the program does not support. The whole
  /// result is nil if more bytes must arrive before the key can be decoded.
  private func first(of bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case escape: return sequence(bytes)
    case 0x09: return (.tab, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x00..<0x20: return (nil, 1)
    default: return character(bytes)
    }
  }

  private func character(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    guard let byte = bytes.first else { return nil }
    let length =
      switch byte {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard bytes.count >= length else { return nil }
    guard let text = String(validUTF8: bytes.prefix(length)) else { return (nil, 1) }
    return (text.first.map { .character($0) }, length)
  }

  /// Decodes an escape sequence, which a terminal sends for a key such as an arrow: `ESC [ … letter`, `ESC [ number ~`
  /// or `ESC O letter`. An escape byte before any other byte is the Escape key.
  ///
  /// - Returns: The key and the number of its bytes. The key is nil if the program does not support it; the whole
  ///   result is nil if the sequence is incomplete, so that more bytes must arrive.
  private func sequence(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    guard let second = bytes.dropFirst().first else { return nil }
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return (.escape, 1) }
    let rest = bytes.dropFirst(2)
    guard let end = rest.firstIndex(where: { 0x40...0x7E ~= $0 }) else {
      // No key has a sequence of more than 16 bytes. Drop longer ones.
      return bytes.count > 16 ? (nil, bytes.count) : nil
    }
    let length = end - bytes.startIndex + 1
    let parameter = rest[..<end].prefix { $0 != UInt8(ascii: ";") }
    return (Self.key(ending: rest[end], String(decoding: parameter, as: UTF8.self)), length)
  }

  private static func key(ending letter: UInt8, _ parameter: String) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .tab
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "~"):
      switch parameter {
      case "1", "7": .home
      case "4", "8": .end
      case "5": .pageUp
      case "6": .pageDown
      case "3": .backspace
      default: nil
      }
    default: nil
    }
  }
}
