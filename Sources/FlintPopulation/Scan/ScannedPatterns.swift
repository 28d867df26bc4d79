internal import FlintModel

/// The text patterns (such as “begins with A”) that constraints require of a text attribute. They are stored as bytes,
/// so that a text in an input line can be matched without allocating memory.
struct ScannedPatterns {
  /// One condition of a pattern, for example that the text begins with one of several texts. It is satisfied if at
  /// least one of these texts is found.
  private struct Requirement {
    let part: TextPattern.Part

    /// The texts that this condition requires, as a range of indices into ``ScannedPatterns/texts``. The condition is
    /// satisfied if at least one of them is found in the attribute's text: at its beginning, at its end or anywhere,
    /// depending on ``part``. If none is found, the attribute's text does not match the pattern.
    let texts: Range<Int>

    /// Whether the next element of `requirements` belongs to the same pattern. A text matches a pattern if it satisfies
    /// all conditions of the pattern.
    let isFollowed: Bool
  }

  // INVARIANT: the conditions of a pattern are adjacent, and the patterns are in the order of their planes.
  private let requirements: UnsafeMutablePointer<Requirement>
  private let requirementCount: Int
  private let texts: UnsafeMutablePointer<UnsafeMutableBufferPointer<UInt8>>
  private let textCount: Int
  private let first: Plane

  /// Copies the patterns into memory that must be freed with ``deallocate()``.
  ///
  /// - Parameter first: The plane of the first pattern (see ``Lanes``). The planes of the other patterns follow.
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

  /// Records which patterns the text of one state matches: for each of them, sets the state's bit in the pattern's
  /// plane (see ``Lanes``).
  ///
  /// - Parameter text: The UTF-8 of the text, in which escapes have been replaced by their characters.
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
