internal import FlintReport
internal import FlintText

/// A writer of the HTML page that explains all rules. The id of each rule is an anchor on the page, to which
/// diagnostics in an editor link. The causes, examples and fixes on the page come from the guide “Rules”.
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
      pre { overflow-x: auto; padding: .5em; border-left: 3px solid #8888 }
      </style>
      <h1>Rules of \(programName)</h1>

      """
    let guides = Guide.all
    let sections = guides.first { $0.name == "Rules" }.map { Self.sections(of: $0.text) } ?? [:]
    for rule in Findings.documentedRules {
      page += """
        <section id="\(rule.id)">
        <h2>\(rule.id)</h2>
        <p>\(rule.severity.rawValue): \(escaped(rule.summary)).</p>
        \(html(sections[rule.id] ?? [], guides))</section>

        """
    }
    return page + "</html>\n"
  }

  /// Splits the guide “Rules” into sections, one for each rule. The keys are the headings, which are the ids of the
  /// rules. The values are the lines of the section without the heading and the summary.
  private static func sections(of text: String) -> [String: ArraySlice<Substring>] {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" }
    let starts = lines.indices.filter { lines[$0].hasPrefix("### ") }
    var sections: [String: ArraySlice<Substring>] = [:]
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : lines.endIndex
      // Drop the heading, an empty line and the summary. The page takes the summary from the rule itself.
      sections[String(lines[start].dropFirst(4))] = lines[start..<end].dropFirst(3)
    }
    return sections
  }

  private static func html(_ lines: some Sequence<Substring>, _ guides: [Guide]) -> String {
    var html = ""
    var paragraph: [Substring] = []
    var isCode = false
    for line in lines {
      if line.hasPrefix("```") || (line.isEmpty && !isCode) {
        if !paragraph.isEmpty {
          html += "<p>\(spans(paragraph.joined(separator: " "), guides))</p>\n"
          paragraph = []
        }
        guard !line.isEmpty else { continue }
        html += isCode ? "</pre>\n" : "<pre>"
        isCode.toggle()
      } else if isCode {
        html += escaped(line) + "\n"
      } else {
        paragraph.append(line)
      }
    }
    if !paragraph.isEmpty { html += "<p>\(spans(paragraph.joined(separator: " "), guides))</p>\n" }
    return html
  }

  /// Converts a Markdown paragraph to HTML. Text between backticks becomes code, and a link to a guide becomes the
  /// title of the guide.
  private static func spans(_ text: String, _ guides: [Guide]) -> String {
    var html = ""
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "`" }
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 {
        html += "<code>\(escaped(part))</code>"
        continue
      }
      let pieces = part.split(omittingEmptySubsequences: false) { $0 == "<" }
      for (index, piece) in pieces.enumerated() {
        guard index > 0, piece.hasPrefix("doc:") else {
          html += (index > 0 ? "&lt;" : "") + escaped(piece)
          continue
        }
        let link = piece.dropFirst("doc:".count)
        let name = link.prefix { $0 != ">" }
        let title = guides.first { $0.name == name }?.title ?? String(name)
        html += "guide “\(escaped(title))”" + escaped(link.dropFirst(name.count + 1))
      }
    }
    return html
  }

  private static func escaped(_ text: some StringProtocol) -> String {
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
