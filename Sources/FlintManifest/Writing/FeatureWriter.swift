import FlintModel
import FlintText

struct FeatureWriter {
  let manifest: Manifest
  /// A single text is no list, and a lower limit of versions a range.
  var isImport = false

  /// Nested; the manifest's array is in pre-order, so an object ends where the next feature is not
  /// inside.
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
    if let team = feature.team { ManifestWriter.text("team", team, &writer) }
    if let until = feature.until { ManifestWriter.text("until", until.description, &writer) }
    if let isEnabled = feature.isEnabled {
      writer.key("isEnabled")
      StateWriter.write(isEnabled, &writer)
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
      write(block.condition, &writer)
      writer.key("constraints")
      writer.object { write(block.constraints, &$0) }
    }
  }

  func write(_ declaration: ConditionDeclaration, _ writer: inout JSONWriter) {
    writer.object { writer in
      ManifestWriter.text("id", declaration.id, &writer)
      if declaration.name != declaration.id {
        ManifestWriter.text("name", declaration.name, &writer)
      }
      if let description = declaration.description {
        ManifestWriter.text("description", description, &writer)
      }
      writer.key("is")
      write(declaration.condition, &writer)
    }
  }

  func write(_ condition: Condition, _ writer: inout JSONWriter) {
    writer.object { write(condition.constraints, &$0) }
  }

  // MARK: Constraints

  private func write(_ constraints: [Constraint], _ writer: inout JSONWriter) {
    var rest = constraints[...]
    while let first = rest.first {
      let others = rest.drop { $0.kind == first.kind }
      writer.key(first.kind.key)
      switch first.kind.traits.layout {
      case .value, .conditions: write(first, &writer)
      case .members:
        writer.beginObject()
        for constraint in rest[..<others.startIndex] { write(constraint, &writer) }
        writer.endObject()
      case .elements:
        writer.beginArray()
        for constraint in rest[..<others.startIndex] { write(constraint, &writer) }
        writer.endArray()
      }
      rest = others
    }
  }

  private func write(_ constraint: Constraint, _ writer: inout JSONWriter) {
    switch constraint {
    case .requirement(.platform(let platform, let version)):
      writer.key(named: platform.name)
      write(version, &writer)
    case .requirement(.platforms(let platforms)):
      writer.object { writer in
        for supported in platforms {
          writer.key(named: supported.platform.name)
          write(supported.versions.map { .versions($0) } ?? .any, &writer)
        }
      }
    case .requirement(.device(let requirement)):
      write(requirement.accepted, of: requirement.fact.domain, &writer)
    case .requirement(.runtimeEnabled): writer.bool(true)
    case .requirement(.userToggled(let isOn)):
      writer.object { writer in
        writer.key("defaultValue")
        writer.bool(isOn)
      }
    case .requirement(.permission(let requirement)): write(requirement, &writer)
    case .requirement(.purchase(let expression)): write(expression, &writer)
    case .requirement(.attribute(let requirement)):
      let attribute = manifest.attributes[requirement.attribute]
      writer.key(named: attribute.id)
      write(requirement.accepted, of: attribute.domain, &writer)
    case .requirement(.rollout(let requirement)):
      writer.object { writer in
        writer.key("percent")
        writer.number(requirement.percent.description)
        ManifestWriter.text("bucket", manifest.buckets[requirement.bucket], &writer)
      }
    case .feature(let feature): writer.string(manifest.features[feature].id)
    case .condition(let condition): writer.string(manifest.conditions[condition].id)
    case .allOf(let conditions), .anyOf(let conditions):
      writer.array { writer in for condition in conditions { write(condition, &writer) } }
    case .not(let condition): write(condition, &writer)
    }
  }

  func write(_ version: PlatformVersionConstraint, _ writer: inout JSONWriter) {
    switch version {
    case .any: writer.string("any")
    case .unsupported: writer.string("unsupported")
    case .versions(let range): write(range, &writer)
    }
  }

  private func write(_ range: VersionRange, _ writer: inout JSONWriter) {
    if let low = range.atLeast, range.below == nil, !isImport {
      return writer.string(low.description)
    }
    writer.object { writer in
      if let low = range.atLeast { ManifestWriter.text("atLeast", low.description, &writer) }
      if let high = range.below { ManifestWriter.text("below", high.description, &writer) }
    }
  }

  private func write<Value>(
    _ range: Bounds<Value>, _ writer: inout JSONWriter, _ write: (Value, inout JSONWriter) -> Void
  ) {
    writer.beginObject()
    if let low = range.atLeast {
      writer.key("atLeast")
      write(low, &writer)
    }
    if let high = range.below {
      writer.key("below")
      write(high, &writer)
    }
    writer.endObject()
  }

  private func write(_ requirement: PermissionRequirement, _ writer: inout JSONWriter) {
    guard let statuses = requirement.statuses else {
      return writer.string(requirement.permission.name)
    }
    writer.object { writer in
      ManifestWriter.text("permission", requirement.permission.name, &writer)
      ManifestWriter.list("in", statuses, &writer) { $1.string($0.name) }
    }
  }

  private func write(_ expression: PurchaseExpression, _ writer: inout JSONWriter) {
    switch expression {
    case .product(let product, nil): writer.string(manifest.products[product].id)
    case .product(let product, let statuses?):
      writer.object { writer in
        ManifestWriter.text("product", manifest.products[product].id, &writer)
        ManifestWriter.list("in", statuses, &writer) { $1.string($0.name) }
      }
    case .credits(let product, let quantity):
      writer.object { writer in
        ManifestWriter.text("product", manifest.products[product].id, &writer)
        writer.key("quantity")
        writer.int(quantity)
      }
    case .group(let group, let level, let statuses):
      writer.object { writer in
        let group = manifest.groups[group]
        ManifestWriter.text("group", group.id, &writer)
        if let level { ManifestWriter.text("atLeast", group.levels[level], &writer) }
        ManifestWriter.list("in", statuses ?? [], &writer) { $1.string($0.name) }
      }
    case .anyOf(let operands):
      writer.object { ManifestWriter.list("anyOf", operands, &$0) { write($0, &$1) } }
    case .allOf(let operands):
      writer.object { ManifestWriter.list("allOf", operands, &$0) { write($0, &$1) } }
    }
  }

  private func write(
    _ accepted: AttributeRequirement.Accepted, of domain: AttributeDomain,
    _ writer: inout JSONWriter
  ) {
    func write(_ value: AttributeValue, _ writer: inout JSONWriter) {
      StateWriter.write(value, of: domain, &writer)
    }
    switch accepted {
    case .values(let values):
      if domain == .boolean || isImport && domain == .text && values.count == 1 {
        write(values[0], &writer)
      } else {
        writer.array { writer in for value in values { write(value, &writer) } }
      }
    case .otherValues(let values):
      writer.object { writer in ManifestWriter.list("notIn", values, &writer) { write($0, &$1) } }
    case .range(.integers(let range)): self.write(range, &writer) { $1.int($0) }
    case .range(.versions(let range)): self.write(range, &writer)
    case .range(.dates(let range)): self.write(range, &writer) { $1.string($0.description) }
    case .age(let range):
      writer.object { writer in
        writer.key("ago")
        self.write(range, &writer) { $1.string($0.description) }
      }
    case .pattern(let pattern):
      writer.object { writer in
        for part in pattern.parts {
          writer.key(named: part.name)
          let texts = pattern[part]
          if isImport, texts.count == 1 {
            writer.string(texts[0].text)
          } else {
            writer.array(of: texts) { $1.string($0.text) }
          }
        }
      }
    }
  }
}
