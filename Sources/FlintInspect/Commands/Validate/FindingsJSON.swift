import FlintManifest
import FlintText

struct FindingsJSON {
  init() {}

  func write(_ findings: [Findings], into sink: inout ByteSink) {
    Self.json.write(findings, into: &sink)
  }

  static var json: JSONOutput<[Findings]> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember(
        "findings", .list(of: finding, .lines),
        "The findings, grouped by file, in the order of their positions"
      ) { files in
        files.lazy.flatMap { file in
          file.located().lazy.map { Finding($0.diagnostic, at: $0.start, in: file.file.path) }
        }
      }
      JSONMember("summary", summary, "The number of findings of each severity") { $0 }
    }
  }

  private static var summary: JSONOutput<[Findings]> {
    .object {
      Diagnostic.Severity.allCases.map { severity in
        JSONMember(
          named: severity.rawValue + "s", .count, "The number of \(severity.rawValue)s"
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
    .object("finding", "A problem or a suspicious part of the manifest") {
      JSONMember("rule", .nonEmptyText, "The id of the rule that reported the finding") {
        $0.diagnostic.rule
      }
      JSONMember(
        "severity", .word,
        "The severity. An error makes the manifest invalid; a note is only a suggestion"
      ) { $0.diagnostic.severity }
      JSONMember("path", .text, "The path of the file") { $0.path }
      JSONMember("line", .ordinal, "The line, counted from 1; 1 for a finding about the whole file")
      {
        $0.location?.line ?? 1
      }
      JSONMember("column", .ordinal, "The column in Unicode scalars, counted from 1") {
        $0.location?.column ?? 1
      }
      JSONMember(
        "feature", .orNull(.text), "The id of the feature concerned; null if there is none"
      ) {
        $0.diagnostic.feature
      }
      JSONMember(
        optional: "team", .text, "The team of the feature, or of its nearest ancestor with a team"
      ) { $0.diagnostic.team }
      JSONMember(optional: "until", .text, "The date by which the feature is to be removed") {
        $0.diagnostic.until
      }
      JSONMember(optional: "platform", .nonEmptyText, "The platform to which the finding applies") {
        $0.diagnostic.platform
      }
      JSONMember("message", .nonEmptyText, "A description of the problem, without a final period") {
        $0.diagnostic.message
      }
      JSONMember("hint", .orNull(.text), "A suggested fix; null if there is none") {
        $0.diagnostic.hint
      }
    }
  }
}
