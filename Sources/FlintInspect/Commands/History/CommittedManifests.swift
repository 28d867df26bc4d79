import FlintAnalysis
import FlintManifest
import FlintProject
import FlintText

/// The manifest at one commit or in the working tree, or the reason why there is no valid one.
enum ManifestVersion {
  case manifest(ManifestFile)
  case invalid(InvalidInput)

  /// The file does not exist or cannot be read. The associated value is the reason.
  case missing(String)

  var file: ManifestFile? {
    switch self {
    case .manifest(let file): file
    case .invalid, .missing: nil
    }
  }

  /// A reason, in one line, why this version contains no valid manifest; nil if it contains one.
  var message: String? {
    switch self {
    case .manifest: nil
    case .invalid(let input): input.summary
    case .missing(let message): message
    }
  }

  /// Returns whether two versions are the same. Valid manifests are the same if their texts, with the included files
  /// inserted, have the same bytes. Invalid manifests must also have the same error messages. Two missing files are
  /// always the same.
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

/// Reads the manifest at successive commits. It reads the files of a commit only if they differ from those of the
/// commit before.
final class CommittedManifests {
  private let repository: ManifestRepository

  /// The last result of ``version(at:)``, and the lookups of files in Git that were made to read it.
  private var last: (lookups: [RevisionFiles.Lookup], version: ManifestVersion)?

  init(_ repository: ManifestRepository) { self.repository = repository }

  /// Returns the manifest at a commit. `isKnown` is true if it is the same version as the one that the previous call
  /// returned.
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
  /// The first error message with its position, and the number of further errors. Example:
  /// `flint.json:3:5: … [rule] (and 2 more)`.
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
