package import FlintText

/// The ids that a manifest declares. Their indices are those of the model's arrays.
package struct ManifestNames: Sendable {
  package var features = NameIndex()
  package var products = NameIndex()
  package var attributes = NameIndex()
  package var groups = NameIndex()
  package var conditions = NameIndex()
  package var buckets = NameIndex()

  package init() {}
}
