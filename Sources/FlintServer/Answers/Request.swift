import FlintManifest
import FlintText

/// The text to which a request refers, its kind, and its project: the manifest to which the text belongs, with all
/// files that refer to this manifest's declarations.
struct TextRequest {
  let file: TextSnapshot
  let kind: FileKind
  let project: Project?

  /// The JSON of the text. If the text has syntax errors, the parts that could be recovered.
  let recovered: RecoveredJSON

  /// The grammar that the text should have. A file that a manifest includes has fewer keys than a manifest.
  var grammar: Grammar {
    let isIncluded = kind == .manifest && project.map { $0.manifest != file.path } ?? false
    return isIncluded ? .includedFile : kind.grammar
  }
}

/// Helpers for requests that refer to a text.
extension LanguageServer {
  /// Passes the parameters of a message, and the text to which they refer, to a closure. The result is null if the text
  /// has none of the supported formats.
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

  /// Passes the parameters of a message, the text to which they refer, and the UTF-8 offset of their position to a
  /// closure.
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

  /// Returns the URI that the client uses for a file.
  func uri(of path: String) -> String { workspace.open[path]?.uri ?? FileURI.uri(path) }
}

extension TextRequest {
  /// Returns the occurrence of a name at a UTF-8 offset, or nil if there is none.
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

  /// Writes a text edit of the protocol: the range to replace and the new text.
  mutating func edit(_ range: Range<Int>, _ text: String, in lines: TextLines) {
    object { writer in
      writer.key("range")
      writer.range(range, in: lines)
      writer.member("newText", text)
    }
  }
}
