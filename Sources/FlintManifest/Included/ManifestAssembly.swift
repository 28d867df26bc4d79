/// Combines a manifest and what it includes into one document.
struct ManifestAssembly {
  struct File {
    let source: SourceFile

    /// Nil after a syntax error.
    let document: JSONDocument?

    /// The path to open. The path of `source` has U+FFFD in place of bytes that are not UTF-8.
    let path: String

    /// The including file's index; nil for the manifest.
    let parent: Int?

    /// The file's offset in the text of all files, in bytes.
    let start: Int

    /// Whether the file is a valid part of a manifest.
    var isPart = false
  }

  private(set) var files: [File]

  private(set) var problems: [Diagnostic] = []

  /// Whether declarations may be missing, so that undeclared ids are not reported.
  private var isIncomplete = false

  private var recovered: Set<Int> = []

  private let manifest: JSONDocument
  private let paths: IncludedPaths?
  private var numbers: [String: Int] = [:]

  private static let lists: [StaticString] = [
    "groups", "products", "attributes", "conditions", "assume",
  ]

  /// `files` is nil if the manifest cannot include any.
  init(
    _ source: SourceFile, _ document: JSONDocument, at path: String, _ files: (any ManifestFiles)?
  ) {
    paths = files.flatMap { IncludedPaths(ofManifest: path, $0) }
    manifest = document
    let whole = SourceFile(path: source.path, text: document.text)
    self.files = [File(source: whole, document: document, path: path, parent: nil, start: 0)]
    if document.text !== source.text { recovered.insert(0) }
    if let paths { numbers[paths.manifest] = 0 }
  }

  /// Puts included features in place of their includes, and appends other lists.
  mutating func assemble() -> (source: SourceFile, document: JSONDocument) {
    var duplicates = InputProblems()
    duplicates.addDuplicateKeys(of: manifest)
    problems += duplicates.found
    let features = manifest.withRoot { self.features(in: $0.list("features") ?? $0) }
    let map = SourceMap(files.map(\.source))
    let source = SourceFile(path: files[0].source.path, text: map.text, parts: map)
    let featureList = features.document(source.text)
    let whole = manifest.withRoot { root in
      featureList.withRoot { members(of: root, features: $0) }
    }
    return (source, whole.document(source.text))
  }

  /// Whether an undeclared id is certainly a mistake. False where an included file is missing or
  /// unusable. After invalid JSON, true only inside the invalid files.
  func reportsUndeclared(at range: Range<Int>?, in source: SourceFile) -> Bool {
    if isIncomplete { return false }
    return recovered.isEmpty
      || range.map { recovered.contains(source.fileRange(of: $0).file) } ?? false
  }

  private mutating func add(_ problem: Diagnostic, in file: Int) {
    let start = files[file].start
    let range = problem.range.map { start + $0.lowerBound..<start + $0.upperBound }
    problems.append(range.map { problem.at($0) } ?? problem)
  }

  // MARK: Features

  private enum Work {
    case elements(JSONValue.Elements, file: Int)
    case members(JSONValue.Members, file: Int)
    case end(JSONValue, file: Int)
  }

  // INVARIANT: the function uses the array `open` instead of recursion, so long chains of includes cannot overflow the
  // stack. The documents of `files` keep the values alive.
  private mutating func features(in list: JSONValue) -> JSONAssembly {
    var json = JSONAssembly()
    json.begin(list, from: 0)
    var open: [Work] = [.end(list, file: 0), .elements(list.elements, file: 0)]
    while let work = open.popLast() {
      switch work {
      case .end(let container, let file): json.end(container, from: files[file].start)
      case .members(var rest, let file):
        guard let (key, value) = rest.next() else { continue }
        open.append(.members(rest, file: file))
        json.addKey(key, from: files[file].start)
        if key.equals("features"), value.kind == .array {
          json.begin(value, from: files[file].start)
          open += [.end(value, file: file), .elements(value.elements, file: file)]
        } else {
          json.add(value, from: files[file].start)
        }
      case .elements(var rest, let file):
        guard let element = rest.next() else { continue }
        open.append(.elements(rest, file: file))
        if element.isInclude {
          if let included = include(element, in: file) {
            let features = files[included].document?.withRoot { $0.list("features") }
            if let features = features ?? nil {
              open.append(.elements(features.elements, file: included))
            }
          } else {
            // Copy the invalid include unchanged. If its JSON is wrong, the manifest reader reports the problem;
            // otherwise it has been added to `problems`.
            isIncomplete = true
            json.add(element, from: files[file].start)
          }
        } else if element.list("features") == nil {
          json.add(element, from: files[file].start)
        } else if json.depth + 3 > JSONParser.depthLimit {
          let start = element.start
          let error = JSONSyntaxError(.tooDeep(limit: JSONParser.depthLimit), start..<start + 1)
          add(error.diagnostic, in: file)
        } else {
          json.begin(element, from: files[file].start)
          open += [.end(element, file: file), .members(element.members, file: file)]
        }
      }
    }
    return json
  }

  /// Includes a file, and returns its index. Nil if it cannot be included.
  private mutating func include(_ include: JSONValue, in file: Int) -> Int? {
    guard let path = include.includedPath else { return nil }
    do throws(Diagnostic) {
      guard let paths else {
        throw Diagnostic(
          .unreadableInclude, "a manifest from standard input cannot include files",
          hint: "pass the manifest's path instead of standard input")
      }
      let found = try paths.find(path, from: files[file].path)
      if let other = numbers[found.realPath] {
        let parents = files.map(\.parent)
        let isOpen = sequence(first: file) { parents[$0] }.contains(other)
        throw Diagnostic(
          .includedTwice,
          isOpen ? "'\(path)' includes itself" : "'\(path)' is included twice")
      }
      let source: SourceFile
      do throws(UnreadableFile) {
        source = try paths.files.read(found.path)
      } catch {
        throw Diagnostic(.unreadableInclude, "'\(path)' cannot be read: \(error.reason)")
      }
      numbers[found.realPath] = files.count
      return read(source, at: found.path, by: paths.files, includedIn: file)
    } catch {
      add(error.at(include.member("include")?.range ?? include.range), in: file)
      return nil
    }
  }

  private mutating func read(
    _ source: SourceFile, at path: String, by reader: any ManifestFiles, includedIn parent: Int
  ) -> Int? {
    let (number, last) = (files.count, files[files.count - 1])
    let start = last.start + last.source.text.bytes.count + 1
    do throws(InvalidInput) {
      let document = try reader.document(of: source)
      let whole = SourceFile(path: source.path, text: document.text)
      files.append(
        File(source: whole, document: document, path: path, parent: parent, start: start))
      if document.text !== source.text { recovered.insert(number) }
      var problems = InputProblems()
      files[number].isPart = document.withRoot { isPart($0, &problems) }
      problems.addDuplicateKeys(of: document)
      for problem in problems.found { add(problem, in: number) }
      return number
    } catch {
      files.append(
        File(source: source, document: nil, path: path, parent: parent, start: start))
      for problem in error.diagnostics { add(problem, in: number) }
      return nil
    }
  }

  private mutating func isPart(_ root: JSONValue, _ problems: inout InputProblems) -> Bool {
    let form = ObjectGrammar.includedFile
    let isManifest = problems.isManifest(root, form)
    if !isManifest || root.member("include") != nil { isIncomplete = true }
    if !isManifest { return false }
    for (key, member) in root.members where form.has(key) && !key.equals("manifestVersion") {
      if !problems.isArray(member, "'\(key.string ?? "")'") { isIncomplete = true }
    }
    return true
  }

  // MARK: The manifest's own members

  private mutating func members(of root: JSONValue, features: JSONValue) -> JSONAssembly {
    var json = JSONAssembly()
    json.begin(root, from: 0)
    for (key, value) in root.members {
      json.addKey(key, from: 0)
      let added = Self.lists.first { key.equals($0) }.map { lists(under: $0) } ?? []
      if key.equals("features"), value.kind == .array {
        json.add(features, from: 0)
      } else if value.kind == .array, !added.isEmpty {
        addList(value, from: 0, with: added, to: &json)
      } else {
        // The manifest reader reports that the value is not a list. The ids that it should declare are unknown.
        if !added.isEmpty { isIncomplete = true }
        json.add(value, from: 0)
      }
    }
    for key in Self.lists where root.member(key) == nil {
      let added = lists(under: key)
      guard let first = added.first else { continue }
      json.addKey(first.key, from: first.start)
      addList(first.list, from: first.start, with: Array(added.dropFirst()), to: &json)
    }
    json.end(root, from: 0)
    return json
  }

  private typealias List = (key: JSONValue, list: JSONValue, start: Int)

  /// The lists under the key in included files, without empty ones.
  private func lists(under key: StaticString) -> [List] {
    files.compactMap { file -> List? in
      guard file.isPart, let document = file.document else { return nil }
      return document.withRoot { part -> List? in
        guard let list = part.list(key), list.count > 0, let key = part.key(key) else { return nil }
        return (key, list, file.start)
      }
    }
  }

  private func addList(
    _ list: JSONValue, from start: Int, with others: [List], to json: inout JSONAssembly
  ) {
    json.begin(list, from: start)
    for element in list.elements { json.add(element, from: start) }
    for other in others {
      for element in other.list.elements { json.add(element, from: other.start) }
    }
    json.end(list, from: start)
  }
}
