import FlintLogic
import FlintModel
import FlintText

/// What changed in the text of a feature and of what it depends on. The JSON is compared, not its
/// meaning.
package struct ManifestChanges {
  /// An added, removed or changed member or element, as byte ranges; `old` is nil for an addition,
  /// `new` for a removal. Of a moved feature, its id.
  package struct Edit: Hashable, Sendable {
    package let old: Range<Int>?
    package let new: Range<Int>?
  }

  private var old: Side
  private var new: Side

  private var known: [Declaration: [Edit]] = [:]

  private enum Declaration: Hashable {
    case app
    case feature(String)
    case condition(String)
    case assumption(String)
    case attribute(String)
    case product(String)
  }

  private struct Side {
    let manifest: Manifest
    let locations: ManifestLocations
    private(set) var features: [String: Int] = [:]
    private var conditions: [String: Int] = [:]
    private var assumptions: [String: Int] = [:]
    private var attributes: [String: Int] = [:]
    private var products: [ExactText: Int] = [:]
    var changed: [References.Target: Changed] = [:]

    init(_ file: ManifestFile) {
      manifest = file.manifest
      locations = ManifestLocations(file)
      for (index, feature) in manifest.features.enumerated() { features[feature.id] = index }
      for (index, condition) in manifest.conditions.enumerated() {
        conditions[condition.id] = index
      }
      for (index, assumption) in manifest.assumptions.enumerated() {
        assumptions[assumption.id] = index
      }
      for (index, attribute) in manifest.attributes.enumerated() {
        attributes[attribute.id] = index
      }
      for (index, product) in manifest.products.enumerated() {
        products[ExactText(product.id)] = index
      }
    }

    /// Among all JSON values.
    func index(of declaration: Declaration) -> Int? {
      switch declaration {
      case .app: locations.app
      case .feature(let id): features[id].map { locations.features[$0] }
      case .condition(let id): conditions[id].map { locations.conditions[$0] }
      case .assumption(let id): assumptions[id].map { locations.assumptions[$0] }
      case .attribute(let id): attributes[id].map { locations.attributes[$0] }
      case .product(let id): products[ExactText(id)].map { locations.products[$0] }
      }
    }

    func declaration(of target: References.Target) -> Declaration {
      switch target {
      case .feature(let feature): .feature(manifest.features[feature].id)
      case .condition(let condition): .condition(manifest.conditions[condition].id)
      case .assumption(let assumption): .assumption(manifest.assumptions[assumption].id)
      }
    }

    /// In its own constraints.
    func facts(of target: References.Target) -> [Declaration] {
      var found = DistinctList<Declaration>()
      manifest.forEachTest(of: target) { test, _ in
        guard let (kind, index) = test.fact.subject else { return }
        switch kind {
        case .product: found.append(.product(manifest.products[index].id))
        case .attribute: found.append(.attribute(manifest.attributes[index].id))
        case .permission, .feature, .bucket: break
        }
      }
      return found.elements
    }
  }

  private struct Changed {
    var targets: [Declaration] = []
    var facts: [Declaration] = []

    mutating func add(_ others: Changed) {
      Self.add(others.targets, to: &targets)
      Self.add(others.facts, to: &facts)
    }

    private static func add(_ others: [Declaration], to list: inout [Declaration]) {
      if list.isEmpty {
        list = others
      } else if !others.isEmpty, list != others {
        var all = DistinctList<Declaration>()
        for declaration in list + others { all.append(declaration) }
        list = all.elements
      }
    }
  }

  package init(from old: ManifestFile, to new: ManifestFile) {
    self.old = Side(old)
    self.new = Side(new)
  }

  /// In its declaration, in those that it depends on, and in `app`. Empty if one side lacks the
  /// feature.
  package mutating func edits(affecting feature: String) -> [Edit] {
    guard let before = old.features[feature], let now = new.features[feature] else { return [] }
    var declarations = DistinctList<Declaration>()
    for (target, side) in [(now, \Self.new), (before, \Self.old)] {
      let changed = changed(affecting: .feature(target), of: side)
      for declaration in changed.targets + changed.facts { declarations.append(declaration) }
      declarations.append(.app)
    }
    return declarations.elements.flatMap { edits(of: $0) }
  }

  /// Without recursion, because chains can be long.
  /// - Parameter path: In which manifest dependencies are followed.
  private mutating func changed(
    affecting target: References.Target, of path: WritableKeyPath<Self, Side>
  ) -> Changed {
    // Move the dictionary out of the property while it is modified, so that it is not copied.
    var known = self[keyPath: path].changed
    self[keyPath: path].changed = [:]
    let side = self[keyPath: path]
    var open = [target]
    while let target = open.last {
      if known[target] != nil {
        open.removeLast()
        continue
      }
      let needs = side.manifest.directNeeds(of: target)
      let missing = needs.filter { known[$0] == nil }
      if !missing.isEmpty {
        open += missing.reversed()
        continue
      }
      open.removeLast()
      let declaration = side.declaration(of: target)
      var changed = Changed()
      if !edits(of: declaration).isEmpty { changed.targets = [declaration] }
      changed.facts = side.facts(of: target).filter { !edits(of: $0).isEmpty }
      for need in needs { known[need].map { changed.add($0) } }
      known[target] = changed
    }
    self[keyPath: path].changed = known
    return known[target] ?? Changed()
  }

  private mutating func edits(of declaration: Declaration) -> [Edit] {
    if let known = known[declaration] { return known }
    var edits: [Edit] = []
    // If one manifest lacks the declaration, report nothing here: the declarations that refer to it differ as well.
    if let before = old.index(of: declaration), let now = new.index(of: declaration) {
      old.locations.document.withValue(at: before) { old in
        new.locations.document.withValue(at: now) { new in
          edits = Self.edits(of: declaration, from: old, to: new)
        }
      }
      if case .feature(let id) = declaration, hasMoved(id), let start = move(of: id) {
        edits.append(start)
      }
    } else if declaration == .app {
      let before = old.index(of: declaration).map {
        old.locations.document.withValue(at: $0, \.range)
      }
      let now = new.index(of: declaration).map { new.locations.document.withValue(at: $0, \.range) }
      if before != nil || now != nil { edits = [Edit(old: before, new: now)] }
    }
    known[declaration] = edits
    return edits
  }

  private func hasMoved(_ id: String) -> Bool {
    func parent(_ side: Side) -> String? {
      side.features[id].flatMap { side.manifest.features[$0].parent }.map {
        side.manifest.features[$0].id
      }
    }
    return parent(old) != parent(new)
  }

  private func move(of id: String) -> Edit? {
    guard let before = old.features[id], let now = new.features[id] else { return nil }
    return Edit(old: old.locations.feature(before), new: new.locations.feature(now))
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
    case .assumption: constraints(from: old.member("that"), to: new.member("that"))
    case .attribute: members(["type", "values", "default", "alwaysKnown"], from: old, to: new)
    case .product: members(["type", "group", "level"], from: old, to: new)
    }
  }

  private static func constraints(from old: JSONValue?, to new: JSONValue?) -> [Edit] {
    ConstraintKey.allCases.flatMap { key -> [Edit] in
      switch key.kind?.traits.layout {
      case .members: members(nil, from: old?.member(under: key), to: new?.member(under: key))
      case .elements, .conditions, nil:
        elements(from: old?.member(under: key), to: new?.member(under: key))
      case .value: members([key.name], from: old, to: new)
      }
    }
  }

  private struct Part {
    let name: String
    let range: Range<Int>
    let bytes: [UInt8]
  }

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

extension JSONValue {
  fileprivate func member(under key: ConstraintKey) -> JSONValue? {
    members.first { $0.key.string == key.name }?.value
  }
}
