import FlintCore

/// A version as an expression writes it: any number of parts.
struct TargetVersion {
  /// Where a version of a manifest, which has three parts, lies in relation to it.
  enum Position {
    case exactly(Version)
    /// Above the version before this one, and below this one.
    case rightBelow(Version)
  }

  /// As many parts as Firebase compares of a custom signal.
  static let maxSignalParts = 5

  /// As it was written.
  let text: String
  let parts: [Substring]

  /// Nil unless the text is numbers divided by dots, or empty, which is compared with nothing.
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

  /// Nil where a part is too great for a manifest, and for the empty text.
  var position: Position? {
    var numbers: [Int32] = []
    for part in parts {
      guard let number = Int32(part) else { return nil }
      numbers.append(number)
    }
    guard !numbers.isEmpty else { return nil }
    let written = min(numbers.count, 3)
    while numbers.last == 0 { numbers.removeLast() }
    let isExact = numbers.count <= 3
    numbers += [Int32](repeating: 0, count: max(0, 3 - numbers.count))
    let version = Version(numbers[0], numbers[1], numbers[2])
    guard isExact else { return version.next.map { .rightBelow($0) } }
    switch written {
    case 1: return .exactly(Version(numbers[0]))
    case 2: return .exactly(Version(numbers[0], numbers[1]))
    default: return .exactly(version)
    }
  }
}
