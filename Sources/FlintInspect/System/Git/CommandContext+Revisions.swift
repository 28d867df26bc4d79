import FlintManifest
import FlintProject
import FlintText

extension CommandContext {
  /// Converts a path of the form `REV:PATH`, which names a file in a Git revision. Returns nil if the path has another
  /// form, or if a file of exactly this name exists on disk.
  func revision(named path: String) -> RevisionPath? {
    guard let revision = RevisionPath(path), !POSIX.exists(path) else { return nil }
    return revision
  }

  /// Throws if a client of the server `mcp` requested the command, and the file in Git is outside the folder that this
  /// client may read.
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

  /// Returns a reader of the files that a manifest can include. If the manifest is from a Git revision, they are read
  /// from this revision, otherwise from the disk. Returns nil if the manifest is standard input, because there is no
  /// folder in which to look for the files.
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

  /// Returns the names of the files and folders in a folder at a Git revision; nil if the path is not a folder.
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

  /// Throws if the path to which the command would write has the form `REV:PATH`, because the program never changes a
  /// repository.
  func refuseRevision(_ path: String) throws(CommandFailure) {
    if revision(named: path) != nil { throw .file(FileProblem(.write, path, .inRevision)) }
  }
}
