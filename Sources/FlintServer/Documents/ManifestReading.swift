import FlintManifest
import FlintText

/// A manifest as it was read, with what it includes.
final class ManifestReading {
  /// The manifest, and what it includes in the order of the includes.
  let texts: [TextSnapshot]

  /// Nil while anything is wrong.
  let file: ManifestFile?

  /// What keeps it from being read, text by text.
  let errors: [[Diagnostic]]

  /// What it includes.
  let includes: Set<String>

  /// Of the folders at the time.
  private(set) var look: Int

  init(_ manifest: TextSnapshot, in workspace: Workspace) {
    look = workspace.folderLook
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
    look == workspace.folderLook && texts.allSatisfy { workspace.snapshot($0.path) === $0 }
  }

  /// Whether nothing would come out otherwise with another one; if so, it is of the folders as they are now.
  func takesPlace(of other: ManifestReading) -> Bool {
    guard texts.elementsEqual(other.texts, by: ===), errors == other.errors else { return false }
    look = other.look
    return true
  }
}

extension RecoveredJSON {
  /// A finding at its place in the text; nil where it is about what has been put in.
  func source(of diagnostic: Diagnostic) -> Diagnostic? {
    guard let range = diagnostic.range else { return diagnostic }
    guard let place = source(of: range) else { return nil }
    var diagnostic = diagnostic
    diagnostic.range = place
    return diagnostic
  }
}
