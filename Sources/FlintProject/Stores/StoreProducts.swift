/// Products of several configurations, without duplicates.
package struct StoreProducts {
  package let groups: [GroupDeclaration]
  package let declarations: [ProductDeclaration]

  /// The first declaration of a product counts.
  package init(_ stores: [StoreConfiguration]) {
    var names = NameIndex()
    let products = stores.flatMap(\.products).filter { names.insert($0.declaration.id).isNew }
    let groupNames = NameIndex(products.compactMap(\.group?.id))
    let groups = groupNames.names.map { id in
      let members = products.filter { $0.group?.id.isSame(as: id) == true }
      let ranks = Set(members.compactMap(\.rank)).sorted(by: >)
      let isRanked = ranks.count > 1 && members.allSatisfy { $0.rank != nil }
      return GroupDeclaration(
        id, name: members[0].group?.name, levels: isRanked ? ranks.map(Self.level) : [])
    }
    self.groups = groups
    declarations = products.map { product in
      let group = product.group.flatMap { groupNames.index(of: $0.id) }
      let levels = group.map { groups[$0].levels } ?? []
      let declaration = product.declaration
      return ProductDeclaration(
        id: declaration.id, name: declaration.name, type: declaration.type,
        description: declaration.description, group: group,
        level: product.rank.flatMap { levels.index(ofSame: Self.level($0)) })
    }
  }

  private static func level(_ rank: Int64) -> String { "level-\(rank)" }
}

extension Diagnostic {
  static func twoTypes(of product: String, first: ProductType, at range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .warning, rule: InputRule.duplicateID.rawValue,
      message: "product '\(product)' is declared twice; using type \(first.name)", range: range)
  }
}

/// Imports products, and warns where store configurations disagree.
package enum ProductImport {
  /// Warnings about products whose type differs from the first configuration's, by file.
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

  /// Writes products and subscription groups as a part of a manifest.
  package static func write(_ store: StoreProducts, to sink: inout ByteSink) {
    sink.manifestPart { writer in
      writer.list("groups", store.groups) { ManifestWriter.write($0, &$1) }
      writer.array("products", of: store.declarations) {
        ManifestWriter.write($0, of: store.groups, &$1)
      }
    }
  }
}
