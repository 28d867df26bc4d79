import FlintCore
import FlintText

/// What one manifest writes otherwise than another, as far as some feature depends on it.
///
/// Only what is written is looked at: two spellings of one meaning count as a change, too.
package struct ManifestChanges {
  /// A piece of text that the other manifest lacks, or has otherwise: a key with its value, or an element of a list.
  package struct Edit: Hashable, Sendable {
    package let old: Range<Int>?
    package let new: Range<Int>?
  }

  private let old: Side
  private let new: Side

  /// What was found, by what it stands in.
  private var known: [Declaration: [Edit]] = [:]

  private enum Declaration: Hashable {
    case app
    case feature(String)
    case condition(String)
    case attribute(String)
    case product(String)
  }

  private struct Side {
    let manifest: Manifest
    let places: ManifestPlaces
    var features: [String: Int] = [:]

    init(_ file: ManifestFile) {
      manifest = file.manifest
      places = ManifestPlaces(file)
      for (index, feature) in manifest.features.enumerated() { features[feature.id] = index }
    }

    /// Where a declaration stands on the tape; nil where the manifest has none.
    func place(of declaration: Declaration) -> Int? {
      switch declaration {
      case .app: places.app
      case .feature(let id): features[id].map { places.features[$0] }
      case .condition(let id):
        manifest.conditions.firstIndex { $0.id == id }.map { places.conditions[$0] }
      case .attribute(let id):
        manifest.attributes.firstIndex { $0.id == id }.map { places.attributes[$0] }
      case .product(let id):
        manifest.products.firstIndex { $0.id.isSame(as: id) }.map { places.products[$0] }
      }
    }

    /// All that a feature depends on, the feature and what stands above it first.
    func declarations(behind feature: Int, into found: inout DistinctList<Declaration>) {
      let targets = manifest.closure(of: [feature])
      for target in targets {
        switch target {
        case .feature(let feature): found.append(.feature(manifest.features[feature].id))
        case .condition(let condition): found.append(.condition(manifest.conditions[condition].id))
        }
      }
      for target in targets {
        manifest.forEachTest(of: target) { test, _ in
          switch test.fact {
          case .product(let product): found.append(.product(manifest.products[product].id))
          case .attribute(let attribute), .age(let attribute, _):
            found.append(.attribute(manifest.attributes[attribute].id))
          case .system, .appVersion, .date, .permission, .permissionDefault, .purchaseDefault,
            .unlocked, .toggle, .runtime, .bucket:
            break
          }
        }
      }
      found.append(.app)
    }
  }

  package init(from old: ManifestFile, to new: ManifestFile) {
    self.old = Side(old)
    self.new = Side(new)
  }

  /// All that is written otherwise of what a feature that both have depends on.
  package mutating func edits(behind feature: String) -> [Edit] {
    guard let before = old.features[feature], let now = new.features[feature] else { return [] }
    var declarations = DistinctList<Declaration>()
    new.declarations(behind: now, into: &declarations)
    old.declarations(behind: before, into: &declarations)
    return declarations.elements.flatMap { edits(of: $0) }
  }

  private mutating func edits(of declaration: Declaration) -> [Edit] {
    if let known = known[declaration] { return known }
    var edits: [Edit] = []
    // What one of them lacks is asked for where it is named, and that is written otherwise.
    if let before = old.place(of: declaration), let now = new.place(of: declaration) {
      old.places.document.withValue(at: before) { old in
        new.places.document.withValue(at: now) { new in
          edits = Self.edits(of: declaration, from: old, to: new)
        }
      }
      if case .feature(let id) = declaration, hasMoved(id), let start = place(of: id) {
        edits.append(start)
      }
    } else if declaration == .app {
      let before = old.place(of: declaration).map { old.places.document.withValue(at: $0, \.range) }
      let now = new.place(of: declaration).map { new.places.document.withValue(at: $0, \.range) }
      if before != nil || now != nil { edits = [Edit(old: before, new: now)] }
    }
    known[declaration] = edits
    return edits
  }

  /// Whether a feature is in another one.
  private func hasMoved(_ id: String) -> Bool {
    func parent(_ side: Side) -> String? {
      side.features[id].flatMap { side.manifest.features[$0].parent }.map {
        side.manifest.features[$0].id
      }
    }
    return parent(old) != parent(new)
  }

  private func place(of id: String) -> Edit? {
    guard let before = old.features[id], let now = new.features[id] else { return nil }
    return Edit(old: old.places.feature(before), new: new.places.feature(now))
  }

  // MARK: Comparing

  private static func edits(
    of declaration: Declaration, from old: JSONValue, to new: JSONValue
  ) -> [Edit] {
    switch declaration {
    case .app: members(["version", "platforms"], from: old, to: new)
    case .feature:
      members(["isEnabled"], from: old, to: new)
        + constraints(from: old.member("constraints"), to: new.member("constraints"))
    case .condition: constraints(from: old.member("is"), to: new.member("is"))
    case .attribute: members(["type", "values", "default"], from: old, to: new)
    case .product: members(["type", "group", "level"], from: old, to: new)
    }
  }

  private static func constraints(from old: JSONValue?, to new: JSONValue?) -> [Edit] {
    ConstraintKey.allCases.flatMap { key -> [Edit] in
      switch key {
      case .platforms, .attributes:
        members(nil, from: old?.member(under: key), to: new?.member(under: key))
      case .permissions, .purchases, .features, .conditions, .allOf, .anyOf, .conditional:
        elements(from: old?.member(under: key), to: new?.member(under: key))
      case .appVersion, .date, .runtimeEnabled, .userToggled, .rollout, .not:
        members([key.name], from: old, to: new)
      }
    }
  }

  private struct Part {
    let name: String
    let range: Range<Int>
    let bytes: [UInt8]
  }

  /// - Parameter names: the keys that are compared; nil for all.
  private static func members(
    _ names: [String]?, from old: JSONValue?, to new: JSONValue?
  ) -> [Edit] {
    func parts(_ value: JSONValue?) -> [Part] {
      value?.members.compactMap { key, value in
        let name = key.string ?? ""
        guard names?.contains(name) ?? true else { return nil }
        return Part(
          name: name, range: key.range.lowerBound..<value.range.upperBound,
          bytes: value.canonicalBytes)
      } ?? []
    }
    let (before, now) = (parts(old), parts(new))
    let changed = now.compactMap { part -> Edit? in
      let known = before.first { $0.name.isSame(as: part.name) }
      return known?.bytes == part.bytes ? nil : Edit(old: known?.range, new: part.range)
    }
    let gone = before.filter { part in !now.contains { $0.name.isSame(as: part.name) } }
    return changed + gone.map { Edit(old: $0.range, new: nil) }
  }

  /// What only one of the lists has; what stands at the same place among these is taken for a change.
  private static func elements(from old: JSONValue?, to new: JSONValue?) -> [Edit] {
    func parts(_ value: JSONValue?) -> [Part] {
      guard value?.kind == .array else { return [] }
      return value?.elements.map { Part(name: "", range: $0.range, bytes: $0.canonicalBytes) } ?? []
    }
    let (before, now) = (parts(old), parts(new))
    let gone = before.filter { part in !now.contains { $0.bytes == part.bytes } }
    let come = now.filter { part in !before.contains { $0.bytes == part.bytes } }
    return (0..<max(gone.count, come.count)).map { index in
      Edit(
        old: index < gone.count ? gone[index].range : nil,
        new: index < come.count ? come[index].range : nil)
    }
  }
}

extension JSONValue {
  fileprivate func member(under key: ConstraintKey) -> JSONValue? {
    members.first { $0.key.string == key.name }?.value
  }
}
