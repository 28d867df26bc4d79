package import FlintText

/// The problems found in one file, in the order of its text.
package struct Findings: Sendable {
  package let file: SourceFile
  package let diagnostics: [Diagnostic]

  /// Whether the file could be parsed completely, so that the diagnostics refer to its contents.
  package let isWhole: Bool

  /// The number of further diagnostics that are not listed, because other teams or nobody is responsible for them.
  package let leftOut: Int

  package init(
    file: SourceFile, diagnostics: [Diagnostic], isWhole: Bool = true, leftOut: Int = 0
  ) {
    self.file = file
    self.isWhole = isWhole
    self.leftOut = leftOut
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }

  /// Returns the same file with only the diagnostics that satisfy the predicate.
  package func filtered(_ isIncluded: (Diagnostic) -> Bool) -> Findings {
    Findings(
      file: file, diagnostics: diagnostics.filter(isIncluded), isWhole: isWhole, leftOut: leftOut)
  }

  /// Returns the diagnostics with the locations of their start and end. The end is after the last character. Both are
  /// nil if the diagnostic refers to the whole file.
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
  /// Creates the findings for a text that is assembled from several files, one element for each file.
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

/// A rule's metadata as shown by the consumers of findings.
package struct RuleDescription: Hashable, Sendable {
  package let id: String
  package let severity: Diagnostic.Severity

  /// The rule in one sentence.
  package let summary: String

  package init(id: String, severity: Diagnostic.Severity, summary: String) {
    self.id = id
    self.severity = severity
    self.summary = summary
  }
}
