internal import FlintText

/// The commits that `diff` compares, where its manifests are read from Git.
package struct ComparedCommits: Sendable {
  /// Nil for a manifest that is no commit's.
  private let old: ReportedCommit?
  private let new: ReportedCommit?

  /// - Returns: nil where neither manifest is a commit's.
  package init?(old: ReportedCommit?, new: ReportedCommit?) {
    if old == nil, new == nil { return nil }
    (self.old, self.new) = (old, new)
  }

  /// One line for each manifest, with the commit that it is of.
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

  /// A paragraph that says the same.
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

  /// Words that go on after "is available in fewer states".
  var phrase: String {
    switch (old, new) {
    case (let old?, let new?): "from commit \(old.shortID) to commit \(new.shortID)"
    case (let old?, nil): "since commit \(old.shortID)"
    case (nil, let new?): "in commit \(new.shortID)"
    case (nil, nil): ""
    }
  }
}
