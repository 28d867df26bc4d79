/// Writes manifests. Reading the output again gives an equal manifest.
package struct ManifestWriter {
  let manifest: Manifest
  /// Whether the output is of `import`. It has single texts without a list, and lower limits of
  /// versions as ranges.
  private let isImport: Bool

  package init(_ manifest: Manifest) { self.init(manifest, isImport: false) }

  private init(_ manifest: Manifest, isImport: Bool) {
    (self.manifest, self.isImport) = (manifest, isImport)
  }

  package static func write(_ manifest: Manifest, to writer: inout JSONWriter) {
    writer.object { ManifestWriter(manifest).writeMembers(&$0) }
  }

  private func writeMembers(_ writer: inout JSONWriter) {
    writer.member("manifestVersion", 1)
    writeApp(&writer)
    writer.list("groups", manifest.groups) { Self.write($0, &$1) }
    writer.list("products", manifest.products) { Self.write($0, of: manifest.groups, &$1) }
    writer.list("attributes", manifest.attributes) { write($0, &$1) }
    writer.list("conditions", manifest.conditions) { write($0, under: "is", &$1) }
    writer.list("assume", manifest.assumptions) { write($0, under: "that", &$1) }
    var first = 0
    writeFeatures(inside: nil, from: &first, &writer)
    if !manifest.states.isEmpty {
      writer.object("states") { writer in
        for named in manifest.states {
          writer.key(named: named.name)
          StateWriter.write(named.state, of: manifest, to: &writer)
        }
      }
    }
    writer.optional("defaultState", manifest.defaultState)
  }

  /// Writes what `import` makes of a Remote Config template.
  /// - Parameter attributes: The attributes that the conditions require.
  package static func writePart(
    of manifest: Manifest, _ attributes: [AttributeDeclaration], _ writer: inout JSONWriter
  ) {
    let part = ManifestWriter(manifest, isImport: true)
    writer.array("attributes", of: attributes) { part.write($0, &$1) }
    writer.array("conditions", of: manifest.conditions) { part.write($0, under: "is", &$1) }
  }

  // MARK: Declarations

  private func writeApp(_ writer: inout JSONWriter) {
    let app = manifest.app
    if app == Manifest.App() { return }
    writer.object("app") { writer in
      writer.optional("name", app.name)
      writer.optional("version", app.version?.description)
      if let versions = app.versions {
        writer.object("version") { writer in
          for platform in Platform.allCases {
            writer.optional(platform.key, versions[platform]?.description)
          }
        }
      }
      if let platforms = app.platforms {
        writer.object("platforms") { writer in
          for supported in platforms {
            writer.member(
              supported.platform.key, supported.versions?.atLeast?.description ?? "any")
          }
        }
      }
    }
  }

  package static func write(_ group: GroupDeclaration, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.declaration(group.id, group.name, group.description)
      writer.list("levels", group.levels) { $1.string($0) }
    }
  }

  package static func write(
    _ product: ProductDeclaration, of groups: [GroupDeclaration], _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.declaration(product.id, product.name, nil)
      writer.member("type", product.type.name)
      writer.optional("description", product.description)
      if let group = product.group {
        writer.member("group", groups[group].id)
        writer.optional("level", product.level.map { groups[group].levels[$0] })
      }
    }
  }

  package func write(_ attribute: AttributeDeclaration, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.declaration(attribute.id, attribute.name, attribute.description)
      writer.member("type", attribute.domain.type.name)
      if case .choice(let values) = attribute.domain {
        writer.list("values", values) { $1.string($0) }
      }
      writer.member("owner", attribute.owner.name)
      if let value = attribute.defaultValue {
        writer.key("default")
        writer.scalar(attribute.domain.scalar(of: value))
      }
      if attribute.isAlwaysKnown {
        writer.member("alwaysKnown", true)
      }
    }
  }

  private func write(
    _ declaration: ConditionDeclaration, under key: StaticString, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.declaration(declaration.id, declaration.name, declaration.description)
      writer.key(key)
      write(declaration.condition, &writer)
    }
  }

  // MARK: Features

  /// Writes the features directly inside `parent`, with their descendants. Begins at `index`, and
  /// moves it past them.
  private func writeFeatures(
    inside parent: Int?, from index: inout Int, _ writer: inout JSONWriter
  ) {
    writer.key("features")
    writer.beginArray()
    while index < manifest.features.count, manifest.features[index].parent == parent {
      let feature = index
      index += 1
      writer.beginObject()
      write(manifest.features[feature], &writer)
      if index < manifest.features.count, manifest.features[index].parent == feature {
        writeFeatures(inside: feature, from: &index, &writer)
      }
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ feature: FeatureDeclaration, _ writer: inout JSONWriter) {
    writer.declaration(feature.id, feature.name, feature.description)
    writer.optional("team", feature.team)
    writer.optional("until", feature.until?.description)
    if let isEnabled = feature.isEnabled {
      writer.key("isEnabled")
      writer.flag(isEnabled)
    }
    writer.list("actions", feature.actions) { $1.string($0) }
    if feature.isGroup { return }
    writer.object("constraints") { writer in
      write(feature.constraints, &writer)
      writer.list("conditional", feature.conditional) { block, writer in
        writer.object { writer in
          writer.key("when")
          write(block.condition, &writer)
          writer.object("constraints") { write(block.constraints, &$0) }
        }
      }
    }
  }

  // MARK: Constraints

  private func write(_ condition: Condition, _ writer: inout JSONWriter) {
    writer.object { write(condition.constraints, &$0) }
  }

  private func write(_ constraints: [Constraint], _ writer: inout JSONWriter) {
    var rest = constraints[...]
    while let first = rest.first {
      let others = rest.drop { $0.kind == first.kind }
      let adjacent = rest[..<others.startIndex]
      writer.key(first.kind.key)
      switch first.kind.traits.layout {
      case .value, .conditions: write(first, &writer)
      case .members: writer.object { for constraint in adjacent { write(constraint, &$0) } }
      case .elements: writer.array(of: adjacent) { write($0, &$1) }
      }
      rest = others
    }
  }

  /// Writes a constraint without its key. A platform or attribute becomes an object with one
  /// member.
  package func writeRequirement(_ constraint: Constraint, _ writer: inout JSONWriter) {
    guard case .members = constraint.kind.traits.layout else { return write(constraint, &writer) }
    writer.object { write(constraint, &$0) }
  }

  private func write(_ constraint: Constraint, _ writer: inout JSONWriter) {
    switch constraint {
    case .platform(let platform, let version):
      writer.key(platform.key)
      write(version, &writer)
    case .platforms(let platforms):
      writer.object { writer in
        for supported in platforms {
          writer.key(supported.platform.key)
          write(supported.versions.map { .versions($0) } ?? .any, &writer)
        }
      }
    case .device(let requirement):
      write(requirement.accepted, of: requirement.fact.domain, &writer)
    case .runtimeEnabled: writer.bool(true)
    case .userToggled(let isOn):
      writer.object { writer in
        writer.member("defaultValue", isOn)
      }
    case .permission(let requirement): write(requirement, &writer)
    case .purchase(let expression): write(expression, &writer)
    case .attribute(let requirement):
      let attribute = manifest.attributes[requirement.attribute]
      writer.key(named: attribute.id)
      write(requirement.accepted, of: attribute.domain, &writer)
    case .rollout(let requirement):
      writer.object { writer in
        writer.key("percent")
        writer.number(requirement.percent.description)
        writer.member("bucket", manifest.buckets[requirement.bucket])
      }
    case .feature(let feature): writer.string(manifest.features[feature].id)
    case .condition(let condition): writer.string(manifest.conditions[condition].id)
    case .allOf(let conditions), .anyOf(let conditions):
      writer.array(of: conditions) { write($0, &$1) }
    case .not(let condition): write(condition, &writer)
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
    if let low = range.atLeast, range.below == nil, !isImport {
      return writer.string(low.description)
    }
    write(range.atLeast, range.below, &writer) { .string($0.description) }
  }

  private func write<Limit>(
    _ low: Limit?, _ high: Limit?, _ writer: inout JSONWriter, _ scalar: (Limit) -> ScalarValue
  ) {
    writer.object { writer in
      for (key, limit) in [("atLeast", low), ("below", high)] as [(StaticString, Limit?)] {
        guard let limit else { continue }
        writer.key(key)
        writer.scalar(scalar(limit))
      }
    }
  }

  private func write(_ requirement: PermissionRequirement, _ writer: inout JSONWriter) {
    guard let statuses = requirement.statuses else {
      return writer.string(requirement.permission.name)
    }
    writer.object { writer in
      writer.member("permission", requirement.permission.name)
      writer.list("in", statuses) { $1.string($0.name) }
    }
  }

  private func write(_ expression: PurchaseExpression, _ writer: inout JSONWriter) {
    if case .product(let product, nil) = expression {
      return writer.string(manifest.products[product].id)
    }
    writer.object { writer in
      switch expression {
      case .product(let product, let statuses):
        writer.member("product", manifest.products[product].id)
        writer.list("in", statuses ?? []) { $1.string($0.name) }
      case .credits(let product, let quantity):
        writer.member("product", manifest.products[product].id)
        writer.member("quantity", quantity)
      case .group(let group, let level, let statuses):
        let group = manifest.groups[group]
        writer.member("group", group.id)
        writer.optional("atLeast", level.map { group.levels[$0] })
        writer.list("in", statuses ?? []) { $1.string($0.name) }
      case .anyOf(let operands): writer.list("anyOf", operands) { write($0, &$1) }
      case .allOf(let operands): writer.list("allOf", operands) { write($0, &$1) }
      }
    }
  }

  private func write(
    _ accepted: AttributeRequirement.Accepted, of domain: AttributeDomain,
    _ writer: inout JSONWriter
  ) {
    switch accepted {
    case .values(let values):
      if domain == .boolean || isImport && domain == .text && values.count == 1 {
        return writer.scalar(domain.scalar(of: values[0]))
      }
      writer.array(of: values) { $1.scalar(domain.scalar(of: $0)) }
    case .otherValues(let values):
      writer.object { $0.list("notIn", values) { $1.scalar(domain.scalar(of: $0)) } }
    case .range(let range):
      if let versions = range.versions {
        write(versions, &writer)
      } else {
        write(range.atLeast, range.below, &writer) { domain.scalar(of: $0) }
      }
    case .age(let range):
      writer.object { writer in
        writer.key("ago")
        write(range.atLeast, range.below, &writer) { .string($0.description) }
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

extension JSONWriter {
  fileprivate mutating func declaration(_ id: String, _ name: String, _ description: String?) {
    member("id", id)
    if name != id { member("name", name) }
    optional("description", description)
  }

  /// Writes a member with the text; nothing for nil.
  package mutating func optional(_ key: StaticString, _ text: String?) {
    if let text { member(key, text) }
  }

  /// Writes a member with the list; nothing if it is empty.
  package mutating func list<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    if elements.isEmpty { return }
    self.key(key)
    array(of: elements, write)
  }
}

extension ByteSink {
  /// Writes a file for a manifest to include.
  package mutating func manifestPart(_ body: (inout JSONWriter) -> Void) {
    jsonLine(.pretty) { writer in
      writer.object { writer in
        writer.member("manifestVersion", 1)
        body(&writer)
      }
    }
  }
}

extension Manifest {
  /// Indented JSON with a line feed at the end. Equal manifests give equal texts.
  public var json: String {
    var writer = JSONWriter(.pretty)
    ManifestWriter.write(self, to: &writer)
    writer.endLine()
    return writer.text
  }
}

extension ManifestFile {
  /// Writes the manifest and its includes as one file. Without includes, this is the file itself.
  package func writeBundle(to sink: inout ByteSink) {
    guard parts.isEmpty else {
      return document.withRoot { root in sink.jsonLine(.pretty) { $0.value(root) } }
    }
    sink.append(source.text, 0...)
  }
}
