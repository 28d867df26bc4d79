import FlintText

/// Of one file, by position.
struct Findings: Sendable {
  let file: SourceFile
  let diagnostics: [Diagnostic]

  /// False for an invalid manifest, whose teams are unknown.
  let canFilterByTeam: Bool

  /// By `--team`.
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

  /// Nil for a whole file.
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
  /// By file, included ones too.
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
