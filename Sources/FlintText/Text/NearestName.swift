/// The candidate most similar to `name`, ignoring case; never `name` itself. One insertion,
/// deletion, replacement or swap is allowed for every three characters. Takes quadratic time, so
/// returns nil above 128 characters.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  guard name.utf8.count <= lengthLimit * 4 else { return nil }
  let wanted = folded(name)
  guard wanted.count <= lengthLimit else { return nil }
  var bound = wanted.count / 3
  if wanted.count == 2 { bound = 1 }
  var nearest: String?
  for candidate in candidates where candidate != name && candidate.utf8.count <= lengthLimit * 4 {
    let distance = editDistance(wanted, folded(candidate), atMost: bound)
    guard let distance else { continue }
    nearest = candidate
    if distance == 0 { break }
    bound = distance - 1
  }
  return nearest
}

private let lengthLimit = 128

private func folded(_ text: String) -> [UInt32] {
  text.lowercased().unicodeScalars.map(\.value)
}

private func editDistance(
  _ left: [UInt32], _ right: [UInt32], atMost bound: Int
) -> Int? {
  guard abs(left.count - right.count) <= bound else { return nil }
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in right.indices {
      var best = min(
        previous[column] + (left[row] == right[column] ? 0 : 1), previous[column + 1] + 1,
        current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, beforePrevious[column - 1] + 1)
      }
      current.append(best)
    }
    guard current.min()! <= bound else { return nil }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count] <= bound ? previous[right.count] : nil
}

/// Candidates that contain `name` or, if none does, a word of it. Ignores case; for names from 3 to
/// 512 bytes.
/// - Parameter spellings: The names of a candidate.
package func similarNames<Candidate>(
  to name: String, among candidates: [Candidate], spellings: (Candidate) -> [String]
) -> [Candidate] {
  let wanted = name.lowercased()
  func matches(_ parts: [String]) -> [Candidate] {
    if parts.isEmpty { return [] }
    return candidates.filter { candidate in
      spellings(candidate).contains { spelling in
        let spelling = spelling.lowercased()
        return parts.contains { spelling.has($0) }
      }
    }
  }
  func isLongEnough(_ text: some StringProtocol) -> Bool {
    text.utf8.count >= 3 && text.utf8.count <= 512
  }
  let whole = matches(isLongEnough(wanted) ? [wanted] : [])
  if !whole.isEmpty { return whole }
  return matches(
    wanted.split { !$0.isLetter && !$0.isNumber }.filter(isLongEnough).map { String($0) })
}

/// Numbers names from 0, compared byte by byte.
package struct NameIndex: Hashable, Sendable {
  package private(set) var names: [String] = []
  /// Each slot is an index in ``names`` plus one; 0 is free.
  // INVARIANT: the number of slots is a power of two, and at most half of the slots are used.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 16)

  package init() {}

  package init(_ names: [String]) {
    for name in names { insert(name) }
  }

  @discardableResult
  package mutating func insert(_ name: String) -> (index: Int, isNew: Bool) {
    var name = name
    let (slot, found) = name.withUTF8 { self.slot(of: $0) }
    if let found { return (found, false) }
    names.append(name)
    slots[slot] = UInt32(names.count)
    if names.count * 2 > slots.count { grow() }
    return (names.count - 1, true)
  }

  package func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { slot(of: $0).found }
  }

  /// The index of the name with these UTF-8 bytes.
  package func index(of bytes: UnsafeBufferPointer<UInt8>) -> Int? { slot(of: bytes).found }

  package func index(of value: JSONValue) -> Int? { value.withUTF8 { index(of: $0) } }

  private func slot(of bytes: UnsafeBufferPointer<UInt8>) -> (slot: Int, found: Int?) {
    let mask = slots.count - 1
    var slot = Self.hash(bytes) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if Self.isSame(names[index], bytes) { return (slot, index) }
      slot = (slot + 1) & mask
    }
    return (slot, nil)
  }

  /// Seeded at random, so that no input can make all hashes equal.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize() & .max
  }

  @inline(__always)
  private static func isSame(_ name: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let utf8 = name.utf8
    guard utf8.count == bytes.count, let right = bytes.baseAddress else {
      return utf8.count == bytes.count
    }
    return utf8.withContiguousStorageIfAvailable { left in
      left.baseAddress.map { ByteScan.isEqual($0, right, count: bytes.count) } ?? true
    } ?? utf8.elementsEqual(bytes)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for (index, name) in names.enumerated() {
      var name = name
      var slot = name.withUTF8 { Self.hash($0) } & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index + 1)
    }
  }
}
