package import FlintText

/// The error thrown if an input file is invalid. It contains all problems of the file.
package struct InvalidInput: Error, Sendable {
  package let source: SourceFile
  /// The problems, sorted by the position in the file at which they begin; never empty.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceFile, _ diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }
}

extension SourceFile {
  /// Parses the text of the file as JSON.
  ///
  /// - Parameter allowsExtensionKeys: Whether the format ignores keys that begin with `$` or `x-`. If so, and the file
  ///   contains a comment, which JSON does not allow, the hint suggests such a key instead.
  package func document(allowsExtensionKeys: Bool = true) throws(InvalidInput) -> JSONDocument {
    do {
      return try JSONDocument(text)
    } catch {
      var diagnostic = error.diagnostic
      if error.problem == .secondValue, begins(withStateUpTo: error.range.lowerBound) {
        diagnostic.hint = "to read one state per line, use 'audience MANIFEST STATES' or 'stream'"
      }
      if error.problem == .comment, !allowsExtensionKeys { diagnostic.hint = "remove the comment" }
      if case .word(let word, _) = error.problem, word.hasPrefix("eyJ"),
        isStart(error.range.lowerBound)
      {
        diagnostic.message = "found a JSON Web Signature (JWS); expected JSON"
        diagnostic.hint = InputProblem.FileFormat.storeRecords.hint(insteadOf: "JSON")
      }
      throw InvalidInput(self, [diagnostic])
    }
  }

  /// Whether a byte offset is at the start of the text, except for white space and a byte order mark.
  private func isStart(_ offset: Int) -> Bool {
    text.bytes[..<offset].allSatisfy { $0 <= 0x20 || $0 >= 0x80 }
  }

  /// Returns whether the text before a byte offset is a complete state. The caller uses it for a file with further text
  /// after that offset: such a file probably has one state on each line.
  private func begins(withStateUpTo end: Int) -> Bool {
    let first = try? JSONDocument(SourceText(text.bytes[..<end]))
    return first?.withRoot { InputProblem.FileFormat(of: $0) == .state } ?? false
  }
}
