import FlintModel
internal import FlintText

/// Numbers that two manifests share for declarations of one kind: OLD's indices, then what only NEW
/// has.
struct SharedNumbering {
  private let renumbered: [Int]?

  /// Different ids in both manifests.
  let count: Int

  private let own: Int

  /// For a single manifest or the first of two: numbers are indices.
  /// - Parameters:
  /// - count: Ids in both manifests.
  /// - own: Ids in this one; nil for all.
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

  /// Nil if this manifest lacks the declaration.
  func index(ofShared number: Int) -> Int? {
    guard let renumbered else { return number < own ? number : nil }
    return renumbered.firstIndex(of: number)
  }

  subscript(index: Int) -> Int { renumbered?[index] ?? index }
}
