import FlintCore
import FlintText

/// Writes features with what is inside them, and their constraints.
struct FeatureWriter {
  let manifest: Manifest

  /// `features` of the manifest. The tree is in the parents; a feature stays open until the next one is not inside it.
  func writeFeatures(_ writer: inout JSONWriter) {
    writer.key("features")
    writer.beginArray()
    var open: [Int] = []
    for (index, feature) in manifest.features.enumerated() {
      while open.last != feature.parent, open.popLast() != nil {
        writer.endArray()
        writer.endObject()
      }
      begin(feature, &writer)
      if index + 1 < manifest.features.count, manifest.features[index + 1].parent == index {
        writer.key("features")
        writer.beginArray()
        open.append(index)
      } else {
        writer.endObject()
      }
    }
    for _ in open {
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
  }

  private func begin(_ feature: FeatureDeclaration, _ writer: inout JSONWriter) {
    writer.beginObject()
    ManifestWriter.text("id", feature.id, &writer)
    if feature.name != feature.id { ManifestWriter.text("name", feature.name, &writer) }
    if let description = feature.description {
      ManifestWriter.text("description", description, &writer)
    }
    if let isEnabled = feature.isEnabled {
      writer.key("isEnabled")
      writer.bool(isEnabled)
    }
    ManifestWriter.list("actions", feature.actions, &writer) { $1.string($0) }
    if feature.isGroup { return }
    writer.key("constraints")
    writer.beginObject()
    write(feature.constraints, &writer)
    ManifestWriter.list("conditional", feature.conditional, &writer) { write($0, &$1) }
    writer.endObject()
  }

  private func write(_ block: ConditionalBlock, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("when")
      writer.object { write(block.guardian, &$0) }
      writer.key("constraints")
      writer.object { write(block.constraints, &$0) }
    }
  }

  private func write(_ guardian: ConditionalBlock.Guard, _ writer: inout JSONWriter) {
    if !guardian.platforms.isEmpty {
      writer.key("platforms")
      writer.beginObject()
      for (platform, versions) in guardian.platforms {
        writer.key(named: platform.name)
        if let versions { write(versions, &writer) } else { writer.string("any") }
      }
      writer.endObject()
    }
    if let versions = guardian.appVersion {
      writer.key("appVersion")
      write(versions, &writer)
    }
    write(guardian.attributes, &writer)
  }

  // MARK: Constraints

  /// The members of a `constraints` object, each kind once.
  private func write(_ constraints: [Constraint], _ writer: inout JSONWriter) {
    var rest = constraints[...]
    while let first = rest.first {
      let others = rest.drop { $0.kind == first.kind }
      write(rest[..<others.startIndex], of: first.kind, &writer)
      rest = others
    }
  }

  private func write(
    _ constraints: ArraySlice<Constraint>, of kind: ConstraintKind, _ writer: inout JSONWriter
  ) {
    switch kind {
    case .platform:
      writer.key("platforms")
      writer.object { writer in
        for case .platform(let platform, let version) in constraints {
          writer.key(named: platform.name)
          write(version, &writer)
        }
      }
    case .appVersion:
      for case .appVersion(let range) in constraints {
        writer.key("appVersion")
        write(range, &writer)
      }
    case .runtimeEnabled:
      writer.key("runtimeEnabled")
      writer.bool(true)
    case .userToggled:
      for case .userToggled(let isOn) in constraints {
        writer.key("userToggled")
        writer.beginObject()
        writer.key("defaultValue")
        writer.bool(isOn)
        writer.endObject()
      }
    case .permission:
      writer.key("permissions")
      writer.beginArray()
      for case .permission(let permission) in constraints { writer.string(permission.name) }
      writer.endArray()
    case .purchase:
      writer.key("purchases")
      writer.beginArray()
      for case .purchase(let expression) in constraints { write(expression, &writer) }
      writer.endArray()
    case .attribute:
      write(
        constraints.compactMap { constraint in
          if case .attribute(let requirement) = constraint { requirement } else { nil }
        }, &writer)
    }
  }

  private func write(_ version: PlatformVersionConstraint, _ writer: inout JSONWriter) {
    switch version {
    case .any: writer.string("any")
    case .unsupported: writer.string("unsupported")
    case .versions(let range): write(range, &writer)
    }
  }

  private func write(_ range: VersionRange, _ writer: inout JSONWriter) {
    if let low = range.atLeast, range.below == nil { return writer.string(low.description) }
    writer.beginObject()
    if let low = range.atLeast { ManifestWriter.text("atLeast", low.description, &writer) }
    if let high = range.below { ManifestWriter.text("below", high.description, &writer) }
    writer.endObject()
  }

  private func write(_ expression: PurchaseExpression, _ writer: inout JSONWriter) {
    switch expression {
    case .product(let product): writer.string(manifest.products[product].id)
    case .credits(let product, let quantity):
      writer.beginObject()
      ManifestWriter.text("product", manifest.products[product].id, &writer)
      writer.key("quantity")
      writer.int(quantity)
      writer.endObject()
    case .anyOf(let operands):
      writer.object { ManifestWriter.list("anyOf", operands, &$0) { write($0, &$1) } }
    case .allOf(let operands):
      writer.object { ManifestWriter.list("allOf", operands, &$0) { write($0, &$1) } }
    }
  }

  private func write(_ requirements: [AttributeRequirement], _ writer: inout JSONWriter) {
    if requirements.isEmpty { return }
    writer.key("attributes")
    writer.beginObject()
    for requirement in requirements {
      let attribute = manifest.attributes[requirement.attribute]
      writer.key(named: attribute.id)
      switch (requirement.accepted, attribute.domain) {
      case (.boolean(let value), _): writer.bool(value)
      case (.choices(let choices), .choice(let values)):
        writer.array { writer in for choice in choices { writer.string(values[choice]) } }
      case (.choices, .boolean): preconditionFailure("choices of a boolean attribute")
      }
    }
    writer.endObject()
  }
}
