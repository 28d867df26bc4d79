package import FlintText

/// Declared ids, by index of their declarations.
package struct ManifestNames: Sendable {
  package var features = NameIndex()
  package var products = NameIndex()
  package var attributes = NameIndex()
  package var buckets = NameIndex()

  package init() {}
}
