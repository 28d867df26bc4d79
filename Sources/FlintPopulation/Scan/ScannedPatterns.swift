internal import FlintCore

/// The patterns of a text attribute, prepared so that matching a text allocates no memory.
struct ScannedPatterns {
  /// The alternative texts of one part of a pattern. At least one of them must match.
  private struct Demand {
    let part: TextPattern.Part

    /// The range of the alternatives in ``texts``.
    let texts: Range<Int>

    /// Whether the next element belongs to the same pattern.
    let isFollowed: Bool
  }

  // INVARIANT: the elements of a pattern are adjacent; the patterns are in the order of their planes.
  private let demands: UnsafeMutablePointer<Demand>
  private let demandCount: Int
  private let texts: UnsafeMutablePointer<UnsafeMutableBufferPointer<UInt8>>
  private let textCount: Int
  private let first: Plane

  /// Prepares the patterns.
  ///
  /// - Parameter first: the plane of the first pattern. The planes of the other patterns follow.
  init(_ patterns: [TextPattern], first: Plane) {
    var demands: [Demand] = []
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
        demands.append(
          Demand(part: part, texts: begin..<texts.count, isFollowed: index < parts.count - 1))
      }
    }
    self.first = first
    (self.demands, demandCount) = (.holding(demands), demands.count)
    (self.texts, textCount) = (.holding(texts), texts.count)
  }

  func deallocate() {
    for text in 0..<textCount { texts[text].deallocate() }
    texts.deallocate()
    demands.deallocate()
  }

  var isEmpty: Bool { demandCount == 0 }

  /// Sets the planes of the patterns that match a text. The text has no escapes.
  func set(_ lane: LaneFacts, _ text: UnsafeBufferPointer<UInt8>) {
    var plane = first
    var isMatch = true
    for index in 0..<demandCount {
      let demand = demands[index]
      if isMatch { isMatch = isMet(demand, by: text) }
      if demand.isFollowed { continue }
      if isMatch { lane.set(plane) }
      plane &+= 1
      isMatch = true
    }
  }

  private func isMet(_ demand: Demand, by text: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in demand.texts
    where demand.part.isFound(UnsafeBufferPointer(texts[index]), in: text) { return true }
    return false
  }
}
