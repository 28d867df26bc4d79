/// Writes findings as SARIF 2.1.0 (OASIS).
struct FindingsSARIF {
  /// All rules that can occur. Findings refer to them by index.
  let rules: [RuleDescription]

  func write(_ findings: [Findings], into sink: inout ByteSink) {
    let rules = rules.map { rule -> JSONLiteral in
      [
        "id": .string(rule.id), "shortDescription": message(rule.summary),
        "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
      ]
    }
    let driver: JSONLiteral = [
      "name": .string(programName), "version": .string(programVersion), "rules": .array(rules),
    ]
    let results = findings.flatMap { file in
      file.located().map { result($0.diagnostic, from: $0.start, to: $0.end, in: file.file.path) }
    }
    let document: JSONLiteral = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
          "results": .array(results),
        ]
      ],
    ]
    sink.append("\(SchemaWriter.text(of: document))\n")
  }

  private func result(
    _ diagnostic: Diagnostic, from start: SourceLocation?, to end: SourceLocation?, in path: String
  ) -> JSONLiteral {
    let isSpecific = diagnostic.feature != nil || diagnostic.platform != nil
    let properties: JSONLiteral = [
      "feature": diagnostic.feature.map { .string($0) },
      "team": diagnostic.team.map { .string($0) },
      "until": diagnostic.until.map { .string($0) },
      "platform": diagnostic.platform.map { .string($0) },
    ]
    var region: JSONLiteral?
    if let start, let end {
      region = [
        "startLine": .number(start.line), "startColumn": .number(start.column),
        "endLine": .number(end.line), "endColumn": .number(end.column),
      ]
    }
    let hint = diagnostic.hint.map { " (hint: \($0))" } ?? ""
    return [
      "ruleId": .string(diagnostic.rule),
      "ruleIndex": rules.firstIndex { $0.id == diagnostic.rule }.map { .number($0) },
      "level": .string(diagnostic.severity.rawValue), "message": message(diagnostic.message + hint),
      "properties": isSpecific ? properties : nil,
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": .string(FileURI.reference(pathInCheckout(path)))],
            "region": region,
          ]
        ]
      ],
    ]
  }

  /// Escapes brackets, which form links (3.11.6), and braces, which form placeholders (3.11.5).
  private func message(_ text: String) -> JSONLiteral {
    [
      "text": .string(
        visible(text).escaping { scalar in
          switch scalar {
          case "[", "]", "\\": "\\\(scalar)"
          case "{", "}": "\(scalar)\(scalar)"
          default: nil
          }
        })
    ]
  }
}
