import FlintManifest
import FlintText

struct OpenDocument {
  /// As the client spells it.
  let uri: String
  let path: String
  private(set) var version: Int64
  private(set) var snapshot: TextSnapshot

  private(set) var kind: FileKind?

  private let encoding: PositionEncoding

  init(uri: String, path: String, version: Int64, text: SourceText, _ encoding: PositionEncoding) {
    self.uri = uri
    self.path = path
    self.version = version
    self.encoding = encoding
    snapshot = TextSnapshot(path: path, text: text, encoding: encoding)
    kind = snapshot.kind
  }

  /// False for invalid parameters.
  mutating func change(_ parameters: JSONValue) -> Bool {
    guard let changes = parameters.member("contentChanges") else { return false }
    if case .value(let version) = parameters.member("textDocument")?.member("version")?.integer {
      self.version = version
    }
    for change in changes.elements {
      guard let text = change.member("text"), text.kind == .string else { return false }
      guard let range = change.member("range"), range.kind == .object else {
        set(text.withUTF8 { SourceText($0) })
        continue
      }
      guard let start = range.member("start").flatMap(TextPosition.init),
        let end = range.member("end").flatMap(TextPosition.init)
      else { return false }
      let lower = snapshot.lines.offset(of: start)
      let upper = max(lower, snapshot.lines.offset(of: end))
      set(text.withUTF8 { snapshot.text.replacing(lower..<upper, by: $0) })
    }
    kind = snapshot.kind ?? kind
    return true
  }

  private mutating func set(_ text: SourceText) {
    snapshot = TextSnapshot(path: path, text: text, encoding: encoding)
  }
}

extension SourceText {
  fileprivate func replacing(
    _ range: Range<Int>, by replacement: UnsafeBufferPointer<UInt8>
  ) -> SourceText {
    let count = bytes.count - range.count + replacement.count
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
    memory.copyBytes(from: bytes[..<range.lowerBound])
    UnsafeMutableRawBufferPointer(rebasing: memory[range.lowerBound...])
      .copyBytes(from: replacement)
    UnsafeMutableRawBufferPointer(rebasing: memory[(range.lowerBound + replacement.count)...])
      .copyBytes(from: bytes[range.upperBound...])
    return SourceText(owning: UnsafeRawBufferPointer(memory)) { $0.deallocate() }
  }
}

extension TextPosition {
  /// From 0; beyond the end means the end.
  init?(_ value: JSONValue) {
    func number(_ value: JSONValue?) -> Int? {
      switch value?.integer {
      case .value(let number): Int(clamping: max(number, 0))
      case .overflow: .max
      case .notAnInteger, nil: nil
      }
    }
    guard let line = number(value.member("line")),
      let character = number(value.member("character"))
    else { return nil }
    self.init(line: line, character: character)
  }
}

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

/// By searching for keys, which is faster than parsing.
struct SniffedContent: OptionSet {
  let rawValue: UInt8

  static let manifest = SniffedContent(rawValue: 1)
  static let scenarios = SniffedContent(rawValue: 2)
  static let state = SniffedContent(rawValue: 4)

  static let includes = SniffedContent(rawValue: 8)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ text: SourceText) {
    self = []
    if text.contains("\"manifestVersion\"") { insert(.manifest) }
    if text.contains("\"include\"") { insert(.includes) }
    if text.contains("\"scenarioVersion\"") { insert(.scenarios) }
    if text.contains("flint-state.schema.json\"") { insert(.state) }
  }
}

struct ServerFiles: Sendable {
  struct Stamp: Equatable, Sendable {
    let number: UInt64
    let modified: Int
    let size: Int
  }

  /// Nil without a file.
  var stamp: @Sendable (_ path: String) -> Stamp?
  var read: @Sendable (_ path: String) -> Result<SourceText, UnreadableFile>
  var names: @Sendable (_ folder: String) -> [String]
  var isFolder: @Sendable (_ path: String) -> Bool
  var realPath: @Sendable (_ path: String) -> String?

  init(
    stamp: @escaping @Sendable (String) -> Stamp?,
    read: @escaping @Sendable (String) -> Result<SourceText, UnreadableFile>,
    names: @escaping @Sendable (String) -> [String],
    isFolder: @escaping @Sendable (String) -> Bool,
    realPath: @escaping @Sendable (String) -> String?
  ) {
    self.stamp = stamp
    self.read = read
    self.names = names
    self.isFolder = isFolder
    self.realPath = realPath
  }
}

/// Open texts before the disk; broken ones as recovered.
final class IncludedFiles: ManifestFiles {
  private let workspace: Workspace

  private(set) var texts: [String: TextSnapshot]

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
    guard let text = texts[source.path], let recovered = text.recovered else {
      return try source.document()
    }
    return recovered.document
  }

  func names(in folder: String) -> [String] { workspace.names(in: folder) }
}

final class ManifestReading {
  /// The manifest's, then those of its parts.
  let texts: [TextSnapshot]

  /// Nil after errors.
  let file: ManifestFile?

  /// By text.
  let errors: [[Diagnostic]]

  let includes: Set<String>

  /// Files may have moved since if ``Workspace/folderGeneration`` is another.
  private(set) var folderGeneration: Int

  init(_ manifest: TextSnapshot, in workspace: Workspace) {
    folderGeneration = workspace.folderGeneration
    let files = IncludedFiles(of: manifest, in: workspace)
    let source: SourceFile
    var file: ManifestFile?
    var found: [Diagnostic] = []
    do throws(InvalidInput) {
      let document = try files.document(of: manifest.source)
      let read = try ManifestFile(manifest.source, document, including: files)
      source = read.source
      file = read
    } catch {
      source = error.source
      found = error.diagnostics
    }
    texts = source.files.compactMap { files.texts[$0.path] }
    var errors = source.byFile(found).map { DiagnosticFormatter.sorted($0.diagnostics) }
    for (index, text) in texts.enumerated() {
      guard case .broken(let error, let recovered) = text.reading else { continue }
      file = nil
      guard let recovered else { continue }
      errors[index] = DiagnosticFormatter.sorted(
        [error.diagnostic] + errors[index].compactMap { recovered.source(of: $0) })
    }
    (self.file, self.errors) = (file, errors)
    includes = Set(texts.dropFirst().map(\.path))
  }

  func isCurrent(in workspace: Workspace) -> Bool {
    folderGeneration == workspace.folderGeneration
      && texts.allSatisfy { workspace.snapshot($0.path) === $0 }
  }

  /// The older result is then kept, with what depends on it.
  func hasSameContent(as other: ManifestReading) -> Bool {
    texts.elementsEqual(other.texts, by: ===) && errors == other.errors
  }

  func update(from newer: ManifestReading) { folderGeneration = newer.folderGeneration }
}

extension RecoveredJSON {
  /// Nil if only about inserted text.
  func source(of diagnostic: Diagnostic) -> Diagnostic? {
    guard let range = diagnostic.range else { return diagnostic }
    guard let sourceRange = source(of: range) else { return nil }
    var diagnostic = diagnostic
    diagnostic.range = sourceRange
    return diagnostic
  }
}
