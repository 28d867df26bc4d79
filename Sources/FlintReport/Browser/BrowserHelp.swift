internal import FlintAnalysis
internal import FlintCore

/// The keys of the browser and their meanings: the most important ones for the last row of the screen, all of them for
/// the help page.
enum BrowserHelp {
  static func shortcuts(for view: BrowserView) -> [(key: String, meaning: String)] {
    switch (view.page, view.focus) {
    case (.help, _): [("Esc", "back"), ("↑↓", "scroll"), ("q", "quit")]
    case (.plan(let result), _):
      [("Esc", "back")] + (canChange(result) ? [("Enter", "make these changes")] : [])
        + [("q", "quit")]
    case (.states, _): [("Esc", "back"), ("Enter", "take this state"), ("q", "quit")]
    case (.reasons, .page):
      [
        ("?", "help"), ("q", "quit"), ("Space", "change"), ("Tab", "tree"), ("u", "undo"),
        ("a", "all facts"), ("p", "plan"), ("s", "states"), ("e", "evaluate"),
      ]
    case (.reasons, .tree):
      [
        ("?", "help"), ("q", "quit"), ("Tab", "change facts"), ("/", "search"), ("p", "plan"),
        ("s", "states"), ("e", "evaluate"), ("u", "undo"),
      ]
    }
  }

  /// Whether a plan contains changes that can be applied.
  private static func canChange(_ result: PlanResult?) -> Bool {
    guard let result else { return false }
    return result.status != .available && !result.plans.isEmpty
  }

  static var lines: [Line] {
    var lines: [Line] = []
    for section in sections {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(Line().adding(section.title, .strong))
      lines += section.keys.map { key, meaning in
        var line = Line(indentation: 2, hanging: 14)
        line.add(key)
        line.pad(to: 14, atLeast: 2)
        line.add(meaning, .quiet)
        return line
      }
    }
    return lines
  }

  private typealias Section = (title: String, keys: [(String, String)])

  private static let sections: [Section] = [
    (
      "Anywhere",
      [
        ("Tab", "between the tree and the facts"),
        ("1 … 9", "change that fact"),
        ("u", "undo the last change"),
        ("r", "undo all of them"),
        ("s", "begin again from a named state"),
        ("p", "the smallest changes that make the feature available"),
        ("a", "every fact of the state, or only what the feature asks for"),
        ("/", "search names and ids; n and N for more"),
        ("e", "leave, and print the line that evaluates this state"),
        ("c", "leave, and print this state as a scenario that expects what is"),
        ("Esc", "back"),
        ("q", "quit"),
      ]
    ),
    (
      "In the tree",
      [
        ("↑ ↓", "another feature (k j)"),
        ("← →", "fold, unfold (h l)"),
        ("- +", "fold, unfold everything"),
        ("PgUp PgDn", "by pages; Home and End"),
        ("Enter", "to the facts"),
      ]
    ),
    (
      "In the facts",
      [
        ("↑ ↓", "another fact (k j)"),
        ("← →", "the value before, the next (h l); Space too"),
        ("Enter", "type a version or a number of credits"),
        ("Backspace", "leave the fact to its default"),
        ("PgUp PgDn", "scroll"),
      ]
    ),
  ]
}
