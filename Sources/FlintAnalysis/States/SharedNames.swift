import FlintCore
internal import FlintText

/// What two manifests call by the same id, under one number each: those of the first manifest, then those that only the
/// second one has.
struct SharedNames {
  /// For each index in the second manifest its shared number; nil where the two agree index by index.
  private let renumbered: [Int]?

  /// How many there are together.
  let count: Int

  /// How many the manifest itself has, the first in order.
  private let own: Int

  /// The shared names of one manifest are its own.
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

  /// Where the second manifest has what has a shared number; nil where it does not.
  func index(ofShared number: Int) -> Int? {
    guard let renumbered else { return number < own ? number : nil }
    return renumbered.firstIndex(of: number)
  }

  /// The shared number of what the second manifest has at an index.
  subscript(index: Int) -> Int { renumbered?[index] ?? index }
}
