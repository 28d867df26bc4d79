import FlintModel
import FlintManifest
package import FlintText

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
