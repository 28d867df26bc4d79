package import FlintModel
import FlintText

/// Of several configurations, without duplicates.
package struct StoreProducts {
  package struct Product {
    /// Without its group.
    package let declaration: ProductDeclaration
    /// In ``StoreProducts/groups``.
    let group: Int?
    let rank: Int64?
  }

  package private(set) var groups: [GroupDeclaration] = []
  package private(set) var products: [Product] = []

  /// The first declaration of a product counts.
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

  private func ranked(_ index: Int) -> GroupDeclaration {
    let members = products.filter { $0.group == index }
    let ranks = Set(members.compactMap(\.rank)).sorted(by: >)
    guard ranks.count > 1, members.allSatisfy({ $0.rank != nil }) else { return groups[index] }
    return GroupDeclaration(
      id: groups[index].id, name: groups[index].name, levels: ranks.map { Self.level($0) })
  }

  static func level(_ rank: Int64) -> String { "level-\(rank)" }

  /// With groups and levels.
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
