import FlintText

/// The problems found in one file, sorted by their positions in the text.
struct Findings: Sendable {
  let file: SourceFile
  let diagnostics: [Diagnostic]

  /// Whether the findings can be filtered by the team that is responsible for a feature. It is false for the findings
  /// about an invalid manifest: such a manifest cannot be read, so the teams of its features are not known.
  let canFilterByTeam: Bool

  /// The number of findings that are not listed because of the option `--team`: they belong to another team or to none.
  let omittedCount: Int

  init(
    file: SourceFile, diagnostics: [Diagnostic], canFilterByTeam: Bool = true, omittedCount: Int = 0
  ) {
    self.file = file
    self.canFilterByTeam = canFilterByTeam
    self.omittedCount = omittedCount
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }

  func filtered(_ isIncluded: (Diagnostic) -> Bool) -> Findings {
    Findings(
      file: file, diagnostics: diagnostics.filter(isIncluded), canFilterByTeam: canFilterByTeam,
      omittedCount: omittedCount)
  }

  /// Returns each diagnostic with the location of its first character and the location after its last character. Both
  /// are nil if the diagnostic refers to the whole file.
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
  /// Groups findings by file. The text of a manifest can consist of several files, because a manifest can include
  /// others; there is one element for each file.
  init(in file: SourceFile, _ diagnostics: [Diagnostic], canFilterByTeam: Bool = true) {
    self = file.byFile(diagnostics).map {
      Findings(file: $0.file, diagnostics: $0.diagnostics, canFilterByTeam: canFilterByTeam)
    }
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    reduce(0) { sum, file in
      sum + file.diagnostics.indices.count { file.diagnostics[$0].severity == severity }
    }
  }
}

/// The description of a rule of `validate`, for programs that show findings.
struct RuleDescription: Hashable, Sendable {
  let id: String
  let severity: Diagnostic.Severity

  let summary: String

  init(id: String, severity: Diagnostic.Severity, summary: String) {
    self.id = id
    self.severity = severity
    self.summary = summary
  }
}
