import FlintText

struct FindingsGitHub {
  init() {}

  func write(_ findings: [Findings], into sink: inout ByteSink) {
    writeAnnotations(findings, into: &sink)
    let counts = Diagnostic.Severity.allCases.map { severity in
      let count = findings.count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    sink.append(counts.joined(separator: ", ") + "\n")
  }

  /// Without the counts.
  func writeAnnotations(_ findings: [Findings], into sink: inout ByteSink) {
    for file in findings {
      for (diagnostic, start, _) in file.located() {
        let level: WorkflowCommand.Level =
          switch diagnostic.severity {
          case .error: .error
          case .warning: .warning
          case .note: .notice
          }
        let hint = diagnostic.hint.map { ". Hint: \($0)" } ?? ""
        let team = diagnostic.team.map { ". Team: \($0)" } ?? ""
        WorkflowCommand(
          level: level, file: file.file.path, location: start, title: diagnostic.rule,
          message: diagnostic.message + hint + team
        ).write(to: &sink)
      }
    }
  }
}
