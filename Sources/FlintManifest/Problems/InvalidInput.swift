package import FlintText

/// A file that gave no answer, with everything that is wrong with it.
package struct InvalidInput: Error, Sendable {
  package let source: SourceFile
  /// In the order of the text, never empty.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceFile, _ diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }
}

extension SourceFile {
  /// The document of a file that is JSON.
  package func document() throws(InvalidInput) -> JSONDocument {
    do {
      return try JSONDocument(text)
    } catch {
      throw InvalidInput(self, [error.diagnostic])
    }
  }
}
