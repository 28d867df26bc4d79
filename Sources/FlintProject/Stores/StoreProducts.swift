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

/// A warning about a store configuration (a `.storekit` file).
struct StoreWarning {
  enum Fact {
    case noID
    case unknownType(String, product: String)
    case twoTypes(product: String, first: ProductType)
  }

  var fact: Fact
  var range: Range<Int>

  var diagnostic: Diagnostic {
    switch fact {
    case .noID:
      Diagnostic(
        .warning, rule: "empty-value", message: "skipped a product without an id",
        range: range)
    case .unknownType(let type, let product):
      Diagnostic(
        .warning, rule: "unknown-value",
        message: "unknown product type '\(type)'; skipped product '\(product)'", range: range)
    case .twoTypes(let product, let first):
      Diagnostic(
        .warning, rule: "duplicate-id",
        message: "product '\(product)' is declared twice; using type \(first.name)", range: range)
    }
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
        let fact = StoreWarning.Fact.twoTypes(product: declaration.id, first: types[index])
        diagnostics.append(StoreWarning(fact: fact, range: product.range).diagnostic)
      }
      return diagnostics.isEmpty ? nil : (store.source, diagnostics)
    }
  }

  /// Writes the products and their subscription groups as a part of a manifest.
  package static func write(_ store: StoreProducts, to sink: inout ByteSink) {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.key("manifestVersion")
      writer.int(1)
      if !store.groups.isEmpty {
        writer.key("groups")
        writer.array { writer in
          for group in store.groups { ManifestWriter.write(group, &writer) }
        }
      }
      writer.key("products")
      writer.array { writer in
        for product in store.declarations {
          ManifestWriter.write(product, of: store.groups, &writer)
        }
      }
    }
    writer.endLine()
    sink.append(writer.text)
  }
}
