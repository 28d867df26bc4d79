package import FlintText

/// What a manifest declares, by name. The numbers are those of the model's arrays.
package struct ManifestNames: Sendable {
  package var features = NameIndex()
  package var products = NameIndex()
  package var attributes = NameIndex()
  package var groups = NameIndex()
  package var conditions = NameIndex()
  package var buckets = NameIndex()

  package init() {}
}
