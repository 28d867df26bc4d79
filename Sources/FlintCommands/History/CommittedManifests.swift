internal import FlintAnalysis
internal import FlintManifest
internal import FlintProject
internal import FlintText

/// What there is of a manifest in one version.
enum ManifestVersion {
  case manifest(ManifestFile)
  case invalid(InvalidInput)

  /// Nothing that can be read, and why.
  case missing(String)

  var file: ManifestFile? {
    switch self {
    case .manifest(let file): file
    case .invalid, .missing: nil
    }
  }

  /// One line on why there is no manifest; nil where there is one.
  var message: String? {
    switch self {
    case .manifest: nil
    case .invalid(let input): input.summary
    case .missing(let message): message
    }
  }

  /// Whether two versions say the same, byte for byte.
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

/// Reads a manifest at one commit after another. One whose files are those of the commit before is not read again.
final class CommittedManifests {
  private let repository: ManifestRepository

  /// What the last version was made of, by the ids of the files' contents.
  private var last: (lookups: [RevisionFiles.Lookup], version: ManifestVersion)?

  init(_ repository: ManifestRepository) { self.repository = repository }

  /// - Returns: the version, and whether it is the same as the last one that was asked for.
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
    // Paths in messages are those from the root.
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
  /// The first error, as it is printed, without the line of the file.
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
