import FlintCore

/// A version in a Firebase Remote Config expression. It can have any number of parts, such as 2.0.1.5; a version in a
/// manifest has at most three.
struct TargetVersion {
  /// The position of a version among the versions that a manifest can contain, which have at most three parts. The
  /// version equals one of them, or lies between two of them.
  enum Position {
    /// The version in the Firebase Remote Config expression has at most three parts (not counting zeros at the end), so
    /// a manifest can contain it. The associated value is this version.
    case exactly(Version)
    /// The version in the Firebase Remote Config expression has more than three parts (not counting zeros at the end),
    /// so it lies between two versions that a manifest can contain. The associated value is the greater of the two: for
    /// 2.0.1.5, it is 2.0.2.
    case justBelow(Version)
  }

  /// Firebase's limit for the number of parts in a version that is compared with a custom signal (a value that the app
  /// sends to Firebase).
  static let maxSignalParts = 5

  let text: String
  let parts: [Substring]

  /// Parses numbers separated by dots. Returns nil for other texts. An empty text is a version without parts.
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

  /// The position of this version among the versions that a manifest can contain. It is nil if the text is empty, or if
  /// a part is too large for a manifest.
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
    guard isExact else { return version.next.map { .justBelow($0) } }
    switch written {
    case 1: return .exactly(Version(numbers[0]))
    case 2: return .exactly(Version(numbers[0], numbers[1]))
    default: return .exactly(version)
    }
  }
}
