import FlintManifest
import FlintText

/// The text to which a client's request refers, with its kind and its project. The project is the manifest to which the
/// text belongs, with all files that refer to this manifest's declarations.
struct TextRequest {
  let file: TextSnapshot
  let kind: FileKind
  let project: Project?

  /// The JSON of the text. If the text has syntax errors, this is the JSON that could be recovered.
  let recovered: RecoveredJSON

  /// The grammar that the text should have. A file that a manifest includes has fewer keys than a manifest.
  var grammar: Grammar {
    let isIncluded = kind == .manifest && project.map { $0.manifest != file.path } ?? false
    return isIncluded ? .includedFile : kind.grammar
  }
}

/// Functions that prepare the response to a request about a text.
extension LanguageServer {
  /// Calls a closure with the parameters of a message and the text to which they refer. The response is null if the
  /// file is neither a manifest, nor a file of scenarios, nor a state.
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

  /// Calls a closure with the parameters of a message, the text to which they refer, and the byte offset of the
  /// position in the parameters.
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

  /// Returns the URI of a file. If the client has opened the file, it is the URI that the client uses.
  func uri(of path: String) -> String { workspace.open[path]?.uri ?? FileURI.uri(path) }
}

extension TextRequest {
  /// Returns the occurrence of a name at a byte offset, or nil if there is none.
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

  /// Writes a text edit in the format of the protocol: the range to replace, and the new text.
  mutating func edit(_ range: Range<Int>, _ text: String, in lines: TextLines) {
    object { writer in
      writer.key("range")
      writer.range(range, in: lines)
      writer.member("newText", text)
    }
  }
}
