package import FlintModel
package import FlintManifest
internal import FlintText

/// A manifest that combines the declarations of several manifests, such as all versions of a manifest in a Git
/// repository. It serves to look up the ids in a state or on the command line, so its features have no constraints.
///
/// The declarations of the first manifest keep their indices. If several manifests declare an id, the first of these
/// declarations is used.
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

  /// Adds those declarations of another manifest whose ids are new.
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
  /// The same product without its subscription group. The group is stored as an index, which would refer to another
  /// group in a manifest that combines this product with the declarations of another manifest.
  fileprivate var withoutGroup: ProductDeclaration {
    ProductDeclaration(id: id, name: name, type: type, description: description)
  }
}
