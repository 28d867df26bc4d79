import FlintModel
internal import FlintText

/// The numbers of one manifest's declarations of one kind, such as its products, in a comparison of two manifests.
///
/// Declarations with the same id have the same number in both manifests. In the first manifest, the number of a
/// declaration is its index. The declarations that only the second manifest has follow. For example, if the manifests
/// declare the products [a, b] and [c, b], the numbers are a = 0, b = 1 and c = 2. If there is only one manifest, the
/// numbers are the indices.
struct SharedNumbering {
  /// For each of this manifest's declarations of one kind, such as its products, the shared number: the number that the
  /// declaration has in a comparison of this manifest with another one. Declarations with the same id have the same
  /// number in both. The order is that of the manifest; nil if all numbers are equal to the indices.
  private let renumbered: [Int]?

  /// The number of different ids that declarations of one kind, such as products, have in the two compared manifests
  /// together.
  let count: Int

  private let own: Int

  /// Creates a numbering of one manifest's declarations of one kind, such as its products, in which the number of each
  /// declaration is its index in the manifest. It is used for a single manifest, and for the first one of a comparison.
  ///
  /// - Parameters:
  ///   - count: The number of different ids in both manifests of a comparison together; for a single manifest, the
  ///     number of its declarations.
  ///   - own: The number of declarations in this manifest; nil if it declares all these ids.
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

  /// Returns the index of a declaration in this manifest. The declaration is given by its shared number, which
  /// declarations with the same id have in both manifests of a comparison. Returns nil if this manifest does not
  /// contain the declaration.
  func index(ofShared number: Int) -> Int? {
    guard let renumbered else { return number < own ? number : nil }
    return renumbered.firstIndex(of: number)
  }

  /// Returns the shared number of the declaration with this index in the manifest: the number that declarations with
  /// the same id have in both manifests of a comparison.
  subscript(index: Int) -> Int { renumbered?[index] ?? index }
}
