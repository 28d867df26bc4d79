import FlintManifest
import FlintModel
import FlintProject
import FlintText

/// Imports store configurations. The result must be a valid manifest with the products.
enum StoreFuzz: FuzzTarget {
  static func run(_ input: [UInt8]) {
    let store: StoreConfiguration
    do {
      store = try StoreConfiguration(source(input))
    } catch {
      return check(error)
    }
    if !store.warnings.isEmpty { check(InvalidInput(store.source, store.warnings)) }
    let products = StoreProducts([store])
    var sink = ByteSink()
    ProductImport.write(products, to: &sink)
    let written = sink.string
    guard let file = try? ManifestFile(source(written.utf8)) else {
      fatalError("the imported part is not a valid manifest: \(written)")
    }
    hold(
      file.manifest.products, equals: products.declarations,
      "the manifest contains all imported products")
  }
}
