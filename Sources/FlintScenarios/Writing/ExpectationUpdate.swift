internal import FlintCore
package import FlintText

/// Rewrites the values of a file that were expected and did not come true with what is; every other byte stays as it is.
package struct ExpectationUpdate {
  private let source: SourceText

  /// In the order of the text.
  private let pieces: [(range: Range<Int>, text: String)]

  /// How many expectations are rewritten. Claims never are: what is said of every state was meant.
  package let count: Int

  package init(of results: [ScenarioResult], in file: ScenarioFile) {
    let text = file.source.text
    source = text
    var pieces: [(range: Range<Int>, text: String)] = []
    var count = 0
    file.document.withRoot { root in
      let writer = ExpectationPieces(layout: JSONLayout(of: root, in: text), text: text)
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

/// What stands in the place of a value that was expected.
private struct ExpectationPieces {
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

  /// Nil where the member is right, or somebody's own.
  private func piece(
    for key: JSONValue, _ value: JSONValue, _ expected: FeatureExpectation,
    _ found: FeatureEvaluation, in manifest: Manifest
  ) -> Piece? {
    switch ExpectationKey(key: key) {
    case .status:
      if expected.status == found.status { return nil }
      return (value.range, JSONText.quoted(found.status.name))
    case .blockers:
      if expected.blockersHold(of: found, in: manifest) { return nil }
      return (value.range, list(found.blockerNames(in: manifest), insteadOf: value))
    case .nextStep:
      if expected.nextStepHolds(of: found) { return nil }
      return (value.range, found.nextStep.map { JSONText.quoted($0.action.name) } ?? "null")
    case nil: return nil
    }
  }

  /// Names as a list that is laid out as the old one.
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
  /// The value of the member whose key begins at an offset, however deep it lies.
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
