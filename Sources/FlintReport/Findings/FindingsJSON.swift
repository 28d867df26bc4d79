package import FlintText

/// `validate --format json`, one finding a line.
package struct FindingsJSON {
  package init() {}

  package func write(_ findings: [Findings], into sink: inout ByteSink) {
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("formatVersion", 1)
        json.key("findings")
        json.array(.lines) { json in
          for file in findings {
            for finding in file.located() {
              write(finding.diagnostic, at: finding.start, in: file.file.path, to: &json)
            }
          }
        }
        json.key("summary")
        json.object { json in
          for severity in Diagnostic.Severity.allCases {
            json.key(named: severity.rawValue + "s")
            json.int(findings.count(severity))
          }
        }
      }
    }
  }

  /// What concerns the whole file stands at its beginning.
  private func write(
    _ diagnostic: Diagnostic, at location: SourceLocation?, in path: String,
    to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("rule", diagnostic.rule)
    json.member("severity", diagnostic.severity.rawValue)
    json.member("path", path)
    json.member("line", location?.line ?? 1)
    json.member("column", location?.column ?? 1)
    json.member("feature", diagnostic.feature)
    if let team = diagnostic.team { json.member("team", team) }
    if let until = diagnostic.until { json.member("until", until) }
    if let platform = diagnostic.platform {
      json.member("platform", platform)
    }
    json.member("message", diagnostic.message)
    json.member("hint", diagnostic.hint)
    json.endObject()
  }
}
