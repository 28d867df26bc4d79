package import FlintModel
package import FlintText

/// A manifest with its text, for positions.
package struct ManifestFile: Sendable {
  /// With what it includes.
  package let source: SourceFile
  package let document: JSONDocument
  package let manifest: Manifest
  package let names: ManifestNames

  /// Empty without includes.
  package let parts: [Part]

  package struct Part: Sendable {
    package let source: SourceFile
    package let document: JSONDocument

    /// Opens the file; `source` has the one for messages.
    package let path: String
  }

  /// - Parameters:
  /// - path: Includes are relative to it; by default that of `source`.
  /// - files: Nil if the manifest cannot include any.
  package init(
    _ source: SourceFile, at path: String? = nil, including files: (any ManifestFiles)? = nil
  ) throws(InvalidInput) {
    try self.init(source, try source.document(), at: path, including: files)
  }

  package init(
    _ source: SourceFile, _ document: JSONDocument, at path: String? = nil,
    including files: (any ManifestFiles)? = nil
  ) throws(InvalidInput) {
    var reader = ManifestReader()
    let result = reader.read(document)
    if reader.hasIncludes {
      var assembly = ManifestAssembly(source, document, at: path ?? source.path, files)
      self = try assembly.read()
    } else if let (manifest, names) = result {
      self.init(
        source: source, document: document, manifest: manifest, names: names, parts: [])
    } else {
      let first = FirstDeclarations(of: reader.problems.found, in: document, source)
      let problems = reader.problems.found.filter {
        !(reader.hasMisplacedInclude && $0.fact.lacksDeclaration)
      }
      throw InvalidInput(source, problems.map { first.diagnostic(of: $0) })
    }
  }

  fileprivate init(
    source: SourceFile, document: JSONDocument, manifest: Manifest, names: ManifestNames,
    parts: [Part]
  ) {
    self.source = source
    self.document = document
    self.manifest = manifest
    self.names = names
    self.parts = parts
  }
}

extension ManifestAssembly {
  fileprivate mutating func read() throws(InvalidInput) -> ManifestFile {
    let source = assemble()
    var diagnostics = diagnostics(in: source)
    let document: JSONDocument
    do {
      document = try JSONDocument(source.text)
    } catch {
      throw InvalidInput(source, diagnostics + [error.diagnostic])
    }
    var reader = ManifestReader()
    let result = reader.read(document, isAssembled: true)
    let first = FirstDeclarations(of: reader.problems.found, in: document, source)
    for problem in reader.problems.found {
      let diagnostic = first.diagnostic(of: problem)
      if problem.fact.lacksDeclaration,
        reader.hasMisplacedInclude || !reportsUndeclared(at: diagnostic.range, in: source)
      {
        continue
      }
      diagnostics.append(diagnostic)
    }
    guard diagnostics.isEmpty, let (manifest, names) = result else {
      throw InvalidInput(source, diagnostics)
    }
    return ManifestFile(
      source: source, document: document, manifest: manifest, names: names, parts: parts)
  }

  private var parts: [ManifestFile.Part] {
    files.compactMap { file in
      file.document.map {
        ManifestFile.Part(source: file.source, document: $0, path: file.path)
      }
    }
  }
}

extension InputProblem.Fact {
  /// Not reported where unread text may have the declaration.
  fileprivate var lacksDeclaration: Bool {
    switch self {
    case .undeclared(_, .state, _), .undeclared(_, .action, _): false
    case .undeclared, .groupWithoutProduct: true
    default: false
    }
  }
}
