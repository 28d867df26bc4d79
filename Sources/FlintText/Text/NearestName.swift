/// For "did you mean": one insertion, deletion, replacement or swap for every three characters,
/// ignoring case; never `name` itself. Quadratic, so not above 128 characters.
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
  var scalars: [UInt32] = []
  scalars.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    if byte >= 0x80 { return text.lowercased().unicodeScalars.map(\.value) }
    let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    scalars.append(UInt32(isUpper ? byte | 0x20 : byte))
  }
  return scalars
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
      let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
      var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
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

/// Those that contain `name` or, without one, a word of it, ignoring case. From 3 to 512 bytes.
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
  let words = wanted.split { !$0.isLetter && !$0.isNumber }.filter(isLongEnough)
  return matches(words.map { String($0) })
}

/// See ``similarNames(to:among:spellings:)``.
package func similarNames(to name: String, among names: [String]) -> [String] {
  similarNames(to: name, among: names) { [$0] }
}

/// Numbers names from 0, compared byte by byte.
package struct NameIndex: Hashable, Sendable {
  package private(set) var names: [String] = []
  /// Indices in ``names`` by hash; of equal hashes, the later name has the next number.
  private var indices: [Int: Int] = [:]

  package init() {}

  package init(_ names: [String]) {
    for name in names { insert(name) }
  }

  @discardableResult
  package mutating func insert(_ name: String) -> (index: Int, isNew: Bool) {
    var name = name
    let (hash, found) = name.withUTF8 { find($0) }
    if let found { return (found, false) }
    indices[hash] = names.count
    names.append(name)
    return (names.count - 1, true)
  }

  package func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { find($0).found }
  }

  /// In UTF-8.
  package func index(of bytes: UnsafeBufferPointer<UInt8>) -> Int? { find(bytes).found }

  package func index(of value: JSONValue) -> Int? { value.withUTF8 { index(of: $0) } }

  private func find(_ bytes: UnsafeBufferPointer<UInt8>) -> (hash: Int, found: Int?) {
    // Seeded at random, so that no input can make all hashes equal.
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    var hash = hasher.finalize()
    while let index = indices[hash] {
      if Self.isSame(names[index], bytes) { return (hash, index) }
      hash &+= 1
    }
    return (hash, nil)
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
}
