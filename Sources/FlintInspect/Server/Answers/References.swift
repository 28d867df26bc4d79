import FlintManifest
import FlintModel
import FlintText

extension LanguageServer {
  func definition(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPosition(message) { (_, request, offset) throws(ResponseError) in
      guard let project = request.project, let occurrence = request.occurrence(at: offset) else {
        return nil
      }
      var locations = project.declarations(of: project.symbols(named: occurrence.symbol))
        .map { (uri(of: $0.file.path), $0.occurrence.range, $0.file.lines) }
      if let part = project.includedFile(at: occurrence, in: request.file) {
        locations = [(uri(of: part.path), 0..<0, part.lines)]
      }
      return { $0.array(of: locations) { $1.location($0.0, $0.1, in: $0.2) } }
    }
  }

  func references(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPosition(message) { (parameters, request, offset) throws(ResponseError) in
      guard let project = request.project, let occurrence = request.occurrence(at: offset) else {
        return nil
      }
      let withDeclaration =
        parameters.member("context")?.member("includeDeclaration")?.bool ?? true
      let locations = project.occurrences(like: occurrence, in: request.file)
        .flatMap { file, occurrences in
          occurrences.filter { withDeclaration || !$0.declares }
            .map { (uri(of: file.path), $0.range, file.lines) }
        }
      return { $0.array(of: locations) { $1.location($0.0, $0.1, in: $0.2) } }
    }
  }

  // MARK: Renaming

  func prepareRename(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPosition(message) { (_, request, offset) throws(ResponseError) in
      guard request.project != nil, let occurrence = request.occurrence(at: offset),
        occurrence.symbol.kind.canBeRenamed
      else { return nil }
      let range = occurrence.editableRange(in: request.file)
      let lines = request.file.lines
      return { writer in
        writer.object { writer in
          writer.key("range")
          writer.range(range, in: lines)
          writer.member("placeholder", occurrence.symbol.name.text)
        }
      }
    }
  }

  func rename(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPosition(message) { (parameters, request, offset) throws(ResponseError) in
      guard let name = parameters.member("newName")?.string else { throw .invalidParams }
      guard let project = request.project, let occurrence = request.occurrence(at: offset),
        occurrence.symbol.kind.canBeRenamed
      else { throw ResponseError(.requestFailed, "no name to rename at this position") }
      let symbols = project.symbols(named: occurrence.symbol)
      // The symbol that was requested is checked first, so that an error mentions it.
      try check(name, of: [occurrence.symbol], in: project)
      try check(name, of: symbols, in: project)
      if let broken = project.files.first(where: { !$0.isJSON }) {
        throw ResponseError(
          .requestFailed,
          "cannot rename: '\(broken.path)' is not valid JSON and may contain the name")
      }
      var edits = project.occurrences(of: symbols).map { file, occurrences in
        (file: file, edits: Self.edits(of: occurrences, symbols, name))
      }
      if occurrence.symbol.name == ExactText(name) { edits = [] }
      let changes = edits.map { (uri(of: $0.file.path), $0.edits, $0.file.lines) }
      return { writer in
        writer.object { writer in
          writer.key("changes")
          writer.object { writer in
            for (uri, edits, lines) in changes {
              writer.key(named: uri)
              writer.array(of: edits) { $1.edit($0.0, $0.1, in: lines) }
            }
          }
        }
      }
    }
  }

  /// Throws if the name is invalid or taken.
  private func check(
    _ name: String, of symbols: Set<ManifestSymbol>, in project: Project
  ) throws(ResponseError) {
    for symbol in symbols where !symbol.name.text.isSame(as: name) {
      if !symbol.kind.allows(name) {
        throw ResponseError(
          .requestFailed, "'\(name)' is not a valid \(symbol.kind.rawValue) name")
      }
      if project.isTaken(ManifestSymbol(symbol.kind, name, parent: symbol.parent?.text)) {
        throw ResponseError(.requestFailed, "\(symbol.kind.rawValue) '\(name)' already exists")
      }
    }
  }

  private static func edits(
    of occurrences: [SymbolOccurrence], _ symbols: Set<ManifestSymbol>, _ name: String
  ) -> [(Range<Int>, String)] {
    var edits: [(Range<Int>, String)] = []
    for occurrence in occurrences {
      guard let blocker = occurrence.blocker else {
        edits.append((occurrence.range, JSONText.quoted(name)))
        continue
      }
      // A blocker may contain the name twice, but is rewritten only once.
      if edits.last?.0 == blocker.range { continue }
      let text = blocker.text.text { kind, other, parent in
        symbols.contains(ManifestSymbol(kind, other, parent: parent)) ? name : nil
      }
      edits.append((blocker.range, JSONText.quoted(text)))
    }
    return edits
  }
}

extension SymbolOccurrence {
  fileprivate func editableRange(in file: TextSnapshot) -> Range<Int> {
    let bytes = file.text.bytes[range]
    guard bytes.first == UInt8(ascii: "\""), bytes.count >= 2,
      bytes.dropFirst().dropLast().elementsEqual(symbol.name.text.utf8)
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }
}

extension NameKind {
  fileprivate var canBeRenamed: Bool { isDeclared && self != .file }

  fileprivate func allows(_ name: String) -> Bool {
    switch self {
    case .feature, .group, .level, .attribute, .condition, .assumption, .bucket:
      isIdentifier(name)
    case .product, .value, .action, .team: !name.isEmpty
    case .state: true
    case .permission, .platform, .file: false
    }
  }
}
