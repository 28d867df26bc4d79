import FlintManifest
import FlintText

/// A request about a text: which one, and of what kind it is.
struct TextRequest {
  let file: TextSnapshot
  let kind: FileKind
  let project: Project?

  /// What can be read of the text.
  let recovered: RecoveredJSON

  /// What belongs into the text: a part of a manifest has less than the manifest.
  var shape: Shape {
    kind == .manifest && project.map { $0.manifest != file.path } ?? false ? .part : kind.shape
  }
}

/// Answers to what clients ask about texts.
extension LanguageServer {
  /// Lends the parameters and the text that they are about; `otherwise` where it is none of ours.
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

  /// The same with the place that the parameters name.
  func requestAtPlace(
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

  /// How the client calls a file.
  func uri(of path: String) -> String { workspace.open[path]?.uri ?? FileURI.uri(path) }
}

extension TextRequest {
  /// The name at a place, nil where none is.
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

  /// A text edit.
  mutating func edit(_ range: Range<Int>, _ text: String, in lines: TextLines) {
    object { writer in
      writer.key("range")
      writer.range(range, in: lines)
      writer.member("newText", text)
    }
  }
}
