import FlintManifest
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

struct TextRequest {
  let file: TextSnapshot
  let kind: FileKind
  let project: Project?

  let recovered: RecoveredJSON

  /// An included file has fewer keys.
  var grammar: Grammar {
    let isIncluded = kind == .manifest && project.map { $0.manifest != file.path } ?? false
    return isIncluded ? .includedFile : kind.grammar
  }
}

extension LanguageServer {
  /// Null for a file of no known kind, or without recoverable JSON.
  func request(
    _ message: Message,
    _ body: (JSONValue, TextRequest) throws(ResponseError) -> Result?
  ) throws(ResponseError) -> Result {
    let answer: Swift.Result<Result?, ResponseError>? = message.withParameters { parameters in
      guard let path = Self.path(parameters) else { return .failure(.invalidParams) }
      guard let file = workspace.snapshot(path), let kind = workspace.role(path),
        let recovered = file.recovered
      else { return .success(nil) }
      let request = TextRequest(
        file: file, kind: kind, project: Project(of: path, in: workspace), recovered: recovered)
      do throws(ResponseError) {
        return .success(try body(parameters, request))
      } catch {
        return .failure(error)
      }
    }
    guard let answer else { throw .invalidParams }
    return try answer.get() ?? { $0.null() }
  }

  func requestAtPosition(
    _ message: Message,
    _ body: (JSONValue, TextRequest, Int) throws(ResponseError) -> Result?
  ) throws(ResponseError) -> Result {
    try request(message) { (parameters, request) throws(ResponseError) in
      guard let position = parameters.member("position").flatMap(TextPosition.init) else {
        throw .invalidParams
      }
      return try body(parameters, request, request.file.lines.offset(of: position))
    }
  }

  /// As the client spells it, if open.
  func uri(of path: String) -> String { workspace.open[path]?.uri ?? FileURI.uri(path) }
}

extension TextRequest {
  func occurrence(at offset: Int) -> SymbolOccurrence? {
    file.occurrences(as: kind).last {
      $0.range.lowerBound <= offset && offset <= $0.range.upperBound
    }
  }

  func source(of value: JSONValue) -> Range<Int>? { recovered.source(of: value.range) }
}

extension JSONWriter {
  mutating func location(_ uri: String, _ range: Range<Int>, in lines: TextLines) {
    object { writer in
      writer.member("uri", uri)
      writer.key("range")
      writer.range(range, in: lines)
    }
  }

  mutating func edit(_ range: Range<Int>, _ text: String, in lines: TextLines) {
    object { writer in
      writer.key("range")
      writer.range(range, in: lines)
      writer.member("newText", text)
    }
  }
}
