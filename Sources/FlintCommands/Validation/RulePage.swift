internal import FlintReport
internal import FlintText

/// An HTML page with all rules, each with its id as the anchor. Diagnostics in editors link to it.
enum RulePage {
  static func text() -> String {
    var page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Rules of \(programName)</title>
      <style>
      body { max-width: 40em; margin: 2em auto; padding: 0 1em; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
      section:target { outline: 2px solid; outline-offset: .5em }
      </style>
      <h1>Rules of \(programName)</h1>

      """
    for rule in Findings.documentedRules {
      page += """
        <section id="\(rule.id)">
        <h2>\(rule.id)</h2>
        <p>\(rule.severity.rawValue): \(escaped(rule.summary)).</p>
        </section>

        """
    }
    return page + "</html>\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
