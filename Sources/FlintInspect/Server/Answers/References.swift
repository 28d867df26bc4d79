extension LanguageServer {
  func definition(_ request: TextRequest) throws(ResponseError) -> JSONLiteral? {
    guard let occurrence = try request.occurrence(), let project = request.project else {
      return nil
    }
    if let part = project.includedFile(at: occurrence, in: request.file) {
      return [part.lines.location(uri(of: part.path), 0..<0)]
    }
    return locations(project.declarations(of: project.symbols(named: occurrence.symbol)))
  }

  private func locations(
    _ occurrences: Project.Occurrences, where isWanted: (SymbolOccurrence) -> Bool = { _ in true }
  ) -> JSONLiteral {
    .array(
      occurrences.flatMap { file, occurrences in
        occurrences.filter(isWanted).map { file.lines.location(uri(of: file.path), $0.range) }
      })
  }

  func references(_ request: TextRequest) throws(ResponseError) -> JSONLiteral? {
    guard let occurrence = try request.occurrence(), let project = request.project else {
      return nil
    }
    let withDeclaration =
      request.parameters.member("context")?.member("includeDeclaration")?.bool ?? true
    return locations(project.occurrences(like: occurrence, in: request.file)) {
      withDeclaration || !$0.declares
    }
  }

  // MARK: Renaming

  func prepareRename(_ request: TextRequest) throws(ResponseError) -> JSONLiteral? {
    guard let occurrence = try request.occurrence(), request.project != nil,
      occurrence.symbol.kind.canBeRenamed
    else { return nil }
    return [
      "range": request.file.lines.json(occurrence.editableRange(in: request.file)),
      "placeholder": .string(occurrence.symbol.name.text),
    ]
  }

  func rename(_ request: TextRequest) throws(ResponseError) -> JSONLiteral? {
    let occurrence = try request.occurrence()
    guard let name = request.parameters.member("newName")?.string else { throw .invalidParams }
    guard let project = request.project, let occurrence, occurrence.symbol.kind.canBeRenamed else {
      throw .requestFailed("no name to rename at this position")
    }
    let symbols = project.symbols(named: occurrence.symbol)
    // The symbol that was requested is checked first, so that an error mentions it.
    try check(name, of: [occurrence.symbol], in: project)
    try check(name, of: symbols, in: project)
    if let broken = project.files.first(where: { $0.file.syntaxError != nil })?.file {
      throw .requestFailed(
        "cannot rename: '\(broken.path)' is not valid JSON and may contain the name")
    }
    if occurrence.symbol.name == ExactText(name) { return ["changes": [:]] }
    let changes = project.occurrences(of: symbols).map { file, occurrences in
      return (
        uri(of: file.path),
        JSONLiteral.array(
          Self.edits(of: occurrences, symbols, name).map {
            file.lines.edit($0.0, JSONText.quoted($0.1))
          })
      )
    }
    return ["changes": .object(changes)]
  }

  /// Throws if the new name is invalid or belongs to another declaration.
  private func check(
    _ name: String, of symbols: Set<ManifestSymbol>, in project: Project
  ) throws(ResponseError) {
    for symbol in symbols where !symbol.name.text.isSame(as: name) {
      let kind = symbol.kind
      if !kind.allows(name) {
        throw .requestFailed("'\(name)' is not a valid \(kind.rawValue) name")
      }
      if project.isTaken(ManifestSymbol(kind, name, parent: symbol.parent?.text)) {
        throw .requestFailed("\(kind.rawValue) '\(name)' already exists")
      }
    }
  }

  private static func edits(
    of occurrences: [SymbolOccurrence], _ symbols: Set<ManifestSymbol>, _ name: String
  ) -> [(Range<Int>, String)] {
    var edits: [(Range<Int>, String)] = []
    for occurrence in occurrences {
      guard let blocker = occurrence.blocker else {
        edits.append((occurrence.range, name))
        continue
      }
      // A blocker may contain the name twice, but is rewritten only once.
      if edits.last?.0 == blocker.range { continue }
      let text = blocker.text.text { kind, other, parent in
        symbols.contains(ManifestSymbol(kind, other, parent: parent)) ? name : nil
      }
      edits.append((blocker.range, text))
    }
    return edits
  }
}

extension SymbolOccurrence {
  fileprivate func editableRange(in file: TextSnapshot) -> Range<Int> {
    let bytes = file.text.bytes[range]
    guard bytes.first == "\"", bytes.count >= 2,
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
