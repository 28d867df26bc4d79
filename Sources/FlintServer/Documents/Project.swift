import FlintCore
import FlintManifest
import FlintText

/// A manifest with all that speaks of what it declares.
struct Project {
  let manifest: String
  private let workspace: Workspace

  init?(of path: String, in workspace: Workspace) {
    guard let manifest = workspace.project(of: path) else { return nil }
    self.manifest = manifest
    self.workspace = workspace
  }

  /// What a name stands for, under every kind of name that it has: a rollout without a bucket draws from one that is named
  /// after its feature.
  func symbols(named symbol: ManifestSymbol) -> Set<ManifestSymbol> {
    let feature = ManifestSymbol(.feature, symbol.name.text)
    let bucket = ManifestSymbol(.bucket, symbol.name.text)
    guard symbol == feature || symbol == bucket else { return [symbol] }
    let occurrences = manifestOccurrences
    let isNamed = occurrences.contains { $0.declares && $0.symbol == bucket }
    let isFeature = occurrences.contains { $0.declares && $0.symbol == feature }
    return isFeature && !isNamed ? [feature, bucket] : [symbol]
  }

  /// Every place where one of these is named, file by file.
  func occurrences(of symbols: Set<ManifestSymbol>) -> [(
    file: TextSnapshot, occurrences: [SymbolOccurrence]
  )] {
    files.compactMap { file in
      guard let kind = workspace.role(file.path) else { return nil }
      let occurrences = file.occurrences(as: kind).filter { symbols.contains($0.symbol) }
      return occurrences.isEmpty ? nil : (file, occurrences)
    }
  }

  /// Every file that may name something.
  var files: [TextSnapshot] { workspace.files(of: manifest).compactMap { workspace.snapshot($0) } }

  /// Every place where the same is named as at this one.
  func occurrences(
    like occurrence: SymbolOccurrence, in file: TextSnapshot
  ) -> [(file: TextSnapshot, occurrences: [SymbolOccurrence])] {
    guard occurrence.symbol.kind == .file else {
      return occurrences(of: symbols(named: occurrence.symbol))
    }
    guard let part = part(at: occurrence, in: file) else { return [] }
    return parts.compactMap { file in
      let occurrences = file.occurrences(as: .manifest).filter {
        self.part(at: $0, in: file) === part
      }
      return occurrences.isEmpty ? nil : (file, occurrences)
    }
  }

  /// The file that an include leads to; nil for anything else.
  func part(at occurrence: SymbolOccurrence, in file: TextSnapshot) -> TextSnapshot? {
    guard occurrence.symbol.kind == .file else { return nil }
    let path = Workspace.folder(of: file.path) + "/" + occurrence.symbol.name.text
    guard let real = workspace.realPath(path) else { return nil }
    return parts.first { workspace.realPath($0.path) == real }
  }

  /// Files that could be included besides, by their paths from the folder of one that would include them.
  func includable(in file: TextSnapshot) -> [String] {
    let folder = Workspace.folder(of: file.path).split(separator: "/")
    return workspace.includable(in: manifest).filter { $0 != file.path }.map { path in
      let parts = path.split(separator: "/")
      let common = zip(folder, parts).prefix { $0 == $1 }.count
      return String(repeating: "../", count: folder.count - common)
        + parts[common...].joined(separator: "/")
    }
  }

  /// Where one of these is declared; of what is nowhere declared as such, nothing.
  func declarations(of symbols: Set<ManifestSymbol>) -> [(
    file: TextSnapshot, occurrence: SymbolOccurrence
  )] {
    parts.flatMap { file in
      file.occurrences(as: .manifest).filter { $0.declares && symbols.contains($0.symbol) }
        .map { (file, $0) }
    }
  }

  /// What has a name of some kind, each once, in the order of the text.
  func names(_ kind: NameKind, owner: String?) -> [String] {
    var names = NameIndex()
    // What declares nothing is known by being named.
    let isUse = kind == .team || kind == .bucket
    for occurrence in manifestOccurrences
    where occurrence.symbol.kind == kind && (occurrence.declares || isUse) {
      if occurrence.symbol.owner == owner.map({ ExactText($0) }) {
        names.insert(occurrence.symbol.name.text)
      }
    }
    return names.names
  }

  /// Whether something else has that name.
  func isTaken(_ symbol: ManifestSymbol) -> Bool {
    manifestOccurrences.contains {
      $0.symbol == symbol && ($0.declares || symbol.kind == .team || symbol.kind == .bucket)
    }
  }

  /// The manifest, and what it includes.
  var parts: [TextSnapshot] { workspace.reading(of: manifest)?.texts ?? [] }

  /// The manifest as it is read, nil while it has errors.
  var file: ManifestFile? { workspace.reading(of: manifest)?.file }

  private var manifestOccurrences: [SymbolOccurrence] {
    parts.flatMap { $0.occurrences(as: .manifest) }
  }
}
