package import FlintModel
package import FlintManifest
internal import FlintText

/// The declarations of several manifests, to look up ids. The first one keeps its indices, and its
/// declaration of an id wins. Features have no constraints.
package struct ManifestUnion {
  package private(set) var manifest: Manifest
  package private(set) var names: ManifestNames

  package init(_ first: ManifestFile) {
    let declared = first.manifest
    names = first.names
    manifest = Manifest(
      app: declared.app, groups: declared.groups, products: declared.products,
      attributes: declared.attributes, buckets: declared.buckets,
      features: declared.features.map { FeatureDeclaration(id: $0.id, name: $0.name) },
      states: declared.states)
  }

  package mutating func add(_ other: Manifest) {
    let products = other.products.filter { names.products.insert($0.id).isNew }
    let attributes = other.attributes.filter { names.attributes.insert($0.id).isNew }
    let features = other.features.filter { names.features.insert($0.id).isNew }
    let buckets = other.buckets.filter { names.buckets.insert($0).isNew }
    manifest = Manifest(
      app: manifest.app, groups: manifest.groups,
      products: manifest.products + products.map { $0.withoutGroup },
      attributes: manifest.attributes + attributes, buckets: manifest.buckets + buckets,
      features: manifest.features
        + features.map { FeatureDeclaration(id: $0.id, name: $0.name) }, states: manifest.states)
  }
}

extension ProductDeclaration {
  fileprivate var withoutGroup: ProductDeclaration {
    ProductDeclaration(id: id, name: name, type: type, description: description)
  }
}
