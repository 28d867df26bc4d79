package import FlintText

/// The error thrown for an invalid file, with all its problems.
package struct InvalidInput: Error, Sendable {
  package let source: SourceFile
  /// The problems in the order of the text; never empty.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceFile, _ diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }
}

extension SourceFile {
  /// Parses the text of the file as JSON.
  package func document() throws(InvalidInput) -> JSONDocument {
    do {
      return try JSONDocument(text)
    } catch {
      var diagnostic = error.diagnostic
      if error.problem == .secondValue, begins(withStateUpTo: error.range.lowerBound) {
        diagnostic.hint = "to read one state per line, use 'audience MANIFEST STATES' or 'stream'"
      }
      throw InvalidInput(self, [diagnostic])
    }
  }

  /// Whether the text before a byte offset is a state. If so, the file probably has one state on each line.
  private func begins(withStateUpTo end: Int) -> Bool {
    let first = try? JSONDocument(SourceText(text.bytes[..<end]))
    return first?.withRoot { InputProblem.FileFormat(of: $0) == .state } ?? false
  }
}
