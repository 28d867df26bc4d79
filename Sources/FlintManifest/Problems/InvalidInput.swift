package import FlintText

/// All problems of a file.
package struct InvalidInput: Error, Sendable {
  package let source: SourceFile
  /// By position, not empty.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceFile, _ diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }
}

extension SourceFile {
  /// - Parameter allowsExtensionKeys: Whether the hint for a comment is an `x-` key.
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

  private func isStart(_ offset: Int) -> Bool {
    text.bytes[..<offset].allSatisfy { $0 <= 0x20 || $0 >= 0x80 }
  }

  private func begins(withStateUpTo end: Int) -> Bool {
    let first = try? JSONDocument(SourceText(text.bytes[..<end]))
    return first?.withRoot { InputProblem.FileFormat(of: $0) == .state } ?? false
  }
}
