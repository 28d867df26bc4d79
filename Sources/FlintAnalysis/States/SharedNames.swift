import FlintCore
internal import FlintText

/// A numbering of the declarations of two manifests in which declarations with the same id share a number. The
/// declarations of the first manifest have the lowest numbers, followed by those that only the second manifest has.
struct SharedNames {
  /// The shared number of each declaration of the second manifest, by its index there; nil if all shared numbers equal
  /// the indices.
  private let renumbered: [Int]?

  /// The number of distinct ids in both manifests.
  let count: Int

  /// The number of declarations in the manifest to which this numbering belongs.
  private let own: Int

  /// Creates a numbering in which shared numbers and indices are equal.
  init(count: Int, own: Int? = nil) {
    self.count = count
    self.own = own ?? count
    renumbered = nil
  }

  init<Declaration>(_ first: [Declaration], _ second: [Declaration], id: (Declaration) -> String) {
    if second.count <= first.count, zip(first, second).allSatisfy({ id($0).isSame(as: id($1)) }) {
      (count, renumbered, own) = (first.count, nil, second.count)
      return
    }
    let numbers = NameIndex(first.lazy.map(id))
    var count = first.count
    renumbered = second.map { declaration in
      if let number = numbers.index(of: id(declaration)) { return number }
      count += 1
      return count - 1
    }
    self.count = count
    own = second.count
  }

  /// Returns the index in the second manifest of the declaration with a shared number; nil if that manifest lacks it.
  func index(ofShared number: Int) -> Int? {
    guard let renumbered else { return number < own ? number : nil }
    return renumbered.firstIndex(of: number)
  }

  /// The shared number of the declaration at an index of the second manifest.
  subscript(index: Int) -> Int { renumbered?[index] ?? index }
}
