/// A bit mask of indices below a limit.
struct IndexBits: Hashable {
  private var words: [UInt64]

  init(limit: Int) { words = [UInt64](repeating: 0, count: (limit + 63) / 64) }

  init(allBelow limit: Int) {
    self.init(limit: limit)
    for index in 0..<limit { insert(index) }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var first: Int? {
    for (index, word) in words.enumerated() where word != 0 {
      return index * 64 + word.trailingZeroBitCount
    }
    return nil
  }

  func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }

  mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }

  mutating func remove(_ index: Int) { words[index >> 6] &= ~(1 << UInt64(index & 63)) }

  mutating func formIntersection(_ other: IndexBits) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formUnion(_ other: IndexBits) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func subtract(_ other: IndexBits) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  func intersection(_ other: IndexBits) -> IndexBits {
    var result = self
    result.formIntersection(other)
    return result
  }

  func countOfIntersection(_ other: IndexBits) -> Int {
    var count = 0
    for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }

  var members: [Int] {
    var members: [Int] = []
    for (index, word) in words.enumerated() {
      var word = word
      while word != 0 {
        members.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return members
  }
}
