package import FlintText

/// What is wrong or suspicious in one file, in the order of its text.
package struct Findings: Sendable {
  package let file: SourceFile
  package let diagnostics: [Diagnostic]

  /// Whether the file could be read, so that the diagnostics are about what it says.
  package let isWhole: Bool

  /// How many more there are that are not to be listed.
  package let leftOut: Int

  package init(
    file: SourceFile, diagnostics: [Diagnostic], isWhole: Bool = true, leftOut: Int = 0
  ) {
    self.file = file
    self.isWhole = isWhole
    self.leftOut = leftOut
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }

  /// The same file with only some of its diagnostics.
  package func filtered(_ isIncluded: (Diagnostic) -> Bool) -> Findings {
    Findings(
      file: file, diagnostics: diagnostics.filter(isIncluded), isWhole: isWhole, leftOut: leftOut)
  }

  /// The diagnostics with where they begin and end; the end is past the last character. Both are nil for the whole file.
  func located() -> [(diagnostic: Diagnostic, start: SourceLocation?, end: SourceLocation?)] {
    var starts = SourceLocator(file.text)
    var ends = SourceLocator(file.text)
    return diagnostics.map { diagnostic in
      guard let range = diagnostic.range else { return (diagnostic, nil, nil) }
      return (
        diagnostic, starts.location(of: range.lowerBound), ends.location(of: range.upperBound)
      )
    }
  }
}

extension [Findings] {
  /// What is wrong or suspicious in a text, for each of the files that it is put together from.
  package init(in file: SourceFile, _ diagnostics: [Diagnostic], isWhole: Bool = true) {
    self = file.byFile(diagnostics).map {
      Findings(file: $0.file, diagnostics: $0.diagnostics, isWhole: isWhole)
    }
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    reduce(0) { sum, file in
      sum + file.diagnostics.indices.count { file.diagnostics[$0].severity == severity }
    }
  }
}

/// A rule as the consumers of findings show it.
package struct RuleDescription: Hashable, Sendable {
  package let id: String
  package let severity: Diagnostic.Severity

  /// What the rule asks, in one sentence.
  package let summary: String

  package init(id: String, severity: Diagnostic.Severity, summary: String) {
    self.id = id
    self.severity = severity
    self.summary = summary
  }
}
