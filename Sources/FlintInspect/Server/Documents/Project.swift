import FlintModel
import FlintManifest
import FlintText

/// A manifest with all files that can name its declarations.
struct Project {
  let manifest: String
  private let workspace: Workspace

  init?(of path: String, in workspace: Workspace) {
    guard let manifest = workspace.project(of: path) else { return nil }
    self.manifest = manifest
    self.workspace = workspace
  }

  /// Returns the given entity and all entities that must be renamed together with it: a feature, and the bucket that is
  /// named for it, which rollouts of other features can use, too.
  func symbols(named symbol: ManifestSymbol) -> Set<ManifestSymbol> {
    let feature = ManifestSymbol(.feature, symbol.name.text)
    let bucket = ManifestSymbol(.bucket, symbol.name.text)
    guard symbol == feature || symbol == bucket, hasBucket(feature) else { return [symbol] }
    return [feature, bucket]
  }

  /// Whether a feature exists and uses the bucket that is named for it. Assumed if the manifest has errors.
  private func hasBucket(_ feature: ManifestSymbol) -> Bool {
    guard let manifest = file?.manifest else {
      return manifestOccurrences.contains { $0.declares && $0.symbol == feature }
    }
    guard let index = manifest.features.firstIndex(where: { ExactText($0.id) == feature.name })
    else { return false }
    var hasBucket = false
    manifest.features[index].forEachRequirement { constraint in
      if case .requirement(.rollout(let rollout)) = constraint {
        hasBucket = hasBucket || ExactText(manifest.buckets[rollout.bucket]) == feature.name
      }
    }
    return hasBucket
  }

  func occurrences(of symbols: Set<ManifestSymbol>) -> [(
    file: TextSnapshot, occurrences: [SymbolOccurrence]
  )] {
    files.compactMap { file in
      guard let kind = workspace.role(file.path) else { return nil }
      let occurrences = file.occurrences(as: kind).filter { symbols.contains($0.symbol) }
      return occurrences.isEmpty ? nil : (file, occurrences)
    }
  }

  var files: [TextSnapshot] { workspace.files(of: manifest).compactMap { workspace.snapshot($0) } }

  /// By file. Of an included path, whatever its spelling.
  func occurrences(
    like occurrence: SymbolOccurrence, in file: TextSnapshot
  ) -> [(file: TextSnapshot, occurrences: [SymbolOccurrence])] {
    guard occurrence.symbol.kind == .file else {
      return occurrences(of: symbols(named: occurrence.symbol))
    }
    guard let included = includedFile(at: occurrence, in: file) else { return [] }
    return allTexts.compactMap { file in
      let occurrences = file.occurrences(as: .manifest).filter {
        self.includedFile(at: $0, in: file) === included
      }
      return occurrences.isEmpty ? nil : (file, occurrences)
    }
  }

  func includedFile(at occurrence: SymbolOccurrence, in file: TextSnapshot) -> TextSnapshot? {
    guard occurrence.symbol.kind == .file else { return nil }
    let path = Workspace.folder(of: file.path) + "/" + occurrence.symbol.name.text
    guard let real = workspace.realPath(path) else { return nil }
    return allTexts.first { workspace.realPath($0.path) == real }
  }

  /// Relative to the file's folder.
  func includable(in file: TextSnapshot) -> [String] {
    let folder = Workspace.folder(of: file.path).split(separator: "/")
    return workspace.includable(in: manifest).filter { $0 != file.path }.map { path in
      let parts = path.split(separator: "/")
      let common = zip(folder, parts).prefix { $0 == $1 }.count
      return String(repeating: "../", count: folder.count - common)
        + parts[common...].joined(separator: "/")
    }
  }

  /// None of a team.
  func declarations(of symbols: Set<ManifestSymbol>) -> [(
    file: TextSnapshot, occurrence: SymbolOccurrence
  )] {
    allTexts.flatMap { file in
      file.occurrences(as: .manifest).filter { $0.declares && symbols.contains($0.symbol) }
        .map { (file, $0) }
    }
  }

  /// In the order of the files.
  /// - Parameter parent: A level's group, for example.
  func names(_ kind: NameKind, parent: String?) -> [String] {
    var names = NameIndex()
    // Teams and buckets need no declaration; it suffices that they are named.
    let isUse = kind == .team || kind == .bucket
    for occurrence in manifestOccurrences
    where occurrence.symbol.kind == kind && (occurrence.declares || isUse) {
      if occurrence.symbol.parent == parent.map({ ExactText($0) }) {
        names.insert(occurrence.symbol.name.text)
      }
    }
    return names.names
  }

  /// Teams and buckets are taken once used.
  func isTaken(_ symbol: ManifestSymbol) -> Bool {
    manifestOccurrences.contains {
      $0.symbol == symbol && ($0.declares || symbol.kind == .team || symbol.kind == .bucket)
    } || symbol.kind == .bucket && hasBucket(ManifestSymbol(.feature, symbol.name.text))
  }

  var allTexts: [TextSnapshot] { workspace.reading(of: manifest)?.texts ?? [] }

  /// Nil after errors.
  var file: ManifestFile? { workspace.reading(of: manifest)?.file }

  private var manifestOccurrences: [SymbolOccurrence] {
    allTexts.flatMap { $0.occurrences(as: .manifest) }
  }
}
