public import FlintModel
package import FlintText

/// Reading it again gives an equal manifest.
package enum ManifestWriter {
  package static func write(_ manifest: Manifest, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("manifestVersion")
    writer.int(1)
    write(manifest.app, &writer)
    list("groups", manifest.groups, &writer) { write($0, &$1) }
    list("products", manifest.products, &writer) { write($0, of: manifest.groups, &$1) }
    list("attributes", manifest.attributes, &writer) { write($0, &$1) }
    let features = FeatureWriter(manifest: manifest)
    list("conditions", manifest.conditions, &writer) { features.write($0, &$1) }
    list("assume", manifest.assumptions, &writer) { assumption, writer in
      writer.object { writer in
        text("id", assumption.id, &writer)
        if assumption.name != assumption.id { text("name", assumption.name, &writer) }
        if let description = assumption.description { text("description", description, &writer) }
        writer.key("that")
        features.write(assumption.condition, &writer)
      }
    }
    features.writeFeatures(&writer)
    writeStates(manifest, &writer)
    writer.endObject()
  }

  /// What `import` makes of a Remote Config template, to be included.
  /// - Parameter attributes: The used ones.
  package static func writePart(
    of manifest: Manifest, _ attributes: [AttributeDeclaration], _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("manifestVersion", 1)
      writer.key("attributes")
      writer.array(of: attributes) { write($0, &$1) }
      writer.key("conditions")
      let features = FeatureWriter(manifest: manifest, isImport: true)
      writer.array(of: manifest.conditions) { features.write($0, &$1) }
    }
  }

  private static func write(_ app: Manifest.App, _ writer: inout JSONWriter) {
    if app == Manifest.App() { return }
    writer.key("app")
    writer.beginObject()
    if let name = app.name { text("name", name, &writer) }
    if let version = app.version { text("version", version.description, &writer) }
    if let versions = app.versions {
      writer.key("version")
      writer.object { writer in
        for platform in Platform.allCases {
          guard let version = versions[platform] else { continue }
          writer.key(named: platform.name)
          writer.string(version.description)
        }
      }
    }
    if let platforms = app.platforms {
      writer.key("platforms")
      writer.object { writer in
        for supported in platforms {
          writer.key(named: supported.platform.name)
          writer.string(supported.versions?.atLeast?.description ?? "any")
        }
      }
    }
    writer.endObject()
  }

  package static func write(_ group: GroupDeclaration, _ writer: inout JSONWriter) {
    writer.object { writer in
      text("id", group.id, &writer)
      if group.name != group.id { text("name", group.name, &writer) }
      if let description = group.description { text("description", description, &writer) }
      list("levels", group.levels, &writer) { $1.string($0) }
    }
  }

  package static func write(
    _ product: ProductDeclaration, of groups: [GroupDeclaration], _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    text("id", product.id, &writer)
    if product.name != product.id { text("name", product.name, &writer) }
    text("type", product.type.name, &writer)
    if let description = product.description { text("description", description, &writer) }
    if let group = product.group {
      text("group", groups[group].id, &writer)
      if let level = product.level { text("level", groups[group].levels[level], &writer) }
    }
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
    if attribute.isAlwaysKnown {
      writer.key("alwaysKnown")
      writer.bool(true)
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

extension Manifest {
  /// Indented, with a line feed at the end. Equal manifests give equal texts.
  public var json: String {
    var writer = JSONWriter(.pretty)
    ManifestWriter.write(self, to: &writer)
    writer.endLine()
    return writer.text
  }
}

extension ManifestFile {
  /// Writes the manifest and what it includes as one file: the file itself if it includes nothing.
  package func writeBundle(to sink: inout ByteSink) {
    guard parts.isEmpty else {
      return document.withRoot { root in sink.jsonLine(.pretty) { $0.value(root) } }
    }
    sink.append(source.text, 0...)
  }
}
