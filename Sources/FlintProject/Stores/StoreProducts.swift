import FlintManifest
package import FlintModel
package import FlintText

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

extension Diagnostic {
  static func twoTypes(of product: String, first: ProductType, at range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .warning, rule: InputRule.duplicateID.rawValue,
      message: "product '\(product)' is declared twice; using type \(first.name)", range: range)
  }
}

/// The import of products from store configurations (`.storekit` files): the output, and warnings about products that
/// are described differently in several of them.
package enum ProductImport {
  /// Types that differ from the first configuration's, by file.
  package static func disagreements(
    among stores: [StoreConfiguration]
  ) -> [(source: SourceFile, diagnostics: [Diagnostic])] {
    var names = NameIndex()
    var types: [ProductType] = []
    return stores.compactMap { store in
      var diagnostics: [Diagnostic] = []
      for product in store.products {
        let declaration = product.declaration
        let (index, isNew) = names.insert(declaration.id)
        if isNew { types.append(declaration.type) }
        guard types[index] != declaration.type else { continue }
        diagnostics.append(.twoTypes(of: declaration.id, first: types[index], at: product.range))
      }
      return diagnostics.isEmpty ? nil : (store.source, diagnostics)
    }
  }

  /// Writes the products and their subscription groups as a part of a manifest.
  package static func write(_ store: StoreProducts, to sink: inout ByteSink) {
    sink.jsonLine(.pretty) { writer in
      writer.object { writer in
        writer.member("manifestVersion", 1)
        if !store.groups.isEmpty {
          writer.key("groups")
          writer.array(of: store.groups) { ManifestWriter.write($0, &$1) }
        }
        writer.key("products")
        writer.array(of: store.declarations) {
          ManifestWriter.write($0, of: store.groups, &$1)
        }
      }
    }
  }
}
