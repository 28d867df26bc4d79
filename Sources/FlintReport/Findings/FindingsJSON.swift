package import FlintText

/// `validate --format json`, one finding a line.
package struct FindingsJSON {
  package init() {}

  package func write(_ findings: [Findings], into sink: inout ByteSink) {
    sink.append(literal: "{\n  \"formatVersion\": 1,\n  \"findings\": [")
    let all = findings.flatMap { file in file.located().map { (file.file.path, $0) } }
    sink.appendJSON(lines: all, indentation: 4) { sink, finding in
      write(finding.1.diagnostic, at: finding.1.start, in: finding.0, to: &sink)
    }
    sink.append(literal: "],\n  \"summary\": {")
    for (index, severity) in Diagnostic.Severity.allCases.enumerated() {
      if index > 0 { sink.append(literal: ", ") }
      sink.appendJSON(severity.rawValue + "s")
      sink.append(literal: ": ")
      sink.append(Int64(findings.count(severity)))
    }
    sink.append(literal: "}\n}\n")
  }

  /// What concerns the whole file stands at its beginning.
  private func write(
    _ diagnostic: Diagnostic, at location: SourceLocation?, in path: String,
    to sink: inout ByteSink
  ) {
    sink.append(literal: "{\"rule\": ")
    sink.appendJSON(diagnostic.rule)
    sink.append(literal: ", \"severity\": ")
    sink.appendJSON(diagnostic.severity.rawValue)
    sink.append(literal: ", \"path\": ")
    sink.appendJSON(path)
    sink.append(literal: ", \"line\": ")
    sink.append(Int64(location?.line ?? 1))
    sink.append(literal: ", \"column\": ")
    sink.append(Int64(location?.column ?? 1))
    sink.append(literal: ", \"feature\": ")
    appendOptional(diagnostic.feature, to: &sink)
    if let platform = diagnostic.platform {
      sink.append(literal: ", \"platform\": ")
      sink.appendJSON(platform)
    }
    sink.append(literal: ", \"message\": ")
    sink.appendJSON(diagnostic.message)
    sink.append(literal: ", \"hint\": ")
    appendOptional(diagnostic.hint, to: &sink)
    sink.append(literal: "}")
  }

  private func appendOptional(_ text: String?, to sink: inout ByteSink) {
    if let text { sink.appendJSON(text) } else { sink.append(literal: "null") }
  }
}
