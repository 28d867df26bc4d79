import FlintManifest
import FlintText

/// A text as it was at one time, with what has been made of it.
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

  /// What kind of file it is by its keys, nil where they do not say.
  private(set) lazy var kind: FileKind? = mended?.document.withRoot { FileKind(of: $0) }

  private(set) lazy var glance = Glance(text)

  /// What can be read of it.
  private(set) lazy var mended: MendedJSON? = reading.mended

  private var names: (kind: FileKind, mentions: [Mention])?

  /// Every name in it as a file of some kind, in order.
  func mentions(as kind: FileKind) -> [Mention] {
    if let names, names.kind == kind { return names.mentions }
    let mentions = mended.map { Self.mentions(in: $0, of: kind) } ?? []
    names = (kind, mentions)
    return mentions
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
    /// What keeps it from being JSON, and what can be read all the same.
    case broken(JSONSyntaxError, MendedJSON?)

    init(_ text: SourceText) {
      do throws(JSONSyntaxError) {
        self = .json(try JSONDocument(text))
      } catch {
        self = .broken(error, MendedJSON(text))
      }
    }

    fileprivate var mended: MendedJSON? {
      switch self {
      case .json(let document): MendedJSON(document)
      case .broken(_, let mended): mended
      }
    }
  }
}

/// Files that the server knows.
enum FileKind {
  /// A manifest, or a part of one.
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
