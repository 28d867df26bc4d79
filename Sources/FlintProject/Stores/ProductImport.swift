package import FlintCore
package import FlintManifest
package import FlintText

/// Products brought together, and what they would add to a manifest.
package enum ProductImport {
  /// Every product of some stores once; what the first of them says counts.
  package static func union(_ stores: [StoreConfiguration]) -> [ProductDeclaration] {
    var names = NameIndex()
    return stores.flatMap(\.products).map(\.declaration).filter { names.insert($0.id).isNew }
  }

  /// Where a store says another type of a product than one before it, with the stores that say so.
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
        let fact = StoreOddity.Fact.twoTypes(product: declaration.id, first: types[index])
        diagnostics.append(StoreOddity(fact: fact, range: product.range).diagnostic)
      }
      return diagnostics.isEmpty ? nil : (store.source, diagnostics)
    }
  }

  /// The products that a manifest does not declare.
  package static func missing(
    _ products: [ProductDeclaration], in file: ManifestFile
  ) -> [ProductDeclaration] {
    products.filter { file.names.products.index(of: $0.id) == nil }
  }

  /// Where a manifest says something else of a product, each with its place in the manifest.
  package static func differences(
    _ products: [ProductDeclaration], from file: ManifestFile
  ) -> [Diagnostic] {
    let places = ManifestPlaces(file)
    var oddities: [StoreOddity] = []
    for sold in products {
      guard let index = file.names.products.index(of: sold.id) else { continue }
      let declared = file.manifest.products[index]
      if declared.type != sold.type {
        let fact = StoreOddity.Fact.typeDiffers(
          product: sold.id, declared: declared.type, sold: sold.type)
        oddities.append(StoreOddity(fact: fact, range: places.productType(index)))
      }
      if declared.name != sold.name {
        let fact = StoreOddity.Fact.nameDiffers(
          product: sold.id, declared: declared.name, sold: sold.name)
        oddities.append(StoreOddity(fact: fact, range: places.product(index)))
      }
    }
    return DiagnosticFormatter.sorted(oddities.map(\.diagnostic))
  }

  /// The products as the piece of a manifest that declares them.
  package static func write(_ products: [ProductDeclaration], to sink: inout ByteSink) {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.key("products")
      writer.array { writer in
        for product in products { ManifestWriter.write(product, of: [], &writer) }
      }
    }
    writer.endLine()
    sink.append(writer.text)
  }
}
