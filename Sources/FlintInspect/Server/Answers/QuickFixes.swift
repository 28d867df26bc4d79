extension LanguageServer {
  func codeActions(_ request: TextRequest) throws(ResponseError) -> JSONLiteral {
    let lines = request.file.lines
    guard let range = request.parameters.member("range"),
      let start = TextPosition(range.member("start")), let end = TextPosition(range.member("end"))
    else { throw .invalidParams }
    guard
      request.parameters.member("context")?.member("only")?.elements.contains(where: {
        $0.equals("quickfix") || $0.equals("")
      }) ?? true
    else {
      return []
    }
    let path = request.file.path
    finishAnalysis(of: path)
    guard workspace.open[path] != nil else { return [] }
    let (lower, upper) = (lines.offset(of: start), lines.offset(of: end))
    let uri = uri(of: path)
    return .array(
      diagnostics(of: path).flatMap { diagnostic -> [JSONLiteral] in
        guard let range = diagnostic.range, range.lowerBound <= upper, lower <= range.upperBound
        else { return [] }
        return diagnostic.replacements.map { replacement in
          let edit = lines.edit(replacement.range ?? range, replacement.text)
          return [
            "title": .string(visible(replacement.title)), "kind": "quickfix",
            "diagnostics": [json(diagnostic, in: uri, lines)],
            "isPreferred": diagnostic.replacements.count == 1 ? true : nil,
            "edit": ["changes": .object([(uri, .array([edit]))])],
          ]
        }
      })
  }

  /// The URI of a file. That of an open file is spelled as by the client.
  func uri(of path: String) -> String { workspace.open[path]?.uri ?? FileURI.uri(path) }
}

struct TextRequest {
  let parameters: JSONValue
  let file: TextSnapshot
  let kind: FileKind
  let project: Project?

  let recovered: RecoveredJSON

  /// Nil for a file of unknown kind, or without repairable JSON.
  init?(_ parameters: JSONValue?, in workspace: Workspace) throws(ResponseError) {
    guard let parameters, let uri = parameters.member("textDocument")?.member("uri")?.string else {
      throw .invalidParams
    }
    let path = FileURI.path(uri)
    guard let file = workspace.snapshot(path), let kind = workspace.role(path),
      let recovered = file.recovered
    else { return nil }
    (self.parameters, self.file, self.kind, self.recovered) = (parameters, file, kind, recovered)
    project = Project(of: path, in: workspace)
  }

  func offset() throws(ResponseError) -> Int {
    guard let position = TextPosition(parameters.member("position")) else { throw .invalidParams }
    return file.lines.offset(of: position)
  }

  func occurrence() throws(ResponseError) -> SymbolOccurrence? {
    let offset = try offset()
    return file.occurrences(as: kind).last {
      $0.range.lowerBound <= offset && offset <= $0.range.upperBound
    }
  }

  /// The grammar of the file's kind; an included file has fewer keys.
  var grammar: Grammar {
    kind == .manifest && project.map { $0.manifest != file.path } ?? false
      ? .includedFile : kind.grammar
  }

  func source(of value: JSONValue) -> Range<Int>? { recovered.source(of: value.range) }
}
