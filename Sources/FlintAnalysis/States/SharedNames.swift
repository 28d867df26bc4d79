import FlintCore
internal import FlintText

/// The numbers of one manifest's declarations of a kind, such as products, in a state space for one or two manifests.
///
/// In a space for two manifests, declarations with the same id share a number. The declarations of the first manifest
/// have the lowest numbers, which equal their indices. Those that only the second manifest has follow.
struct SharedNames {
  /// The shared number of each of this manifest's declarations, by its index; nil if all numbers equal the indices.
  private let renumbered: [Int]?

  /// The number of distinct ids in both manifests.
  let count: Int

  /// The number of declarations in this manifest.
  private let own: Int

  /// Creates the numbering of a manifest whose declarations have their indices as numbers.
  ///
  /// - Parameters:
  ///   - count: The number of distinct ids in both manifests.
  ///   - own: The number of declarations in this manifest; nil if it has all ids.
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

  /// Returns the index of this manifest's declaration with a shared number; nil if this manifest lacks the declaration.
  func index(ofShared number: Int) -> Int? {
    guard let renumbered else { return number < own ? number : nil }
    return renumbered.firstIndex(of: number)
  }

  /// The shared number of this manifest's declaration at an index.
  subscript(index: Int) -> Int { renumbered?[index] ?? index }
}
