import FlintManifest
import FlintText

final class ManifestReading {
  /// The manifest's, then those of its parts.
  let texts: [TextSnapshot]

  /// Nil after errors.
  let file: ManifestFile?

  /// By text.
  let errors: [[Diagnostic]]

  let includes: Set<String>

  /// Files may have moved since if ``Workspace/folderGeneration`` is another.
  private(set) var folderGeneration: Int

  init(_ manifest: TextSnapshot, in workspace: Workspace) {
    folderGeneration = workspace.folderGeneration
    let files = IncludedFiles(of: manifest, in: workspace)
    let source: SourceFile
    var file: ManifestFile?
    var found: [Diagnostic] = []
    do throws(InvalidInput) {
      let document = try files.document(of: manifest.source)
      let read = try ManifestFile(manifest.source, document, including: files)
      source = read.source
      file = read
    } catch {
      source = error.source
      found = error.diagnostics
    }
    texts = source.files.compactMap { files.texts[$0.path] }
    var errors = source.byFile(found).map { DiagnosticFormatter.sorted($0.diagnostics) }
    for (index, text) in texts.enumerated() {
      guard case .broken(let error, let recovered) = text.reading else { continue }
      file = nil
      guard let recovered else { continue }
      errors[index] = DiagnosticFormatter.sorted(
        [error.diagnostic] + errors[index].compactMap { recovered.source(of: $0) })
    }
    (self.file, self.errors) = (file, errors)
    includes = Set(texts.dropFirst().map(\.path))
  }

  func isCurrent(in workspace: Workspace) -> Bool {
    folderGeneration == workspace.folderGeneration
      && texts.allSatisfy { workspace.snapshot($0.path) === $0 }
  }

  /// The older result is then kept, with what depends on it.
  func hasSameContent(as other: ManifestReading) -> Bool {
    texts.elementsEqual(other.texts, by: ===) && errors == other.errors
  }

  func update(from newer: ManifestReading) { folderGeneration = newer.folderGeneration }
}

extension RecoveredJSON {
  /// Nil if only about inserted text.
  func source(of diagnostic: Diagnostic) -> Diagnostic? {
    guard let range = diagnostic.range else { return diagnostic }
    guard let sourceRange = source(of: range) else { return nil }
    var diagnostic = diagnostic
    diagnostic.range = sourceRange
    return diagnostic
  }
}
