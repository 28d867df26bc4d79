import FlintModel
import FlintText
import Testing

@testable import FlintInspect

@Suite("GitHub annotations")
struct GitHubTests {
  /// A workflow command, parsed by the syntax of the runner alone.
  private struct Command {
    let level: Substring
    let properties: [String: String]
    let message: String

    init?(_ line: Substring) {
      guard let match = line.wholeMatch(of: /::([a-z]+)( [^:]*)?::(.*)/) else { return nil }
      level = match.1
      var properties: [String: String] = [:]
      for property in (match.2 ?? "").dropFirst().split(separator: ",") {
        let parts = property.split(separator: "=", maxSplits: 1)
        properties[String(parts[0])] = Self.unescaped(parts.count > 1 ? String(parts[1]) : "")
      }
      self.properties = properties
      message = Self.unescaped(String(match.3))
    }

    private static func unescaped(_ text: String) -> String {
      text.replacing("%0D", with: "\r").replacing("%0A", with: "\n").replacing("%3A", with: ":")
        .replacing("%2C", with: ",").replacing("%25", with: "%")
    }
  }

  @Test("An unavailable feature is a notice, and an error if it is required")
  func levels() throws {
    let head = ReportContext(
      manifestPath: "m.json", sentences: Sentences(SampleApp.evaluator),
      counts: StatusCounts(SampleApp.evaluator.statuses()), required: [0, 3],
      position: {
        SourcePosition(path: "m.json", location: SourceLocation(line: 10 + $0, column: 7))
      })
    #expect(
      render(head, with: EvaluationGitHub()) == """
        ::notice file=m.json,line=11,col=7,title=Dynamic Speed is unavailable::the user's toggle is off (and 1 more blocker). Also unknown: the tracking permission is denied; it is unknown whether this requirement applies. Next step: Wait until the app knows “variant”; then: offer “💎 Premium Subscription” or “A Z Buck”; let the user turn on “Dynamic Speed”
        ::error file=m.json,line=13,col=7,title=Turbo downloads is required but unavailable::disabled by the app (and 2 more blockers). Next step: Hide the feature: not available because of the runtime flag of “Turbo downloads”, the value of “build” and the value of “Internal staff”
        2 available, 2 unavailable, 0 undetermined

        """)
  }

  @Test("No name forges a command or a property")
  func hostile() throws {
    let text = render(Hostile.head, with: EvaluationGitHub())
    #expect(text.treacherous.isEmpty)
    let lines = text.split(separator: "\n").dropLast()
    let commands: [Command] = lines.compactMap { Command($0) }
    let levels: [Substring] = Hostile.names.indices.map { $0 % 2 == 0 ? "error" : "notice" }
    #expect(lines.count == levels.count && commands.map(\.level) == levels)
    for (index, command) in commands.enumerated() {
      var properties = command.properties
      let title = properties.removeValue(forKey: "title")
      #expect(title != nil && properties == ["file": #"odd, name:\n%0A::.json"#], "\(command)")
      if index == 8 { #expect(title == "%0A%25:: is required but unavailable") }
    }
  }
}
