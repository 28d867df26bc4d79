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
      var diagnostic = error.diagnostic
      if error.problem == .secondValue, begins(withStateUpTo: error.range.lowerBound) {
        diagnostic.hint = "states, one a line, are read by 'audience MANIFEST STATES' and 'stream'"
      }
      throw InvalidInput(self, [diagnostic])
    }
  }

  /// Whether the text up to an offset is a state, as in the lines of a population.
  private func begins(withStateUpTo end: Int) -> Bool {
    let first = try? JSONDocument(SourceText(text.bytes[..<end]))
    return first?.withRoot { InputProblem.FileFormat(of: $0) == .state } ?? false
  }
}
