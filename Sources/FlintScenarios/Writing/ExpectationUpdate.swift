/// Writes actual results over failed expectations, and nothing else.
package struct ExpectationUpdate {
  private let source: SourceText

  private let pieces: [(range: Range<Int>, text: String)]

  package let count: Int

  package init(of results: [ScenarioResult], in file: ScenarioFile) {
    let text = file.source.text
    source = text
    var pieces: [(range: Range<Int>, text: String)] = []
    var count = 0
    file.document.withRoot { root in
      let writer = ExpectationReplacements(layout: JSONLayout(of: root, in: text), text: text)
      for failure in results.lazy.flatMap(\.failures) {
        let rewritten = writer.pieces(for: failure, in: root)
        if !rewritten.isEmpty { count += 1 }
        pieces += rewritten
      }
    }
    self.pieces = pieces.sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.count = count
  }

  package func write(to sink: inout ByteSink) {
    var start = 0
    for (range, piece) in pieces {
      sink.append(source, start..<range.lowerBound)
      sink.append(piece)
      start = range.upperBound
    }
    sink.append(source, start...)
  }
}

private struct ExpectationReplacements {
  typealias Piece = (range: Range<Int>, text: String)

  let layout: JSONLayout
  let text: SourceText

  func pieces(for failure: ExpectationFailure, in root: JSONValue) -> [Piece] {
    switch failure.fact {
    case .claim: return []
    case .outcome(_, let found, _):
      return found.map { [(failure.range, JSONText.quoted($0.rawValue))] } ?? []
    case .feature(let expected, let found):
      guard let value = root.member(at: failure.range.lowerBound) else { return [] }
      if expected.isStatusAlone { return [(value.range, JSONText.quoted(found.status.name))] }
      return value.members.compactMap { key, member in
        piece(for: key, member, expected, found, in: failure.sentences.manifest)
      }
    }
  }

  /// The replacement of a value. Nil if the value is right or the key unknown.
  private func piece(
    for key: JSONValue, _ value: JSONValue, _ expected: FeatureExpectation,
    _ found: FeatureEvaluation, in manifest: Manifest
  ) -> Piece? {
    switch key {
    case "status":
      if expected.status == found.status { return nil }
      return (value.range, JSONText.quoted(found.status.name))
    case "blockers":
      if expected.blockersHold(of: found, in: manifest) { return nil }
      return (value.range, list(found.blockerNames(in: manifest), insteadOf: value))
    case "nextStep":
      if expected.nextStepHolds(of: found) { return nil }
      return (value.range, found.nextStep.map { JSONText.quoted($0.action.name) } ?? "null")
    default: return nil
    }
  }

  private func list(_ names: [String], insteadOf old: JSONValue) -> String {
    let names = names.map { JSONText.quoted($0) }
    let first = old.elements.first { _ in true }
    if !names.isEmpty, let first, let inner = layout.lineIndentation(before: first.start) {
      let outer = layout.lineIndentation(before: old.range.upperBound - 1)
      let lines = names.map { layout.lineEnd + inner + $0 }.joined(separator: ",")
      return "[" + lines + (outer.map { layout.lineEnd + $0 } ?? "") + "]"
    }
    let padding = first.map { $0.start > old.start + 1 ? " " : "" } ?? ""
    return names.isEmpty
      ? "[]" : "[" + padding + names.joined(separator: layout.comma) + padding + "]"
  }
}

extension JSONValue {
  fileprivate func member(at offset: Int) -> JSONValue? {
    var value = self
    while true {
      var next: JSONValue?
      for (key, member) in value.members {
        if key.start == offset { return member }
        if member.range.contains(offset) { next = member }
      }
      for element in value.elements where element.range.contains(offset) { next = element }
      guard let next else { return nil }
      value = next
    }
  }
}
