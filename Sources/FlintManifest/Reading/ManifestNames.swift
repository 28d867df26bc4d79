package import FlintText

/// The ids that a manifest declares. The index of an id is also the index of its declaration in the arrays of the
/// manifest.
package struct ManifestNames: Sendable {
  package var features = NameIndex()
  package var products = NameIndex()
  package var attributes = NameIndex()
  package var buckets = NameIndex()

  package init() {}
}
