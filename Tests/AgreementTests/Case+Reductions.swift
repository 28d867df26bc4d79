import FlintManifest
import FlintModel
import FlintText
import TestSupport

extension Case {
  /// Reads the case again; nil if a file is invalid. What the state says of undeclared ids is dropped.
  private init?(_ json: JSONTree) {
    guard let manifest = json.member("manifest"), let given = json.member("state"),
      let file = try? ManifestFile(
        SourceFile(path: "manifest.json", text: SourceText(manifest.text)))
    else { return nil }
    var reader = StateReader(file.manifest, file.names, undeclared: .ignore)
    guard let document = try? JSONDocument(given.text), let state = reader.read(document),
      reader.takeProblems().isEmpty
    else { return nil }
    // An empty list may leave a block without constraints, which is not valid when it is written again.
    let written = SourceFile(path: "manifest.json", text: SourceText(file.manifest.json))
    guard (try? ManifestFile(written)) != nil else { return nil }
    self.init(manifest: file.manifest, state: state.applied(to: DeviceState()))
  }

  private var json: JSONTree? {
    var writer = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &writer)
    guard let manifest = try? JSONTree(manifest.json), let state = try? JSONTree(writer.text)
    else { return nil }
    return .object([("manifest", manifest), ("state", state)])
  }

  /// The valid cases with one member or element of the JSON removed or replaced by something in it, the largest removals
  /// first.
  var reductions: some Sequence<Case> {
    let json = json ?? .null
    let paths = json.paths.dropFirst().sorted { $0.count < $1.count }
    let kinds: [(JSONTree.Path) -> [JSONTree]] = [
      { [json.removing($0)] }, { json.replacing($0) }, { json.inliningConditions(at: $0) },
    ]
    return kinds.lazy.flatMap { kind in paths.lazy.flatMap(kind) }
      .compactMap { Case($0) }.filter { $0 != self }
  }
}

extension JSONTree {
  /// Returns the values with something of an object in its place: a feature of a feature, an operand, or the constraints
  /// or the condition of a block. A requirement of a group becomes one of a product.
  fileprivate func replacing(_ path: Path) -> [JSONTree] {
    guard case .object(let members) = self[path] else { return [] }
    let products = member("manifest")?.member("products")?.elements ?? []
    let named =
      members.contains { $0.key == "group" } ? products.compactMap { $0.member("id") } : []
    let inside = members.flatMap { member in
      [member.value] + member.value.elements
        + member.value.elements.flatMap { [$0.member("constraints"), $0.member("when")] }
        .compactMap { $0 }
    }
    return (named + inside).map { part in
      var changed = self
      changed[path] = part
      return changed
    }
  }

  /// Returns the value with the constraints of a named condition in place of its name.
  fileprivate func inliningConditions(at path: Path) -> [JSONTree] {
    let declared = member("manifest")?.member("conditions")?.elements ?? []
    guard let names = self[path].member("conditions")?.elements, names.count == 1,
      let condition = declared.first(where: { $0.member("id")?.string == names[0].string }),
      case .object(let members)? = condition.member("is")
    else { return [] }
    var changed = self
    changed[path].remove("conditions")
    for (key, value) in members { changed[path].insert(key, value, at: false) }
    return [changed]
  }
}
