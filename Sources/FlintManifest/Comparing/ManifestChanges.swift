/// Finds changes in the text of a feature and of its dependencies. The JSON is compared, not its
/// meaning.
package struct ManifestChanges {
  /// The byte ranges of a changed member or element.
  ///
  /// `old` is nil for an addition, `new` for a removal. For a moved feature, the ranges of its id.
  package struct Edit: Hashable, Sendable {
    package let old: Range<Int>?
    package let new: Range<Int>?
  }

  private let old: Side
  private let new: Side

  private var known: [Declaration: [Edit]] = [:]

  private struct Declaration: Hashable {
    /// Nil for the app.
    let kind: NameKind?
    let id: ExactText

    static let app = Declaration(nil, "")

    init(_ kind: NameKind?, _ id: String) { (self.kind, self.id) = (kind, ExactText(id)) }
  }

  private struct Side {
    let file: ManifestFile
    let locations: ManifestLocations
    /// By declaration, its object's index among all JSON values.
    private(set) var indices: [Declaration: Int] = [:]

    var manifest: Manifest { file.manifest }

    init(_ file: ManifestFile) {
      self.file = file
      locations = ManifestLocations(file)
      indices[.app] = locations.app
      for (kind, values) in locations.declared {
        for value in values {
          let id = file.document.withValue(at: value) { $0.member("id")?.string }
          indices[Declaration(kind, id ?? "")] = value
        }
      }
    }

    func feature(_ id: String) -> Int? { file.names.features.index(of: id) }

    func declaration(of target: References.Target) -> Declaration {
      switch target {
      case .feature(let feature): Declaration(.feature, manifest.features[feature].id)
      case .condition(let condition): Declaration(.condition, manifest.conditions[condition].id)
      case .assumption(let assumption):
        Declaration(.assumption, manifest.assumptions[assumption].id)
      }
    }

    /// Products and attributes that the target's own constraints name.
    func facts(of target: References.Target) -> [Declaration] {
      var found = DistinctList<Fact>()
      manifest.forEachTest(of: target) { test, _ in found.append(test.fact) }
      return found.elements.compactMap { fact in
        guard let (kind, index) = fact.subject else { return nil }
        switch kind {
        case .product: return Declaration(.product, manifest.products[index].id)
        case .attribute: return Declaration(.attribute, manifest.attributes[index].id)
        case .permission, .feature, .bucket: return nil
        }
      }
    }
  }

  package init(from old: ManifestFile, to new: ManifestFile) {
    self.old = Side(old)
    self.new = Side(new)
  }

  /// Changes in the feature, the declarations it depends on, and `app`. Empty if a manifest lacks
  /// the feature.
  package mutating func edits(affecting feature: String) -> [Edit] {
    guard let before = old.feature(feature), let now = new.feature(feature) else { return [] }
    var declarations = DistinctList<Declaration>()
    for (feature, side) in [(now, new), (before, old)] {
      for declaration in changed(affecting: .feature(feature), of: side) {
        declarations.append(declaration)
      }
      declarations.append(.app)
    }
    return declarations.elements.flatMap { edits(of: $0) }
  }

  /// Changed declarations that the target depends on. Features and conditions come before products
  /// and attributes. Without recursion, because chains can be long.
  private mutating func changed(affecting target: References.Target, of side: Side) -> [Declaration]
  {
    var (targets, facts) = (DistinctList<Declaration>(), DistinctList<Declaration>())
    var seen: Set<References.Target> = []
    var open = [target]
    while let target = open.popLast() {
      guard seen.insert(target).inserted else { continue }
      let declaration = side.declaration(of: target)
      if !edits(of: declaration).isEmpty { targets.append(declaration) }
      for fact in side.facts(of: target) where !edits(of: fact).isEmpty { facts.append(fact) }
      open += side.manifest.directNeeds(of: target).reversed()
    }
    return targets.elements + facts.elements
  }

  private mutating func edits(of declaration: Declaration) -> [Edit] {
    if let known = known[declaration] { return known }
    var edits: [Edit] = []
    // If one manifest lacks the declaration, report nothing here: the declarations that refer to it differ as well.
    if let before = old.indices[declaration], let now = new.indices[declaration] {
      old.locations.document.withValue(at: before) { old in
        new.locations.document.withValue(at: now) { new in
          edits = Self.edits(of: declaration.kind, from: old, to: new)
        }
      }
      if declaration.kind == .feature { edits += move(of: declaration.id.text) }
    } else if declaration == .app {
      func range(_ side: Side) -> Range<Int>? {
        side.locations.app.map { side.locations.document.withValue(at: $0, \.range) }
      }
      let (before, now) = (range(old), range(new))
      if before != nil || now != nil { edits = [Edit(old: before, new: now)] }
    }
    known[declaration] = edits
    return edits
  }

  private func move(of id: String) -> [Edit] {
    guard let before = old.feature(id), let now = new.feature(id) else { return [] }
    func parent(_ side: Side, of feature: Int) -> String? {
      side.manifest.features[feature].parent.map { side.manifest.features[$0].id }
    }
    return parent(old, of: before) == parent(new, of: now)
      ? [] : [Edit(old: old.locations.feature(before), new: new.locations.feature(now))]
  }

  // MARK: Comparing

  private static func edits(
    of kind: NameKind?, from old: JSONValue, to new: JSONValue
  ) -> [Edit] {
    switch kind {
    case nil: members(["version", "platforms"], from: old, to: new)
    case .feature:
      members(["isEnabled"], from: old, to: new)
        + constraints(from: old.member("constraints"), to: new.member("constraints"))
    case .condition: constraints(from: old.member("is"), to: new.member("is"))
    case .assumption: constraints(from: old.member("that"), to: new.member("that"))
    case .attribute: members(["type", "values", "default", "alwaysKnown"], from: old, to: new)
    case .product: members(["type", "group", "level"], from: old, to: new)
    default: []
    }
  }

  private static func constraints(from old: JSONValue?, to new: JSONValue?) -> [Edit] {
    let own = ConstraintKind.written.flatMap { kind -> [Edit] in
      switch kind.traits.layout {
      case .members: members(nil, from: old?.member(kind.key), to: new?.member(kind.key))
      case .elements, .conditions: elements(from: old?.member(kind.key), to: new?.member(kind.key))
      case .value: members(["\(kind.key)"], from: old, to: new)
      }
    }
    return own + elements(from: old?.member("conditional"), to: new?.member("conditional"))
  }

  private struct Part {
    let name: String
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private static func members(
    _ names: [String]?, from old: JSONValue?, to new: JSONValue?
  ) -> [Edit] {
    if old?.source == new?.source { return [] }
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
    let known = Dictionary(before.map { (ExactText($0.name), $0) }) { first, _ in first }
    let changed = now.compactMap { part -> Edit? in
      let known = known[ExactText(part.name)]
      return known?.bytes == part.bytes ? nil : Edit(old: known?.range, new: part.range)
    }
    let kept = Set(now.map { ExactText($0.name) })
    let gone = before.filter { !kept.contains(ExactText($0.name)) }
    return changed + gone.map { Edit(old: $0.range, new: nil) }
  }

  private static func elements(from old: JSONValue?, to new: JSONValue?) -> [Edit] {
    if old?.source == new?.source { return [] }
    func parts(_ value: JSONValue?) -> [Part] {
      guard value?.kind == .array else { return [] }
      return value?.elements.map { Part(name: "", range: $0.range, bytes: $0.canonicalBytes) } ?? []
    }
    let (before, now) = (parts(old), parts(new))
    let (known, kept) = (Set(before.map(\.bytes)), Set(now.map(\.bytes)))
    let gone = before.filter { !kept.contains($0.bytes) }
    let come = now.filter { !known.contains($0.bytes) }
    return (0..<max(gone.count, come.count)).map { index in
      Edit(
        old: index < gone.count ? gone[index].range : nil,
        new: index < come.count ? come[index].range : nil)
    }
  }
}
