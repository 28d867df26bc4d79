import FlintManifest
import FlintText

/// An immutable text, which caches the results of parsing it. After an edit, a new snapshot is created.
final class TextSnapshot {
  let path: String
  let text: SourceText
  private let encoding: PositionEncoding

  init(path: String, text: SourceText, encoding: PositionEncoding) {
    self.path = path
    self.text = text
    self.encoding = encoding
  }

  private(set) lazy var lines = TextLines(text, encoding)
  private(set) lazy var reading = Reading(text)

  /// The kind of the file: manifest, scenarios or state. It is determined by keys in the JSON, such as
  /// `manifestVersion`; nil if the text has none of these keys.
  private(set) lazy var kind: FileKind? = recovered?.document.withRoot { FileKind(of: $0) }

  private(set) lazy var sniffedContent = SniffedContent(text)

  /// The JSON of the text. If the text has syntax errors, this is the valid JSON that could be recovered from it, or
  /// nil if none could be recovered.
  private(set) lazy var recovered: RecoveredJSON? = reading.recovered

  private var names: (kind: FileKind, occurrences: [SymbolOccurrence])?

  /// Returns all occurrences of names, such as feature ids, from the beginning of the text to its end. The kind of the
  /// file determines which strings are names.
  func occurrences(as kind: FileKind) -> [SymbolOccurrence] {
    if let names, names.kind == kind { return names.occurrences }
    let occurrences = recovered.map { Self.occurrences(in: $0, of: kind) } ?? []
    names = (kind, occurrences)
    return occurrences
  }

  var isJSON: Bool {
    switch reading {
    case .json: true
    case .broken: false
    }
  }

  var source: SourceFile { SourceFile(path: path, text: text) }

  enum Reading {
    case json(JSONDocument)
    /// The text is not valid JSON. The associated values are the syntax error, and the JSON that could be recovered
    /// from the text. The recovered JSON is nil if the text contains no value, or if its values are nested too deeply.
    case broken(JSONSyntaxError, RecoveredJSON?)

    init(_ text: SourceText) {
      do throws(JSONSyntaxError) {
        self = .json(try JSONDocument(text))
      } catch {
        self = .broken(error, RecoveredJSON(text))
      }
    }

    fileprivate var recovered: RecoveredJSON? {
      switch self {
      case .json(let document): RecoveredJSON(document)
      case .broken(_, let recovered): recovered
      }
    }
  }
}

enum FileKind {
  /// A manifest, or a file that a manifest includes.
  case manifest
  case scenarios
  case state

  init?(of root: JSONValue) {
    if root.member("manifestVersion") != nil {
      self = .manifest
    } else if root.member("scenarioVersion") != nil {
      self = .scenarios
    } else if root.member("$schema")?.string?.hasSuffix("flint-state.schema.json") == true {
      self = .state
    } else {
      return nil
    }
  }
}
