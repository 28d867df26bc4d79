internal import FlintManifest
internal import FlintProject
internal import FlintReport
internal import FlintText

extension CommandContext {
  /// The file in Git that an argument or a value names; nil where it names a file on the disk, or has not the form.
  func revision(named path: String) -> RevisionPath? {
    guard let revision = RevisionPath(path), !POSIX.exists(path) else { return nil }
    return revision
  }

  /// Errors: the file is in no folder that a server's clients may read, in its repository.
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

  /// The files that a manifest at a path can include; nil for one from standard input.
  func includedFiles(ofManifest path: String) -> (any ManifestFiles)? {
    if path == "-" { return nil }
    guard let revision = revision(named: path) else { return DiskFiles(for: host) }
    do throws(GitProblem) {
      return try revisions.files(for: revision)
    } catch {
      // The manifest itself has been read, from the same revision.
      return nil
    }
  }

  /// The names in a folder of a revision; nil for what is none.
  func entries(of revision: RevisionPath) throws(CommandFailure) -> [String]? {
    do throws(GitProblem) {
      return try revisions.names(in: revision)
    } catch {
      throw .file(FileProblem(.read, revision.text, .git(error)))
    }
  }

  /// The commit whose file a path names; nil for files, and for those of the index or of a tree by itself.
  func commit(named path: String) -> ReportedCommit? {
    guard let revision = revision(named: path) else { return nil }
    do throws(GitProblem) {
      return try revisions.commit(of: revision).map { ReportedCommit($0) }
    } catch {
      return nil
    }
  }

  /// Errors: the path is in Git, where nothing can be written.
  func refuseRevision(_ path: String) throws(CommandFailure) {
    if revision(named: path) != nil { throw .file(FileProblem(.write, path, .inRevision)) }
  }
}
