internal import FlintModel

/// Patterns as bytes, matched without allocation.
struct ScannedPatterns {
  private struct Requirement {
    let part: TextPattern.Part

    /// In ``ScannedPatterns/texts``; one of them suffices.
    let texts: Range<Int>

    /// Whether the next requirement belongs to the same pattern.
    let isFollowed: Bool
  }

  // INVARIANT: the conditions of a pattern are adjacent, and the patterns are in the order of their planes.
  private let requirements: UnsafeMutablePointer<Requirement>
  private let requirementCount: Int
  private let texts: UnsafeMutablePointer<UnsafeMutableBufferPointer<UInt8>>
  private let textCount: Int
  private let first: Plane

  /// Must be freed with ``deallocate()``.
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

  /// Sets the planes of the patterns that match.
  /// - Parameter text: UTF-8, unescaped.
  func set(_ lane: FactSetter, _ text: UnsafeBufferPointer<UInt8>) {
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
