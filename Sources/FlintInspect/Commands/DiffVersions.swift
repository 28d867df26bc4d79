/// The versions of two manifest files that `diff` compares.
struct ComparedVersions {
  /// Without commit and remark, a file on disk.
  struct Version {
    var commit: GitCommit?
    var remark: String?

    static let index = Version(remark: "in the index")

    /// The file does not exist, and `--allow-missing` is given.
    static let missing = Version(remark: "does not exist")

    fileprivate var isFile: Bool { commit == nil && remark == nil }
  }

  var old = Version()
  var new = Version()

  /// Whether both versions are files on disk, not from Git.
  var areFiles: Bool { old.isFile && new.isFile }

  func lines(_ oldPath: String, _ newPath: String) -> [Line] {
    func line(_ symbol: String, _ role: Role, _ path: String, _ version: Version) -> Line {
      var line: Line = "\(symbol, role) \(Self.name(path))"
      if let remark = version.remark { line.add("  \(remark)", .quiet) }
      if let commit = version.commit { line += "  \(commit.line)" }
      return line
    }
    return [line("−", .bad, oldPath, old), line("+", .good, newPath, new)]
  }

  func markdown(_ oldPath: String, _ newPath: String) -> String {
    func side(_ path: String, _ version: Version) -> String {
      let path = MarkdownText.code(Self.name(path))
      if let remark = version.remark { return "\(path) (\(remark))" }
      guard let commit = version.commit else { return path }
      let words = [commit.day, commit.author, commit.subject].compactMap(\.self)
        .filter { !$0.isEmpty }.map(MarkdownText.cell)
      return "\(path) (\(MarkdownText.code(commit.shortID)) \(words.list()))"
    }
    return "From \(side(oldPath, old)) to \(side(newPath, new))."
  }

  private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// `since commit 3f2a1bc0`
  var phrase: String {
    switch (old.commit, new.commit) {
    case (let old?, let new?): "from commit \(old.shortID) to commit \(new.shortID)"
    case (let old?, nil): "since commit \(old.shortID)"
    case (nil, let new?): "in commit \(new.shortID)"
    case (nil, nil): ""
    }
  }
}
