struct OpenDocument {
  /// The URI as the client spells it.
  let uri: String
  let path: String
  var version: Int64
  var snapshot: TextSnapshot

  var kind: FileKind?

  init(uri: String, version: Int64, text: SourceText, _ encoding: PositionEncoding) {
    self.uri = uri
    path = FileURI.path(uri)
    self.version = version
    snapshot = TextSnapshot(path: path, text: text, encoding: encoding)
    kind = snapshot.kind
  }

  /// Applies changes from the client. An invalid one and those after it are ignored.
  mutating func change(_ parameters: JSONValue) {
    guard let changes = parameters.member("contentChanges") else { return }
    if case .value(let version) = parameters.member("textDocument")?.member("version")?.integer {
      self.version = version
    }
    defer { kind = snapshot.kind ?? kind }
    for change in changes.elements {
      guard let text = change.member("text"), text.kind == .string else { return }
      var range = 0..<snapshot.text.bytes.count
      if let given = change.member("range"), given.kind == .object {
        guard let offsets = snapshot.lines.offsets(of: given) else { return }
        range = offsets
      }
      let replaced = withExtendedLifetime(snapshot) { old in
        let bytes = old.text.bytes
        return text.withUTF8 { Array(bytes[..<range.lowerBound]) + $0 + bytes[range.upperBound...] }
      }
      snapshot = TextSnapshot(
        path: path, text: SourceText(replaced), encoding: snapshot.encoding)
    }
  }
}

/// A version of a text, and the results of parsing it.
final class TextSnapshot {
  let path: String
  let text: SourceText
  let encoding: PositionEncoding

  init(path: String, text: SourceText, encoding: PositionEncoding) {
    self.path = path
    self.text = text
    self.encoding = encoding
  }

  lazy var lines = TextLines(text, encoding)

  private lazy var reading: (recovered: RecoveredJSON?, syntaxError: Diagnostic?) = {
    do throws(JSONSyntaxError) {
      return (RecoveredJSON(try JSONDocument(text)), nil)
    } catch {
      return (RecoveredJSON(text), error.diagnostic)
    }
  }()

  /// The JSON with errors repaired. Nil if there is no value, or if it is nested too deeply.
  var recovered: RecoveredJSON? { reading.recovered }

  var syntaxError: Diagnostic? { reading.syntaxError }

  lazy var kind: FileKind? = recovered?.document.withRoot { FileKind(of: $0) }

  lazy var sniffedContent = SniffedContent(text)

  private var names: (kind: FileKind, occurrences: [SymbolOccurrence])?

  /// The names that the text declares or mentions, in order.
  func occurrences(as kind: FileKind) -> [SymbolOccurrence] {
    if let names, names.kind == kind { return names.occurrences }
    let occurrences = recovered.map { Self.occurrences(in: $0, of: kind) } ?? []
    names = (kind, occurrences)
    return occurrences
  }

  var source: SourceFile { SourceFile(path: path, text: text) }
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

  var grammar: Grammar {
    switch self {
    case .manifest: .manifest
    case .scenarios: .scenarios
    case .state: .state
    }
  }
}

/// The content that a file seems to have. Found by searching for keys, which is faster than parsing.
struct SniffedContent {
  let isManifest: Bool
  let includes: Bool
  let isScenarios: Bool
  let isState: Bool

  init(_ text: SourceText) {
    isManifest = text.contains("\"manifestVersion\"")
    includes = text.contains("\"include\"")
    isScenarios = text.contains("\"scenarioVersion\"")
    isState = text.contains("flint-state.schema.json\"")
  }
}

struct ServerFiles {
  struct Stamp: Equatable {
    let number: UInt64
    let modified: Int
    let size: Int
  }

  /// Returns a different stamp after the file has changed. Nil if there is no file.
  var stamp: @Sendable (_ path: String) -> Stamp?
  var read: @Sendable (_ path: String) -> Result<SourceText, UnreadableFile>
  var names: @Sendable (_ folder: String) -> [String]
  var isFolder: @Sendable (_ path: String) -> Bool
  var realPath: @Sendable (_ path: String) -> String?
}

/// Reads a manifest's included files. Open texts take precedence over the disk; invalid JSON is
/// repaired.
final class IncludedFiles: ManifestFiles {
  private let workspace: Workspace

  var texts: [String: TextSnapshot]

  init(of manifest: TextSnapshot, in workspace: Workspace) {
    self.workspace = workspace
    texts = [manifest.path: manifest]
  }

  func realPath(of path: String) -> String? { workspace.realPath(path) }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    let path = workspace.pathOfText(path)
    guard let snapshot = workspace.snapshot(path) else {
      // The file cannot be read. Another attempt throws an error that contains the reason.
      _ = try workspace.files.read(path).get()
      throw UnreadableFile("the path is not a file")
    }
    texts[path] = snapshot
    return snapshot.source
  }

  func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument {
    if let recovered = texts[source.path]?.recovered { return recovered.document }
    return try source.document()
  }

  func names(in folder: String) -> [String] { workspace.names(in: folder) }
}

final class ManifestReading {
  /// The text of the manifest, then those of its included files.
  let texts: [TextSnapshot]

  /// The manifest; nil if it has errors.
  let file: ManifestFile?

  /// The errors in each of ``texts``.
  let errors: [[Diagnostic]]

  let includes: Set<String>

  /// The value of ``Workspace/folderGeneration`` when the files were found. If it is another now,
  /// files may have moved.
  private var folderGeneration: Int

  init(_ manifest: TextSnapshot, in workspace: Workspace) {
    folderGeneration = workspace.folderGeneration
    let files = IncludedFiles(of: manifest, in: workspace)
    let source: SourceFile
    var file: ManifestFile?
    var found: [Diagnostic] = []
    do throws(InvalidInput) {
      let read = try ManifestFile(
        manifest.source, files.document(of: manifest.source), including: files)
      (source, file) = (read.source, read)
    } catch {
      (source, found) = (error.source, error.diagnostics)
    }
    texts = source.files.compactMap { files.texts[$0.path] }
    var errors = source.byFile(found).map { DiagnosticFormatter.sorted($0.diagnostics) }
    for (index, text) in texts.enumerated() {
      guard let error = text.syntaxError else { continue }
      file = nil
      guard let recovered = text.recovered else { continue }
      errors[index] = DiagnosticFormatter.sorted(
        [error] + errors[index].compactMap { recovered.source(of: $0) })
    }
    (self.file, self.errors) = (file, errors)
    includes = Set(texts.dropFirst().map(\.path))
  }

  func isCurrent(in workspace: Workspace) -> Bool {
    folderGeneration == workspace.folderGeneration
      && texts.allSatisfy { workspace.snapshot($0.path) === $0 }
  }

  /// Whether a newer reading has the same content. If so, keeps this one, and results that depend
  /// on it, valid.
  func update(from newer: ManifestReading) -> Bool {
    guard texts.elementsEqual(newer.texts, by: ===), errors == newer.errors else { return false }
    folderGeneration = newer.folderGeneration
    return true
  }
}
