package import FlintModel
package import FlintText

/// A manifest together with the text from which it was read, so that diagnostics can show positions in the text.
package struct ManifestFile: Sendable {
  /// The text of the manifest, combined with the texts of the files that it includes.
  package let source: SourceFile
  package let document: JSONDocument
  package let manifest: Manifest
  package let names: ManifestNames

  /// The manifest and its included files as separate texts, in the order of `source.files`; empty if no files are
  /// included.
  package let parts: [Part]

  package struct Part: Sendable {
    package let source: SourceFile
    package let document: JSONDocument

    /// The path with which the file was opened. Error messages show the path in `source` instead, in which bytes that
    /// are not UTF-8 are replaced.
    package let path: String
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - path: the path of the manifest, to which the paths of its includes are relative; by default, the path of
  ///     `source`.
  ///   - files: reads the included files; nil if the manifest cannot include files.
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
  /// Combines the manifest with its included files, and reads the combined text. If there are problems in any of the
  /// files, throws one error with all of them.
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
  /// Whether the cause of this problem may be a declaration that is missing, as for an id that is not declared. If some
  /// text of the manifest cannot be read, such a problem is not reported, because that text may contain the
  /// declaration.
  fileprivate var lacksDeclaration: Bool {
    switch self {
    case .undeclared(_, .state, _), .undeclared(_, .action, _): false
    case .undeclared, .groupWithoutProduct: true
    default: false
    }
  }
}
