import FlintText

extension LanguageServer {
  func codeActions(_ message: Message) throws(ResponseError) -> Result {
    try request(message) { (parameters, request) throws(ResponseError) in
      guard let range = parameters.member("range"),
        let start = range.member("start").flatMap(TextPosition.init),
        let end = range.member("end").flatMap(TextPosition.init)
      else { throw .invalidParams }
      let only = parameters.member("context")?.member("only")
      let isWanted =
        only?.elements.contains { $0.equals("quickfix") || $0.equals("") } ?? true
      let lines = request.file.lines
      let (lower, upper) = (lines.offset(of: start), lines.offset(of: end))
      let fixes = isWanted ? self.fixes(of: request.file.path, from: lower, to: upper) : []
      let uri = uri(of: request.file.path)
      return { writer in
        writer.array(of: fixes) { fix, writer in
          writer.object { writer in
            writer.member("title", visible(fix.replacement.title))
            writer.member("kind", "quickfix")
            writer.key("diagnostics")
            writer.array { self.write(fix.diagnostic, in: uri, lines, to: &$0) }
            if fix.isOnly {
              writer.key("isPreferred")
              writer.bool(true)
            }
            writer.key("edit")
            writer.object { writer in
              writer.key("changes")
              writer.object { writer in
                writer.key(named: uri)
                writer.array { $0.edit(fix.range, fix.replacement.text, in: lines) }
              }
            }
          }
        }
      }
    }
  }

  private struct Fix {
    let diagnostic: Diagnostic
    let range: Range<Int>
    let replacement: Diagnostic.Replacement
    let isOnly: Bool
  }

  /// Analyzes for at most a second if problems are not known yet.
  private func fixes(of path: String, from lower: Int, to upper: Int) -> [Fix] {
    finishAnalysis(of: path)
    guard workspace.open[path] != nil else { return [] }
    return diagnostics(of: path).flatMap { diagnostic -> [Fix] in
      guard let range = diagnostic.range, range.lowerBound <= upper, lower <= range.upperBound
      else { return [] }
      return diagnostic.replacements.map { replacement in
        Fix(
          diagnostic: diagnostic, range: replacement.range ?? range, replacement: replacement,
          isOnly: diagnostic.replacements.count == 1)
      }
    }
  }
}
