import FlintModel

/// Any number of parts; a manifest has at most three.
struct TargetVersion {
  /// Firebase's limit for custom signals.
  static let maxSignalParts = 5

  let text: String
  let parts: [Substring]

  /// An empty text has no parts.
  init?(_ text: String) {
    self.text = text
    if text.isEmpty {
      parts = []
      return
    }
    parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({
        !$0.isEmpty && $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      })
    else { return nil }
  }

  /// Nil for an empty text, a part that is too large for a manifest, and more than three parts that are not zeros at
  /// the end.
  var version: Version? {
    var numbers: [Int32] = []
    for part in parts {
      guard let number = Int32(part) else { return nil }
      numbers.append(number)
    }
    guard numbers.dropFirst(3).allSatisfy({ $0 == 0 }) else { return nil }
    switch numbers.count {
    case 0: return nil
    case 1: return Version(numbers[0])
    case 2: return Version(numbers[0], numbers[1])
    default: return Version(numbers[0], numbers[1], numbers[2])
    }
  }
}
