internal import FlintManifest
package import FlintText

/// The format `validate --format json`, with one finding per line.
package struct FindingsJSON {
  package init() {}

  package func write(_ findings: [Findings], into sink: inout ByteSink) {
    Self.json.write(findings, into: &sink)
  }

  static var json: JSONOutput<[Findings]> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember(
        "findings", .list(of: finding, .lines),
        "What is wrong or suspicious, file by file, in the order of the text"
      ) { files in
        files.lazy.flatMap { file in
          file.located().lazy.map { Finding($0.diagnostic, at: $0.start, in: file.file.path) }
        }
      }
      JSONMember("summary", summary, "How many findings of each severity there are") { $0 }
    }
  }

  private static var summary: JSONOutput<[Findings]> {
    .object {
      Diagnostic.Severity.allCases.map { severity in
        JSONMember(
          named: severity.rawValue + "s", .count, "Findings that are \(severity.rawValue)s"
        ) {
          $0.count(severity)
        }
      }
    }
  }

  private struct Finding {
    let diagnostic: Diagnostic
    let location: SourceLocation?
    let path: String

    init(_ diagnostic: Diagnostic, at location: SourceLocation?, in path: String) {
      (self.diagnostic, self.location, self.path) = (diagnostic, location, path)
    }
  }

  private static var finding: JSONOutput<Finding> {
    .object("finding", "Something that is wrong or suspicious") {
      JSONMember("rule", .nonEmptyText, "The rule that is broken") { $0.diagnostic.rule }
      JSONMember(
        "severity", .word,
        "An error makes the manifest invalid; a note is no more than a suggestion"
      ) { $0.diagnostic.severity }
      JSONMember("path", .text, "The file's path") { $0.path }
      JSONMember("line", .ordinal, "The line, from 1; 1 where the whole file is meant") {
        $0.location?.line ?? 1
      }
      JSONMember("column", .ordinal, "The column in Unicode scalars, from 1") {
        $0.location?.column ?? 1
      }
      JSONMember("feature", .orNull(.text), "The id of the feature in question; null for none") {
        $0.diagnostic.feature
      }
      JSONMember(
        optional: "team", .text, "The feature's team, or that of the nearest ancestor that has one"
      ) { $0.diagnostic.team }
      JSONMember(optional: "until", .text, "The date from which on the feature is to be gone") {
        $0.diagnostic.until
      }
      JSONMember(optional: "platform", .nonEmptyText, "The platform on which it is so") {
        $0.diagnostic.platform
      }
      JSONMember("message", .nonEmptyText, "What is wrong, without a full stop") {
        $0.diagnostic.message
      }
      JSONMember("hint", .orNull(.text), "What to write instead; null for no suggestion") {
        $0.diagnostic.hint
      }
    }
  }
}
