import FlintCore
package import FlintManifest
package import FlintText

/// The import of products from store configurations (`.storekit` files): the output, and warnings about products that
/// are described differently in several configurations, or in a configuration and the manifest.
package enum ProductImport {
  /// Returns a warning for each product whose type differs from that in the first store configuration that contains the
  /// product. The result has one element for each store configuration that contains such products: the file and its
  /// warnings.
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

  /// Returns the warnings for the import of products from store configurations (`.storekit` files) into a manifest.
  /// There is one for each product that has another type or name in the manifest than in the store configurations, and
  /// for each product that the import writes without a subscription group, because the corresponding group of the
  /// manifest has no level for it. The warnings are sorted by their position in the manifest.
  package static func differences(
    _ store: StoreProducts, from file: ManifestFile, adding additions: StoreAdditions
  ) -> [Diagnostic] {
    let locations = ManifestLocations(file)
    var warnings: [StoreWarning] = []
    for sold in store.products.map(\.declaration) {
      guard let index = file.names.products.index(of: sold.id) else { continue }
      let declared = file.manifest.products[index]
      if declared.type != sold.type {
        let fact = StoreWarning.Fact.typeDiffers(
          product: sold.id, declared: declared.type, sold: sold.type)
        warnings.append(StoreWarning(fact: fact, range: locations.productType(index)))
      }
      if declared.name != sold.name {
        let fact = StoreWarning.Fact.nameDiffers(
          product: sold.id, declared: declared.name, sold: sold.name)
        warnings.append(StoreWarning(fact: fact, range: locations.product(index)))
      }
    }
    for (product, group) in additions.productsWithoutLevel {
      let id = file.manifest.groups[group].id
      let fact = StoreWarning.Fact.noLevel(product: product, group: id)
      warnings.append(StoreWarning(fact: fact, range: locations.group(group)))
    }
    return DiagnosticFormatter.sorted(warnings.map(\.diagnostic))
  }

  /// Writes a JSON object with the lists of the products and of their subscription groups, in the format of a manifest.
  package static func write(_ store: StoreProducts, to sink: inout ByteSink) {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
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
