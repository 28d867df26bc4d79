package import FlintCore
package import FlintText

/// Writes a model as a manifest that reads as the same model.
package enum ManifestWriter {
  package static func write(_ manifest: Manifest, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("manifestVersion")
    writer.int(1)
    write(manifest.app, &writer)
    list("products", manifest.products, &writer) { product, writer in write(product, &writer) }
    list("attributes", manifest.attributes, &writer) { write($0, &$1) }
    FeatureWriter(manifest: manifest).writeFeatures(&writer)
    writeStates(manifest, &writer)
    writer.endObject()
  }

  private static func write(_ app: Manifest.App, _ writer: inout JSONWriter) {
    if app == Manifest.App() { return }
    writer.key("app")
    writer.beginObject()
    if let name = app.name { text("name", name, &writer) }
    if let version = app.version { text("version", version.description, &writer) }
    writer.endObject()
  }

  /// One product as an element of `products`.
  package static func write(_ product: ProductDeclaration, _ writer: inout JSONWriter) {
    writer.beginObject()
    text("id", product.id, &writer)
    if product.name != product.id { text("name", product.name, &writer) }
    text("type", product.type.name, &writer)
    if let description = product.description { text("description", description, &writer) }
    writer.endObject()
  }

  private static func write(_ attribute: AttributeDeclaration, _ writer: inout JSONWriter) {
    writer.beginObject()
    text("id", attribute.id, &writer)
    if attribute.name != attribute.id { text("name", attribute.name, &writer) }
    if let description = attribute.description { text("description", description, &writer) }
    text("type", attribute.domain.type.name, &writer)
    if case .choice(let values) = attribute.domain {
      list("values", values, &writer) { $1.string($0) }
    }
    text("owner", attribute.owner.name, &writer)
    if let value = attribute.defaultValue {
      writer.key("default")
      StateWriter.write(value, of: attribute.domain, &writer)
    }
    writer.endObject()
  }

  private static func writeStates(_ manifest: Manifest, _ writer: inout JSONWriter) {
    if !manifest.states.isEmpty {
      writer.key("states")
      writer.beginObject()
      for named in manifest.states {
        writer.key(named: named.name)
        StateWriter.write(named.state, of: manifest, to: &writer)
      }
      writer.endObject()
    }
    if let name = manifest.defaultState { text("defaultState", name, &writer) }
  }

  // MARK: Pieces

  static func text(_ key: StaticString, _ text: String, _ writer: inout JSONWriter) {
    writer.key(key)
    writer.string(text)
  }

  /// A list under a key, left out when there is nothing in it.
  static func list<Element>(
    _ key: StaticString, _ elements: [Element], _ writer: inout JSONWriter,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    if elements.isEmpty { return }
    writer.key(key)
    writer.beginArray()
    for element in elements { write(element, &writer) }
    writer.endArray()
  }
}
