package import FlintCore
package import FlintText

/// A manifest as it was read, with the text that it came from.
package struct ManifestFile: Sendable {
  /// The text of the manifest, with that of what it includes in it.
  package let source: SourceFile
  package let document: JSONDocument
  package let manifest: Manifest
  package let names: ManifestNames

  /// The manifest and the files that it includes, each by itself, in the order of `source.files`; empty where it includes
  /// none.
  package let parts: [Part]

  package struct Part: Sendable {
    package let source: SourceFile
    package let document: JSONDocument

    /// Under which it was read.
    package let path: String
  }

  /// - Parameters:
  ///   - path: Where the manifest is; by default, as its source says.
  ///   - files: Who has the files that it includes; nil where it can include none.
  package init(
    _ source: SourceFile, at path: String? = nil, including files: (any ManifestFiles)? = nil
  ) throws(InvalidInput) {
    try self.init(source, try source.document(), at: path, including: files)
  }

  /// - Parameter document: What the source holds.
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
      throw InvalidInput(source, reader.problems.found.map { first.diagnostic(of: $0) })
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
  /// Everything that is wrong is reported at once, in whichever file it is.
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
      if problem.fact.lacksDeclaration, !knowsDeclarations(at: diagnostic.range, in: source) {
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
  /// Whether one more declaration could make it good.
  fileprivate var lacksDeclaration: Bool {
    switch self {
    case .undeclared(_, .state, _), .undeclared(_, .action, _): false
    case .undeclared, .groupWithoutProduct: true
    default: false
    }
  }
}
