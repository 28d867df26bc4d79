import FlintManifest
import FlintText

/// A request of the client about a text: the text, the kind of its file, and the project to which it belongs. A project
/// is a manifest with all files that refer to its declarations.
struct TextRequest {
  let file: TextSnapshot
  let kind: FileKind
  let project: Project?

  /// The JSON of the text. If the text has syntax errors, this is the valid JSON that was recovered from it.
  let recovered: RecoveredJSON

  /// The grammar of the text, which declares the possible keys and values. An included file has fewer possible keys
  /// than a manifest.
  var grammar: Grammar {
    let isIncluded = kind == .manifest && project.map { $0.manifest != file.path } ?? false
    return isIncluded ? .includedFile : kind.grammar
  }
}

extension LanguageServer {
  /// Finds the text to which a message refers, and calls a function with the message's parameters and the text to
  /// create the response. The response is null if the file is neither a manifest, nor a file of scenarios, nor a state,
  /// or if its JSON cannot be recovered.
  ///
  /// Throws an error if the parameters are invalid.
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

  /// Finds the text and the position to which a message refers, and calls a function with the message's parameters, the
  /// text and the byte offset of the position to create the response.
  ///
  /// Throws an error if the parameters are invalid.
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

  /// Returns the URI of a file. If the file is open in the client, the URI is spelled exactly as in the client's
  /// messages.
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
