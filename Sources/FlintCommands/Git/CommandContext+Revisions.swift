internal import FlintManifest
internal import FlintProject
internal import FlintReport
internal import FlintText

extension CommandContext {
  /// Returns the file in Git that a path of the form `REV:PATH` names. Returns nil if a file of that name exists on
  /// disk, or if the path has another form.
  func revision(named path: String) -> RevisionPath? {
    guard let revision = RevisionPath(path), !POSIX.exists(path) else { return nil }
    return revision
  }

  /// Throws if the command runs for a client of the server `mcp`, and the file is outside the folder that the client
  /// may read.
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

  /// Returns a reader of the files that a manifest at this path can include; nil for standard input, because there is
  /// no folder in which to look for them.
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

  /// Returns the commit that a path of the form `REV:PATH` names. Returns nil for files on disk, for the Git index
  /// (`:PATH`), and for a revision that names a folder's content (a Git tree) instead of a commit.
  func commit(named path: String) -> ReportedCommit? {
    guard let revision = revision(named: path) else { return nil }
    do throws(GitProblem) {
      return try revisions.commit(of: revision).map { ReportedCommit($0) }
    } catch {
      return nil
    }
  }

  /// Throws if the path names a file at a Git revision, because the program never writes to a repository.
  func refuseRevision(_ path: String) throws(CommandFailure) {
    if revision(named: path) != nil { throw .file(FileProblem(.write, path, .inRevision)) }
  }
}
