package import FlintModel
package import FlintText

/// Appends a scenario in the file's own layout.
package struct ScenarioInsertion {
  private let source: SourceText
  private let offset: Int
  private let piece: String

  package init(of scenario: RecordedScenario, for manifest: Manifest, into file: ScenarioFile) {
    let text = file.source.text
    source = text
    let writer = ScenarioTextWriter(scenario, of: manifest)
    (offset, piece) = file.document.withRoot { root in
      let layout = JSONLayout(of: root, in: text)
      guard let list = root.member("scenarios") else { return (root.start + 1, "") }
      guard let last = Array(list.elements).last else {
        return (list.start + 1, writer.first(of: list, layout))
      }
      return (last.range.upperBound, writer.further(after: last, layout))
    }
  }

  package func write(to sink: inout ByteSink) {
    sink.append(source, ..<offset)
    sink.append(piece)
    sink.append(source, offset...)
  }
}

private struct ScenarioTextWriter {
  private let scenario: RecordedScenario
  private let manifest: Manifest

  init(_ scenario: RecordedScenario, of manifest: Manifest) {
    self.scenario = scenario
    self.manifest = manifest
  }

  func first(of list: JSONValue, _ layout: JSONLayout) -> String {
    guard let indentation = layout.indentation else { return onOneLine(layout) }
    let inner = indentation + indentation
    let piece = layout.lineEnd + inner + spread(layout, indentedBy: inner)
    // If the empty list is written on two lines, the closing bracket is already on its own line.
    return layout.isSpread(list) ? piece : piece + layout.lineEnd + indentation
  }

  func further(after last: JSONValue, _ layout: JSONLayout) -> String {
    let indentation = layout.lineIndentation(before: last.start)
    let separator = indentation.map { "," + layout.lineEnd + $0 } ?? layout.comma
    guard layout.isSpread(last) else { return separator + onOneLine(layout) }
    return separator + spread(layout, indentedBy: indentation ?? "")
  }

  private func onOneLine(_ layout: JSONLayout) -> String {
    write(layout.isSpaced ? .facts : .compact, .line)
  }

  private func spread(_ layout: JSONLayout, indentedBy base: String) -> String {
    layout.reindented(write(.facts, .lines), indentedBy: base)
  }

  private func write(_ layout: JSONWriter.Layout, _ spread: JSONWriter.Spread) -> String {
    var json = JSONWriter(layout)
    scenario.write(of: manifest, spread, to: &json)
    return json.text
  }
}
