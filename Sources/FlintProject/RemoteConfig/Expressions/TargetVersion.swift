import FlintCore

/// A version in a Remote Config expression. It can have any number of parts, unlike a version in a manifest.
struct TargetVersion {
  /// The position of the version in the order of the versions of manifests, which have three parts.
  enum Position {
    case exactly(Version)
    /// The version has more than three parts, not counting zeros at the end. It is below this version of manifests, and
    /// no other version of manifests is between the two. For example, 2.0.1.5 is right below 2.0.2.
    case rightBelow(Version)
  }

  /// The maximum number of parts in the version of a custom signal, as defined by Firebase.
  static let maxSignalParts = 5

  /// The version as it was written.
  let text: String
  let parts: [Substring]

  /// Parses a version, which consists of numbers separated by dots. Returns nil for other texts. The empty text gives a
  /// version without parts.
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

  /// The position in the order of the versions of manifests; nil for the empty text, or if a part is too large for a
  /// manifest.
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
