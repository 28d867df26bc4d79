internal import FlintText

/// The commits that `diff` compares if it reads at least one of its two manifests from Git.
package struct ComparedCommits: Sendable {
  /// The commit of the old manifest; nil if this manifest is not read from a commit.
  private let old: ReportedCommit?
  private let new: ReportedCommit?

  /// Creates the pair of compared commits, or returns nil if neither manifest is read from a commit.
  package init?(old: ReportedCommit?, new: ReportedCommit?) {
    if old == nil, new == nil { return nil }
    (self.old, self.new) = (old, new)
  }

  func lines(_ oldPath: String, _ newPath: String) -> [Line] {
    func line(_ symbol: String, _ role: Role, _ path: String, _ commit: ReportedCommit?) -> Line {
      var line = Line(hanging: 2)
      line.add(symbol + " ", role)
      line.add(path)
      if let commit {
        line.add("  ")
        for span in commit.line().spans { line.add(span) }
      }
      return line
    }
    return [line("−", .bad, oldPath, old), line("+", .good, newPath, new)]
  }

  func markdown(_ oldPath: String, _ newPath: String) -> String {
    func side(_ path: String, _ commit: ReportedCommit?) -> String {
      let path = MarkdownText.code(path)
      guard let commit else { return path }
      let words = [commit.day, commit.author, commit.subject].compactMap(\.self)
        .filter { !$0.isEmpty }.map(MarkdownText.cell)
      return "\(path) (\(MarkdownText.code(commit.shortID)) \(words.joined(separator: ", ")))"
    }
    return "From \(side(oldPath, old)) to \(side(newPath, new))."
  }

  /// Words that follow a phrase such as “is available in fewer states”: `since commit 3f2a1bc0` if only the old
  /// manifest is read from a commit, `in commit 3f2a1bc0` if only the new one is, and otherwise words that name both
  /// commits.
  var phrase: String {
    switch (old, new) {
    case (let old?, let new?): "from commit \(old.shortID) to commit \(new.shortID)"
    case (let old?, nil): "since commit \(old.shortID)"
    case (nil, let new?): "in commit \(new.shortID)"
    case (nil, nil): ""
    }
  }
}
