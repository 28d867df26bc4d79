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
