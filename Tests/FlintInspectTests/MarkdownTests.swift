import FlintModel
import Testing

@testable import FlintInspect

@Suite("The Markdown of evaluate")
struct MarkdownTests {
  @Test("Is a table for a step summary")
  func example() {
    #expect(
      render(with: EvaluationMarkdown()).hasPrefix(
        """
        ### Podcast Player on iOS 17.2, app version 2.1

        State: &#39;premium&#39; (from the manifest)

        **2 available, 2 unavailable, 0 undetermined**

        | Feature | Status | Why | Next step |
        |---|---|---|---|
        | Podcast playback | ✓ available |  |  |
        | &emsp;Dynamic Speed | ✗ unavailable | ✗ <code>userToggled</code> off; needs on<br>
        """.dropLast()))
  }

  @Test("Has four cells in every row and no other markup, whatever the names are")
  func hostile() throws {
    let text = render(Hostile.head, with: EvaluationMarkdown(verbose: true))
    #expect(text.treacherous.isEmpty)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    #expect(rows.map { $0.count { $0 == "|" } } == Hostile.names.map { _ in 5 })
    for row in rows {
      let foreign = row.replacing(/<br>|<\/?code>|&(#[0-9]+|emsp);|\*\*required\*\*/, with: "")
      #expect(!foreign.contains { "<>&\\`*_[]#~$!@\"".contains($0) }, "\(row)")
    }
  }

  @Test("Preserves names as character references")
  func reread() throws {
    let text = render(Hostile.head, with: EvaluationMarkdown())
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    let names: [Substring] = rows.map { (row: Substring) -> Substring in
      let cell = row.split(separator: "|", omittingEmptySubsequences: false)[1].dropFirst()
        .dropLast()
      return cell.replacing("&emsp;", with: "").replacing(/&#([0-9]+);/) { match in
        String(UInt32(match.1).flatMap(Unicode.Scalar.init).map(Character.init) ?? "?")
      }
    }
    let expected: [(index: Int, name: String)] = [
      (0, Hostile.names[0]), (1, Hostile.names[1]), (4, #"two\nlines\r\n::warning::x"#),
      (5, Hostile.names[5]),
    ]
    for (index, name) in expected { #expect(names[index] == name) }
  }

  @Test("Reports if there is nothing to list")
  func empty() {
    let head = ReportContext(
      manifestPath: "m.json", sentences: Sentences(SampleApp.evaluator), counts: StatusCounts(),
      features: [])
    #expect(render(head, with: EvaluationMarkdown()).hasSuffix("\nNo features.\n"))
  }
}
