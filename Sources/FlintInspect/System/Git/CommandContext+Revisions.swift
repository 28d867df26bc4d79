import FlintManifest
import FlintProject
import FlintText

extension CommandContext {
  /// Nil if a file has this name.
  func revision(named path: String) -> RevisionPath? {
    guard let revision = RevisionPath(path), !POSIX.exists(path) else { return nil }
    return revision
  }

  func checkAccess(to revision: RevisionPath) throws(CommandFailure) {
    do throws(GitProblem) {
      if try revisions.mayRead(revision) { return }
    } catch {
      throw .file(FileProblem(.read, revision.text, .git(error)))
    }
    throw .file(FileProblem(.read, revision.text, .outsideFolder))
  }

  func read(_ revision: RevisionPath) throws(CommandFailure) -> SourceFile {
    do throws(GitProblem) {
      let text = try revisions.read(revision)
      return SourceFile(path: FileName.shown(revision.text), text: text)
    } catch {
      throw .file(FileProblem(.read, revision.text, .git(error)))
    }
  }

  /// At the manifest's revision, else from disk; nil for standard input.
  func includedFiles(ofManifest path: String) -> (any ManifestFiles)? {
    if path == "-" { return nil }
    guard let revision = revision(named: path) else { return DiskFiles(for: host) }
    do throws(GitProblem) {
      return try revisions.files(for: revision)
    } catch {
      // An error is not expected here, because the manifest itself was read from the same revision.
      return nil
    }
  }

  /// Nil if it is no folder.
  func entries(of revision: RevisionPath) throws(CommandFailure) -> [String]? {
    do throws(GitProblem) {
      return try revisions.names(in: revision)
    } catch {
      throw .file(FileProblem(.read, revision.text, .git(error)))
    }
  }

  func version(named path: String) -> ComparedVersions.Version {
    guard let revision = revision(named: path) else { return .file }
    if case .index = revision.source { return .index }
    do throws(GitProblem) {
      // The revision may be a tree instead of a commit.
      return try revisions.commit(of: revision).map { .commit(ReportedCommit($0)) } ?? .file
    } catch {
      return .file
    }
  }

  /// Repositories are never changed.
  func refuseRevision(_ path: String) throws(CommandFailure) {
    if revision(named: path) != nil { throw .file(FileProblem(.write, path, .inRevision)) }
  }
}
