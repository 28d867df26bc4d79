import FlintText

/// SARIF 2.1.0 (OASIS).
struct FindingsSARIF {
  private let rules: [RuleDescription]
  private let version: String

  /// - Parameter rules: Of the program; findings refer to them by index.
  init(rules: [RuleDescription], version: String) {
    self.rules = rules
    self.version = version
  }

  func write(_ findings: [Findings], into sink: inout ByteSink) {
    let indices = Dictionary(
      rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    sink.jsonLine(.pretty) { writer in
      writer.object { writer in
        writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        writer.member("version", "2.1.0")
        writer.key("runs")
        writer.array { writer in
          writer.object { writer in
            writer.key("tool")
            writer.object { writeDriver(to: &$0) }
            writer.member("columnKind", "unicodeCodePoints")
            writer.key("results")
            writer.array { writer in
              for file in findings {
                for finding in file.located() {
                  writer.object { writer in
                    write(finding.diagnostic, indices, to: &writer)
                    writeLocation(finding.start, finding.end, in: file.file.path, to: &writer)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private func writeDriver(to writer: inout JSONWriter) {
    writer.key("driver")
    writer.object { writer in
      writer.member("name", "flint-inspect")
      writer.member("version", version)
      writer.key("rules")
      writer.array { writer in
        for rule in rules {
          writer.object { writer in
            writer.member("id", rule.id)
            writer.key("shortDescription")
            writeMessage(rule.summary, to: &writer)
            writer.key("defaultConfiguration")
            writer.object { writer in
              writer.member("level", rule.severity.rawValue)
            }
          }
        }
      }
    }
  }

  private func write(
    _ diagnostic: Diagnostic, _ indices: [String: Int], to writer: inout JSONWriter
  ) {
    writer.member("ruleId", diagnostic.rule)
    if let index = indices[diagnostic.rule] {
      writer.member("ruleIndex", index)
    }
    writer.member("level", diagnostic.severity.rawValue)
    writer.key("message")
    writeMessage(
      diagnostic.message + (diagnostic.hint.map { " (hint: \($0))" } ?? ""), to: &writer)
    guard diagnostic.feature != nil || diagnostic.platform != nil else { return }
    writer.key("properties")
    writer.object { writer in
      if let feature = diagnostic.feature {
        writer.member("feature", feature)
      }
      if let team = diagnostic.team { writer.member("team", team) }
      if let until = diagnostic.until { writer.member("until", until) }
      if let platform = diagnostic.platform {
        writer.member("platform", platform)
      }
    }
  }

  /// Brackets form links (3.11.6), braces placeholders (3.11.5).
  private func writeMessage(_ text: String, to writer: inout JSONWriter) {
    var escaped = ""
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "[", "]", "\\": escaped += "\\"
      case "{", "}": escaped.unicodeScalars.append(scalar)
      default: break
      }
      escaped.unicodeScalars.append(scalar)
    }
    writer.object { writer in
      writer.member("text", escaped)
    }
  }

  private func writeLocation(
    _ start: SourceLocation?, _ end: SourceLocation?, in path: String, to writer: inout JSONWriter
  ) {
    writer.key("locations")
    writer.array { writer in
      writer.object { writer in
        writer.key("physicalLocation")
        writer.object { writer in
          writer.key("artifactLocation")
          writer.object { writer in
            writer.member("uri", FileURI.reference(path))
          }
          guard let start, let end else { return }
          writer.key("region")
          writer.object { writer in
            writer.member("startLine", start.line)
            writer.member("startColumn", start.column)
            writer.member("endLine", end.line)
            writer.member("endColumn", end.column)
          }
        }
      }
    }
  }
}
