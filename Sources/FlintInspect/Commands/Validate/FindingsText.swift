import FlintText

struct FindingsText {
  private let style: TextStyle
  private let isQuiet: Bool

  init(style: TextStyle, isQuiet: Bool = false) {
    self.style = style
    self.isQuiet = isQuiet
  }

  func write(_ findings: [Findings], into sink: inout ByteSink) {
    let formatter = DiagnosticFormatter(
      style: style.color ? .colored : .plain, width: style.width, isASCII: style.isASCII)
    for file in findings {
      formatter.write(file.diagnostics, in: file.file) { sink.append($0) }
    }
    // If no file could be read, there is nothing to summarize.
    if isQuiet || findings.isEmpty { return }
    TerminalWriter(style: style).write(summary(findings), to: &sink)
  }

  private func summary(_ findings: [Findings]) -> Line {
    let counts = Diagnostic.Severity.allCases.map { ($0, findings.count($0)) }
    let omittedCount = findings.reduce(0) { $0 + $1.omittedCount }
    var line = Line(hanging: 2)
    guard counts.contains(where: { $0.1 > 0 }) else {
      let files = findings.count == 1 ? "the file" : "\(findings.count) files"
      let others =
        omittedCount == 0 ? "" : ", except \(omittedCount) of other teams or without a team"
      return line.adding("✓ ", .good).adding("no findings in \(files)\(others)")
    }
    for (severity, count) in counts where count > 0 {
      if line.width > 0 { line.add(", ") }
      let role: Role = severity == .error ? .bad : severity == .warning ? .open : .quiet
      line.add(counted(count, severity.rawValue), role)
    }
    if omittedCount > 0 {
      line.add(", and \(omittedCount) of other teams or without a team", .quiet)
    }
    return line
  }
}
