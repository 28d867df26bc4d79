import FlintText

/// Combines a manifest and what it includes into one text, which is read as any manifest.
struct ManifestAssembly {
  struct File {
    let source: SourceFile

    /// Nil after a syntax error.
    let document: JSONDocument?

    /// Opens the file. `source` shows U+FFFD for bytes that are not UTF-8.
    let path: String
    let realPath: String?

    /// The including file's index; nil for the manifest.
    let parent: Int?
  }

  private(set) var files: [File]

  private var problems: [(file: Int, diagnostic: Diagnostic)] = []

  /// Whether declarations may be missing, so that undeclared ids are not reported.
  private(set) var isIncomplete = false

  private var recovered: Set<Int> = []

  private let manifest: JSONDocument
  private let paths: IncludedPaths?
  private var numbers: [String: Int] = [:]
  private var lists: [(file: Int, lists: [IncludedFileKey: Range<Int>])] = []

  /// `files` is nil if the manifest cannot include any.
  init(
    _ source: SourceFile, _ document: JSONDocument, at path: String, _ files: (any ManifestFiles)?
  ) {
    paths = files.flatMap { IncludedPaths(ofManifest: path, $0) }
    manifest = document
    var whole = source
    whole.text = document.text
    self.files = [
      File(source: whole, document: document, path: path, realPath: paths?.manifest, parent: nil)
    ]
    if document.text !== source.text { recovered.insert(0) }
    if let paths { numbers[paths.manifest] = 0 }
  }

  /// Features in place of their includes, other lists at the end.
  mutating func assemble() -> SourceFile {
    var duplicates = InputProblems()
    duplicates.addDuplicateKeys(of: manifest)
    note(duplicates, in: 0)
    let outline = manifest.withRoot { root in
      root.list(.features).map { FeatureCopySteps(of: $0).steps } ?? []
    }
    let features = write(outline)
    let whole = manifest.withRoot { write($0, features: features) }
    let parts = SourceMap(
      files: files.map(\.source), pieces: whole.pieces, length: whole.bytes.count)
    return SourceFile(path: files[0].source.path, text: SourceText(whole.bytes), parts: parts)
  }

  /// With ranges in `source`, the combined text.
  func diagnostics(in source: SourceFile) -> [Diagnostic] {
    problems.map { file, diagnostic in
      var diagnostic = diagnostic
      diagnostic.range = diagnostic.range.flatMap { source.parts?.range($0, inFile: file) }
      return diagnostic
    }
  }

  /// Whether an undeclared id is certainly a mistake: not where an included file is missing or
  /// unusable, and after invalid JSON only inside the invalid files.
  func reportsUndeclared(at range: Range<Int>?, in source: SourceFile) -> Bool {
    if isIncomplete { return false }
    return recovered.isEmpty
      || range.map { recovered.contains(source.fileRange(of: $0).file) } ?? false
  }

  // MARK: Features

  private struct Work {
    let file: Int
    var steps: ArraySlice<FeatureCopySteps.Step>
  }

  // INVARIANT: the function uses the array `open` instead of recursion, so long chains of includes cannot overflow the
  // stack.
  private mutating func write(_ outline: [FeatureCopySteps.Step]) -> SourceMapBuilder {
    var result = SourceMapBuilder()
    // For each list that is not closed yet: whether an element has been written, so that the next one needs a comma.
    var isBegun = [false]
    var open = [Work(file: 0, steps: outline[...])]
    func separate() {
      if isBegun[isBegun.count - 1] { result.add(",") }
      isBegun[isBegun.count - 1] = true
    }
    while let last = open.indices.last {
      guard let step = open[last].steps.popFirst() else {
        open.removeLast()
        continue
      }
      let file = open[last].file
      let text = files[file].source.text
      switch step {
      case .elements(let range):
        separate()
        result.copy(range, of: text, file: file)
      case .begin(let range):
        separate()
        result.copy(range, of: text, file: file)
        isBegun.append(false)
      case .end(let range):
        isBegun.removeLast()
        result.copy(range, of: text, file: file)
      case .include(let include):
        if let work = work(on: include, in: file) {
          open.append(work)
        } else {
          // Copy the invalid include unchanged. If its JSON is wrong, the manifest reader reports the problem;
          // otherwise it has been added to `problems`.
          isIncomplete = true
          separate()
          result.copy(include.element, of: text, file: file)
        }
      }
    }
    return result
  }

  private mutating func work(on include: FeatureCopySteps.Include, in file: Int) -> Work? {
    guard let path = include.path else { return nil }
    do throws(InputProblem.Fact.Inclusion) {
      guard let paths else { throw .withoutFolder }
      let found = try paths.find(path, from: files[file].path)
      if let other = numbers[found.realPath] {
        throw isOpen(other, from: file) ? .inItself(path) : .twice(path)
      }
      let source: SourceFile
      do throws(UnreadableFile) {
        source = try paths.files.read(found.path)
      } catch {
        throw .unreadable(path, reason: error.reason)
      }
      return work(on: source, found, by: paths.files, includedIn: file)
    } catch {
      problems.append(
        (file, InputProblem(fact: .inclusion(error), range: include.range).diagnostic))
      return nil
    }
  }

  private mutating func work(
    on source: SourceFile, _ found: IncludedPaths.Found, by files: any ManifestFiles,
    includedIn parent: Int
  ) -> Work? {
    let number = self.files.count
    numbers[found.realPath] = number
    func file(_ source: SourceFile, _ document: JSONDocument?) -> File {
      File(
        source: source, document: document, path: found.path, realPath: found.realPath,
        parent: parent)
    }
    do throws(InvalidInput) {
      let document = try files.document(of: source)
      self.files.append(file(SourceFile(path: source.path, text: document.text), document))
      if document.text !== source.text { recovered.insert(number) }
      let part = IncludedFileReader(document)
      note(part.problems, in: number)
      if !part.isComplete { isIncomplete = true }
      lists.append((number, part.lists))
      return Work(file: number, steps: part.features[...])
    } catch {
      self.files.append(file(source, nil))
      problems += error.diagnostics.map { (number, $0) }
      return nil
    }
  }

  private func isOpen(_ file: Int, from including: Int) -> Bool {
    sequence(first: including) { files[$0].parent }.contains(file)
  }

  private mutating func note(_ found: InputProblems, in file: Int) {
    problems += found.found.map { (file, $0.diagnostic) }
  }

  // MARK: The manifest's own text

  private mutating func write(_ root: JSONValue, features: SourceMapBuilder) -> SourceMapBuilder {
    let text = files[0].source.text
    var insertions: [(range: Range<Int>, builder: SourceMapBuilder)] = []
    if let contents = root.list(.features)?.contents { insertions.append((contents, features)) }
    let end = root.range.upperBound - 1
    for key in IncludedFileKey.lists {
      var added = SourceMapBuilder()
      for (file, lists) in lists {
        guard let contents = lists[key] else { continue }
        if !added.bytes.isEmpty { added.add(",") }
        added.copy(contents, of: files[file].source.text, file: file)
      }
      if added.bytes.isEmpty { continue }
      var builder = SourceMapBuilder()
      if let list = root.list(key) {
        if list.count > 0 { builder.add(",") }
        builder.add(added)
        insertions.append((list.range.upperBound - 1..<list.range.upperBound - 1, builder))
      } else if root.has(key) {
        // The manifest reader reports that the value is not a list. The ids that it should declare are unknown.
        isIncomplete = true
      } else {
        builder.add(",\"\(key.name)\":[")
        builder.add(added)
        builder.add("]")
        insertions.append((end..<end, builder))
      }
    }
    var result = SourceMapBuilder()
    var start = 0
    for (range, builder) in insertions.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result.copy(start..<range.lowerBound, of: text, file: 0)
      result.add(builder)
      start = range.upperBound
    }
    result.copy(start..<text.bytes.count, of: text, file: 0)
    return result
  }
}
