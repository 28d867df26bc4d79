internal import FlintCore

/// The patterns of a text attribute, prepared so that matching a text allocates no memory.
struct ScannedPatterns {
  /// The alternative texts of one part of a pattern. At least one of them must match.
  private struct Requirement {
    let part: TextPattern.Part

    /// The range of the alternatives in ``texts``.
    let texts: Range<Int>

    /// Whether the next element belongs to the same pattern.
    let isFollowed: Bool
  }

  // INVARIANT: the elements of a pattern are adjacent; the patterns are in the order of their planes.
  private let requirements: UnsafeMutablePointer<Requirement>
  private let requirementCount: Int
  private let texts: UnsafeMutablePointer<UnsafeMutableBufferPointer<UInt8>>
  private let textCount: Int
  private let first: Plane

  /// Prepares the patterns.
  ///
  /// - Parameter first: the plane of the first pattern. The planes of the other patterns follow.
  init(_ patterns: [TextPattern], first: Plane) {
    var requirements: [Requirement] = []
    var texts: [UnsafeMutableBufferPointer<UInt8>] = []
    for pattern in patterns {
      let parts = pattern.parts
      for (index, part) in parts.enumerated() {
        let begin = texts.count
        for text in pattern[part] {
          let bytes = Array(text.text.utf8)
          texts.append(
            UnsafeMutableBufferPointer(start: .holding(bytes), count: bytes.count))
        }
        requirements.append(
          Requirement(part: part, texts: begin..<texts.count, isFollowed: index < parts.count - 1))
      }
    }
    self.first = first
    (self.requirements, requirementCount) = (.holding(requirements), requirements.count)
    (self.texts, textCount) = (.holding(texts), texts.count)
  }

  func deallocate() {
    for text in 0..<textCount { texts[text].deallocate() }
    texts.deallocate()
    requirements.deallocate()
  }

  var isEmpty: Bool { requirementCount == 0 }

  /// Sets the planes of the patterns that match a text. The text has no escapes.
  func set(_ lane: LaneFacts, _ text: UnsafeBufferPointer<UInt8>) {
    var plane = first
    var isMatch = true
    for index in 0..<requirementCount {
      let requirement = requirements[index]
      if isMatch { isMatch = isMet(requirement, by: text) }
      if requirement.isFollowed { continue }
      if isMatch { lane.set(plane) }
      plane &+= 1
      isMatch = true
    }
  }

  private func isMet(_ requirement: Requirement, by text: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in requirement.texts
    where requirement.part.isFound(UnsafeBufferPointer(texts[index]), in: text) { return true }
    return false
  }
}
