internal import FlintAnalysis
internal import FlintManifest
internal import FlintProject
internal import FlintText

/// A manifest at one commit or in the working tree.
enum ManifestVersion {
  case manifest(ManifestFile)
  case invalid(InvalidInput)

  /// No readable file, with the reason.
  case missing(String)

  var file: ManifestFile? {
    switch self {
    case .manifest(let file): file
    case .invalid, .missing: nil
    }
  }

  /// A one-line reason why there is no manifest, or nil if there is one.
  var message: String? {
    switch self {
    case .manifest: nil
    case .invalid(let input): input.summary
    case .missing(let message): message
    }
  }

  /// Returns whether two versions are the same: manifests and invalid files are compared byte by byte, and all missing
  /// files are equal.
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

/// Reads a manifest at a sequence of commits. If a commit has the same files as the one before, they are not read
/// again.
final class CommittedManifests {
  private let repository: ManifestRepository

  /// The version that was returned last, and the lookups of its files.
  private var last: (lookups: [RevisionFiles.Lookup], version: ManifestVersion)?

  init(_ repository: ManifestRepository) { self.repository = repository }

  /// Returns the manifest at a commit, and whether it is the same as the one returned before.
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
    // Messages contain paths relative to the root of the repository.
    let files = RevisionFiles(snapshot, prefix: "", in: repository.served)
    let version = read(found, files)
    last = ([RevisionFiles.Lookup(repository.path, found)] + files.lookups, version)
    return (version, false)
  }

  private func isSame(
    _ lookups: [RevisionFiles.Lookup], in snapshot: GitSnapshot
  ) throws(GitProblem) -> Bool {
    for lookup in lookups {
      let found = try snapshot.resolve(lookup.place)
      if RevisionFiles.Lookup(lookup.place, found) != lookup { return false }
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
  /// The first error as it is printed, without the source line.
  fileprivate var summary: String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? diagnostics.first else { return source.path }
    var text = source.path
    if let range = first.range {
      var places = SourcePositions(source)
      let place = places.place(of: range.lowerBound)
      text = "\(place.path):\(place.location.line):\(place.location.column)"
    }
    text += ": \(first.message) [\(first.rule)]"
    return errors.count > 1 ? text + " (and \(errors.count - 1) more)" : text
  }
}
