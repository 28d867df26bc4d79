import FlintManifest
import FlintText

final class ManifestReading {
  /// The text of the manifest, followed by the texts of the included files in the order of the includes.
  let texts: [TextSnapshot]

  /// The manifest; nil if it or an included file has errors.
  let file: ManifestFile?

  /// The errors in the texts: one list for each element of ``texts``.
  let errors: [[Diagnostic]]

  let includes: Set<String>

  /// The value of the counter ``Workspace/folderGeneration`` when the manifest was read. If the counter has changed
  /// since, files may have been added, removed or moved, and the manifest must be read again.
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

  /// Whether this result of reading a manifest has the same texts and errors as another one. The older result is then
  /// kept, so that the analyses that depend on it need not be repeated.
  func hasSameContent(as other: ManifestReading) -> Bool {
    texts.elementsEqual(other.texts, by: ===) && errors == other.errors
  }

  /// Marks this result as up to date, after the manifest was read again and had the same texts and errors.
  func update(from newer: ManifestReading) { folderGeneration = newer.folderGeneration }
}

extension RecoveredJSON {
  /// Converts a diagnostic about recovered JSON to one about the original text, which has syntax errors. Returns nil if
  /// the diagnostic is only about text that the recovery has inserted, such as the value `null`.
  func source(of diagnostic: Diagnostic) -> Diagnostic? {
    guard let range = diagnostic.range else { return diagnostic }
    guard let sourceRange = source(of: range) else { return nil }
    var diagnostic = diagnostic
    diagnostic.range = sourceRange
    return diagnostic
  }
}
