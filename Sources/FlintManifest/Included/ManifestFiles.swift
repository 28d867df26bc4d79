package import FlintText

/// Finds and reads included files, on disk or unsaved in an editor.
package protocol ManifestFiles {
  /// Links resolved; nil without a file.
  func realPath(of path: String) -> String?

  /// The source has the path that messages show.
  func read(_ path: String) throws(UnreadableFile) -> SourceFile

  /// The language server reads past syntax errors.
  func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument

  /// Empty if unreadable.
  func names(in folder: String) -> [String]

  /// `app/` of `app/flint.json`.
  func folder(of path: String) -> String
}

extension ManifestFiles {
  package func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument {
    try source.document()
  }

  package func names(in folder: String) -> [String] { [] }

  package func folder(of path: String) -> String { path.folder }
}

/// `reason` follows "cannot be read: ".
package struct UnreadableFile: Error, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Finds included files, in the manifest's folder only.
struct IncludedPaths {
  let files: any ManifestFiles

  /// As the user wrote it, with a slash at the end; empty for the current one.
  private let folder: String

  private let realFolder: String

  /// Links resolved.
  let manifest: String

  struct Found {
    let realPath: String
    /// As messages show it.
    let path: String
  }

  /// Nil if the manifest is no file.
  init?(ofManifest path: String, _ files: any ManifestFiles) {
    self.files = files
    folder = files.folder(of: path)
    guard let manifest = files.realPath(of: path),
      let realFolder = files.realPath(of: folder.isEmpty ? "." : folder)
    else { return nil }
    self.manifest = manifest
    self.realFolder = realFolder.last == "/" ? realFolder : realFolder + "/"
  }

  /// - Parameter including: The file with the include.
  func find(_ path: String, from including: String) throws(InputProblem.Fact.Inclusion) -> Found {
    if path.utf8.first == UInt8(ascii: "/") { throw .absolute(path) }
    let target = files.folder(of: including) + path
    if path.utf8.contains(0) { throw .notFound(path, nearest: nil) }
    guard let realPath = files.realPath(of: target) else {
      throw .notFound(path, nearest: nearest(to: path, at: target))
    }
    guard contains(realPath) else { throw .outside(path) }
    let rest = String(decoding: realPath.utf8.dropFirst(realFolder.utf8.count), as: UTF8.self)
    return Found(realPath: realPath, path: folder + rest)
  }

  private func contains(_ realPath: String) -> Bool {
    realPath.utf8.starts(with: realFolder.utf8)
  }

  private func nearest(to path: String, at target: String) -> String? {
    let folder = files.folder(of: target).isEmpty ? "." : files.folder(of: target)
    guard let realFolder = files.realPath(of: folder), contains(realFolder + "/") else {
      return nil
    }
    let name = String(path[path.folder.endIndex...])
    return nearestName(to: name, among: files.names(in: folder)).map { path.folder + $0 }
  }
}

extension String {
  /// Up to the last slash.
  package var folder: String {
    guard let stroke = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[...stroke])
  }
}

/// Checks an included file's keys and finds its lists' texts.
struct IncludedFileReader {
  private(set) var problems = InputProblems()

  private(set) var features: [FeatureCopySteps.Step] = []

  private(set) var lists: [IncludedFileKey: Range<Int>] = [:]

  private(set) var isComplete = true

  private static let subject = "a part of a manifest"

  init(_ document: JSONDocument) {
    document.withRoot { read($0) }
    problems.addDuplicateKeys(of: document)
  }

  private mutating func read(_ root: JSONValue) {
    guard problems.isObject(root, Self.subject) else {
      isComplete = false
      return
    }
    if root.member("manifestVersion") == nil, let other = InputProblem.FileFormat(of: root) {
      problems.add(.otherFormat(other, wanted: Self.subject), atStartOf: root)
      isComplete = false
      return
    }
    var version: JSONValue?
    var features: JSONValue?
    for (key, member) in root.members {
      switch IncludedFileKey(key: key) {
      case .manifestVersion: version = member
      case .features:
        if isList(member, .features) { features = member }
      case .groups: add(member, .groups)
      case .products: add(member, .products)
      case .attributes: add(member, .attributes)
      case .conditions: add(member, .conditions)
      case .assume: add(member, .assume)
      case nil where IncludeKey(key: key) != nil:
        isComplete = false
        problems.misplacedInclude(key, member, in: Self.subject)
      case nil: problems.unknownKey(key, in: Self.subject, allowed: IncludedFileKey.allCases)
      }
    }
    problems.checkVersion(version, IncludedFileKey.manifestVersion, in: Self.subject, of: root)
    if let features { self.features = FeatureCopySteps(of: features).steps }
  }

  private mutating func add(_ list: JSONValue, _ key: IncludedFileKey) {
    if isList(list, key) { lists[key] = list.contents }
  }

  private mutating func isList(_ value: JSONValue, _ key: IncludedFileKey) -> Bool {
    if problems.isArray(value, "'\(key.name)'") { return true }
    isComplete = false
    return false
  }
}

extension JSONValue {
  /// The last one of a duplicate key.
  func list(_ key: IncludedFileKey) -> JSONValue? {
    guard let value = last(key), value.kind == .array else { return nil }
    return value
  }

  func has(_ key: IncludedFileKey) -> Bool { last(key) != nil }

  private func last(_ wanted: IncludedFileKey) -> JSONValue? {
    var found: JSONValue?
    for (key, member) in members where IncludedFileKey(key: key) == wanted { found = member }
    return found
  }

  /// Without the brackets; nil if empty.
  var contents: Range<Int>? {
    var contents: Range<Int>?
    for element in elements {
      contents = (contents?.lowerBound ?? element.start)..<element.range.upperBound
    }
    return contents
  }
}

/// Copies a list `features` into the whole manifest, with the features of included files in place
/// of their includes.
struct FeatureCopySteps {
  enum Step {
    /// In `constraints`: `date` is a range there, in a state a date.
    case elements(Range<Int>)

    /// Up to the opening bracket of a list with includes; `end` copies the rest from the closing
    /// one on.
    case begin(Range<Int>)
    case end(Range<Int>)

    case include(Include)
  }

  struct Include {
    let element: Range<Int>

    /// As written; nil if the element is not valid.
    let path: String?
    let range: Range<Int>
  }

  private(set) var steps: [Step] = []
  private(set) var includes = false
  private var plain: Range<Int>?

  init(of list: JSONValue) {
    for element in list.elements {
      if element.isInclude {
        flush()
        steps.append(.include(Include(element)))
        includes = true
      } else if let inner = element.features, case let outline = FeatureCopySteps(of: inner),
        outline.includes
      {
        let (whole, list) = (element.range, inner.range)
        flush()
        steps.append(.begin(whole.lowerBound..<list.lowerBound + 1))
        steps += outline.steps
        steps.append(.end(list.upperBound - 1..<whole.upperBound))
        includes = true
      } else {
        plain = (plain?.lowerBound ?? element.start)..<element.range.upperBound
      }
    }
    flush()
  }

  private mutating func flush() {
    if let plain { steps.append(.elements(plain)) }
    plain = nil
  }
}

extension FeatureCopySteps.Include {
  init(_ element: JSONValue) {
    self.element = element.range
    var path: JSONValue?
    var isAlone = true
    for (key, member) in element.members {
      if key.equals("include") {
        isAlone = isAlone && path == nil
        path = member
      } else if !key.isExtensionKey {
        isAlone = false
      }
    }
    let text = path?.string
    self.path = isAlone && text != "" ? text : nil
    range = path?.range ?? element.range
  }
}

extension JSONValue {
  var isInclude: Bool { member("include") != nil }

  fileprivate var features: JSONValue? {
    var list: JSONValue?
    for (key, member) in members where key.equals("features") { list = member }
    return list?.kind == .array ? list : nil
  }
}

/// A text of parts of several files, with the map back to them.
struct SourceMapBuilder {
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [SourceMap.Piece] = []

  mutating func copy(_ range: Range<Int>, of text: SourceText, file: Int) {
    if range.isEmpty { return }
    pieces.append(
      SourceMap.Piece(start: bytes.count, file: file, offset: range.lowerBound))
    bytes.append(contentsOf: text.bytes[range])
  }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ other: SourceMapBuilder) {
    pieces += other.pieces.map { piece in
      var piece = piece
      piece.start += bytes.count
      return piece
    }
    bytes += other.bytes
  }
}
