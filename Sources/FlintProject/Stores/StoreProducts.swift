package import FlintModel
import FlintText

/// The products of several store configurations (`.storekit` files) without duplicates, and their subscription groups.
package struct StoreProducts {
  package struct Product {
    /// The declaration of the product in a manifest, but without its subscription group, which is in ``group`` instead.
    package let declaration: ProductDeclaration
    /// The index of the product's subscription group in ``StoreProducts/groups``; nil if it has none.
    let group: Int?
    let rank: Int64?
  }

  /// The subscription groups of the products. Their levels are derived from the ranks of the products.
  package private(set) var groups: [GroupDeclaration] = []
  package private(set) var products: [Product] = []

  /// Combines store configurations. If several of them declare the same product, the first one is used.
  package init(_ stores: [StoreConfiguration]) {
    var names = NameIndex()
    var groupNames = NameIndex()
    for store in stores {
      for product in store.products where names.insert(product.declaration.id).isNew {
        let group = product.group.map { group in
          let declaration = store.groups[group]
          let (index, isNew) = groupNames.insert(declaration.id)
          if isNew { groups.append(declaration) }
          return index
        }
        products.append(
          Product(declaration: product.declaration, group: group, rank: product.rank))
      }
    }
    for index in groups.indices { groups[index] = ranked(index) }
  }

  /// Returns the group at an index with a level for each rank of its products; rank 1 is the highest. The group gets no
  /// levels if all its products have the same rank, or if one product has no rank.
  private func ranked(_ index: Int) -> GroupDeclaration {
    let members = products.filter { $0.group == index }
    let ranks = Set(members.compactMap(\.rank)).sorted(by: >)
    guard ranks.count > 1, members.allSatisfy({ $0.rank != nil }) else { return groups[index] }
    return GroupDeclaration(
      id: groups[index].id, name: groups[index].name, levels: ranks.map { Self.level($0) })
  }

  static func level(_ rank: Int64) -> String { "level-\(rank)" }

  /// The declarations of the products for a manifest, with their subscription groups and levels.
  package var declarations: [ProductDeclaration] {
    products.map { product in
      let levels = product.group.map { groups[$0].levels } ?? []
      let level = product.rank.flatMap { levels.index(ofSame: Self.level($0)) }
      let declaration = product.declaration
      return ProductDeclaration(
        id: declaration.id, name: declaration.name, type: declaration.type,
        description: declaration.description, group: product.group, level: level)
    }
  }
}
