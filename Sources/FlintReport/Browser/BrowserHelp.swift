internal import FlintAnalysis
internal import FlintCore

/// The keyboard commands of the interactive command `browse`, with their meanings. The last row of the screen shows the
/// most important ones, and the help page shows all of them.
enum BrowserHelp {
  static func shortcuts(for view: BrowserView) -> [(key: String, meaning: String)] {
    switch (view.page, view.focus) {
    case (.help, _): [("Esc", "back"), ("↑↓", "scroll"), ("q", "quit")]
    case (.plan(let result), _):
      [("Esc", "back")] + (canChange(result) ? [("Enter", "apply the plan")] : [])
        + [("q", "quit")]
    case (.states, _): [("Esc", "back"), ("Enter", "select the state"), ("q", "quit")]
    case (.reasons, .page):
      [
        ("?", "help"), ("q", "quit"), ("Space", "change"), ("Tab", "tree"), ("u", "undo"),
        ("a", "all settings"), ("p", "plan"), ("s", "states"), ("e", "evaluate"),
      ]
    case (.reasons, .tree):
      [
        ("?", "help"), ("q", "quit"), ("Tab", "settings"), ("/", "search"), ("p", "plan"),
        ("s", "states"), ("e", "evaluate"), ("u", "undo"),
      ]
    }
  }

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
        ("Tab", "switch between tree and settings"),
        ("1 … 9", "change the setting that has this number in the list"),
        ("u", "undo the last change"),
        ("r", "undo all changes"),
        ("s", "start over from a named state"),
        ("p", "show the smallest changes that make the feature available"),
        ("a", "show all settings, or only those of the feature"),
        ("/", "search names and ids; n and N: next and previous match"),
        ("e", "quit, and print the command that evaluates this state"),
        ("c", "quit, and print this state and its statuses as a scenario"),
        ("Esc", "back"),
        ("q", "quit"),
      ]
    ),
    (
      "In the tree",
      [
        ("↑ ↓", "select a feature (also k and j)"),
        ("← →", "fold or unfold the feature (also h and l)"),
        ("- +", "fold or unfold all features"),
        ("PgUp PgDn", "scroll by a page; Home and End: first and last feature"),
        ("Enter", "go to the settings"),
      ]
    ),
    (
      "In the settings",
      [
        ("↑ ↓", "select a setting (also k and j)"),
        ("← →", "previous or next value (also h and l); Space: next value"),
        ("Enter", "type a version or a number of credits"),
        ("Backspace", "reset the selected setting to its default"),
        ("PgUp PgDn", "scroll"),
      ]
    ),
  ]
}
