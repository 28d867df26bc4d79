import FlintAnalysis
import FlintManifest
import FlintProject
import FlintText

/// A valid manifest, or why there is none.
enum ManifestVersion {
  case manifest(ManifestFile)
  case invalid(InvalidInput)

  case missing(String)

  var file: ManifestFile? {
    switch self {
    case .manifest(let file): file
    case .invalid, .missing: nil
    }
  }

  /// Nil if valid.
  var message: String? {
    switch self {
    case .manifest: nil
    case .invalid(let input): input.summary
    case .missing(let message): message
    }
  }

  /// The same bytes with includes; invalid ones also the same errors.
  func isSame(as other: ManifestVersion) -> Bool {
    switch (self, other) {
    case (.manifest(let one), .manifest(let other)): one.source.text.isSame(as: other.source.text)
    case (.invalid(let one), .invalid(let other)):
      one.source.text.isSame(as: other.source.text)
        && one.diagnostics.map(\.message) == other.diagnostics.map(\.message)
    case (.missing, .missing): true
    case (.manifest, _), (.invalid, _), (.missing, _): false
    }
  }
}

/// Reads a commit's files only if they differ from the last.
final class CommittedManifests {
  private let repository: ManifestRepository

  private var last: (lookups: [RevisionFiles.Lookup], version: ManifestVersion)?

  init(_ repository: ManifestRepository) { self.repository = repository }

  /// `isKnown` if it is the previous one.
  func version(
    at commit: GitCommit
  ) throws(GitProblem) -> (version: ManifestVersion, isKnown: Bool) {
    if Cancellation.isRequested { throw .stopped }
    let snapshot = repository.snapshot(of: commit)
    let found: GitSnapshot.Found?
    do throws(GitProblem) {
      if let last, try isSame(last.lookups, in: snapshot) { return (last.version, true) }
      found = try snapshot.resolve(repository.path)
    } catch {
      if error == .stopped { throw error }
      last = nil
      return (.missing("\(repository.path.text): \(error.reason)"), false)
    }
    // Without a prefix, the paths in messages are relative to the root of the repository.
    let files = RevisionFiles(snapshot, prefix: "", in: repository.served)
    let version = read(found, files)
    last = ([RevisionFiles.Lookup(repository.path, found)] + files.lookups, version)
    return (version, false)
  }

  private func isSame(
    _ lookups: [RevisionFiles.Lookup], in snapshot: GitSnapshot
  ) throws(GitProblem) -> Bool {
    for lookup in lookups {
      let found = try snapshot.resolve(lookup.requestedPath)
      if RevisionFiles.Lookup(lookup.requestedPath, found) != lookup { return false }
    }
    return true
  }

  private func read(
    _ found: GitSnapshot.Found?, _ files: RevisionFiles
  ) -> ManifestVersion {
    let path = repository.path.text
    guard found != nil else { return .missing("\(path): no such file") }
    let source: SourceFile
    do throws(UnreadableFile) {
      source = try files.read(path)
    } catch {
      return .missing("\(path): \(error.reason)")
    }
    do throws(InvalidInput) {
      return .manifest(try ManifestFile(source, at: path, including: files))
    } catch {
      return .invalid(error)
    }
  }
}

extension SourceText {
  fileprivate func isSame(as other: SourceText) -> Bool {
    bytes.count == other.bytes.count && bytes.elementsEqual(other.bytes)
  }
}

extension InvalidInput {
  fileprivate var summary: String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? diagnostics.first else { return source.path }
    var text = source.path
    if let range = first.range {
      var positions = SourcePositions(source)
      let position = positions.position(of: range.lowerBound)
      text = "\(position.path):\(position.location.line):\(position.location.column)"
    }
    text += ": \(first.message) [\(first.rule)]"
    return errors.count > 1 ? text + " (and \(errors.count - 1) more)" : text
  }
}
