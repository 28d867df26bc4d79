import FlintManifest
import FlintText

/// Immutable, with what parsing it gave.
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

  private(set) lazy var kind: FileKind? = recovered?.document.withRoot { FileKind(of: $0) }

  private(set) lazy var sniffedContent = SniffedContent(text)

  private(set) lazy var recovered: RecoveredJSON? = reading.recovered

  private var names: (kind: FileKind, occurrences: [SymbolOccurrence])?

  /// In order.
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
    /// Nil without a value, or if nested too deeply.
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
