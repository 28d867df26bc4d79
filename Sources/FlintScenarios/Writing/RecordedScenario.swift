package struct RecordedScenario: Sendable {
  package let name: String
  package let cases: [RecordedCase]

  package init(name: String, cases: [RecordedCase]) {
    self.name = name
    self.cases = cases
  }

  /// `spread` has an effect only in the layout `facts`.
  package func write(
    of manifest: Manifest, _ spread: JSONWriter.Spread = .lines, to json: inout JSONWriter
  ) {
    json.object(spread) { json in
      json.member("name", name)
      json.key("cases")
      json.array(spread, of: cases) { $0.write(of: manifest, spread, to: &$1) }
    }
  }
}

extension [RecordedCase] {
  /// One case for each state. Of several expectations of a feature, keeps the first.
  package var merged: [RecordedCase] {
    var merged: [RecordedCase] = []
    for recorded in self {
      guard let index = merged.firstIndex(where: { $0.given == recorded.given }) else {
        merged.append(recorded)
        continue
      }
      let expected = merged[index].expected
      let new = recorded.expected.filter { one in
        !expected.contains { $0.feature == one.feature }
      }
      merged[index] = RecordedCase(given: recorded.given, expected: expected + new)
    }
    return merged
  }
}

package struct RecordedCase: Sendable {
  package let given: Given
  package let expected: [RecordedExpectation]

  package enum Given: Equatable, Sendable {
    case state(DeviceState)

    case named(String)
  }

  package init(given: Given, expected: [RecordedExpectation]) {
    self.given = given
    self.expected = expected
  }

  package func write(
    of manifest: Manifest, _ spread: JSONWriter.Spread = .line, to json: inout JSONWriter
  ) {
    Self.json(spread).write((self, manifest), &json)
  }

  package static func json(
    _ spread: JSONWriter.Spread = .line
  ) -> JSONOutput<(RecordedCase, Manifest)> {
    .object("case", "A scenario case that can be pasted into a list of cases", spread) {
      JSONMember(
        "given", .either(WrittenState.json, or: .nonEmptyText),
        "The state, or the name of a state in the manifest"
      ) { recorded, manifest in
        switch recorded.given {
        case .state(let state): .one(WrittenState(state, of: manifest))
        case .named(let name): .other(name)
        }
      }
      JSONMember(
        "expect", .map(from: .id, to: RecordedExpectation.json, spread, atLeast: 1),
        "The status of each feature in the state `given`, by the id of the feature"
      ) { recorded, manifest in
        recorded.expected.map { (manifest.features[$0.feature].id, $0) }
      }
    }
  }

  /// One line, to be pasted into `cases`.
  package func text(of manifest: Manifest) -> String {
    var json = JSONWriter(.facts)
    write(of: manifest, to: &json)
    return json.text
  }
}

package struct RecordedExpectation: Sendable {
  package let feature: Int
  package let status: FeatureStatus

  /// The blockers that the case expects; nil to expect none in particular.
  package private(set) var blockers: [String]?
  package private(set) var nextStep: FeatureExpectation.ExpectedStep?

  /// Expects the whole result: also blockers and next step, unless available.
  package init(all found: FeatureEvaluation, in manifest: Manifest) {
    let isAvailable = found.status == .available
    self.init(found, withBlockers: !isAvailable, in: manifest)
    if !isAvailable { nextStep = found.nextStep.map { .action($0.action) } ?? .nothing }
  }

  package init(
    _ found: FeatureEvaluation, withBlockers: Bool = false, in manifest: Manifest
  ) {
    self.init(found.feature, is: found.status)
    if withBlockers { blockers = found.blockerNames(in: manifest) }
  }

  package init(_ feature: Int, is status: FeatureStatus) {
    (self.feature, self.status) = (feature, status)
  }

  fileprivate static var json: JSONOutput<RecordedExpectation> {
    let whole: JSONOutput<RecordedExpectation> = .object("expectation") {
      JSONMember("status", .status, "The feature's status") { $0.status }
      JSONMember(
        optional: "blockers", .list(of: .nonEmptyText),
        "The constraints that block the feature; a constraint of an ancestor is written FEATURE/CONSTRAINT"
      ) { $0.blockers }
      JSONMember(
        optional: "nextStep", .orNull(.action), "The next step; null if there is none"
      ) { expectation -> NextStep.Action?? in
        switch expectation.nextStep {
        case .action(let action): action
        case .nothing: .some(nil)
        case nil: nil
        }
      }
    }
    return JSONOutput<Either>.either(.status, or: whole).of { expectation in
      expectation.blockers == nil && expectation.nextStep == nil
        ? .one(expectation.status) : .other(expectation)
    }
  }
}

extension MutantProof.Difference {
  /// A case that kills the mutant.
  package var recordedCase: RecordedCase {
    RecordedCase(given: .state(state), expected: [RecordedExpectation(feature, is: status)])
  }
}

package struct RecordedSuite: Sendable {
  private let scenarios: [RecordedScenario]
  private let manifest: Manifest

  package init(_ scenarios: [RecordedScenario], of manifest: Manifest) {
    self.scenarios = scenarios
    self.manifest = manifest
  }

  package func write(into sink: inout ByteSink) {
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("scenarioVersion", 1)
        json.key("scenarios")
        json.array(.lines, of: scenarios) { $0.write(of: manifest, to: &$1) }
      }
    }
  }
}

/// Appends a scenario to a file, in the file's layout.
package struct ScenarioInsertion {
  private let source: SourceText
  private let offset: Int
  private let piece: String

  package init(of scenario: RecordedScenario, for manifest: Manifest, into file: ScenarioFile) {
    let text = file.source.text
    source = text
    func written(_ layout: JSONWriter.Layout, _ spread: JSONWriter.Spread) -> String {
      var json = JSONWriter(layout)
      scenario.write(of: manifest, spread, to: &json)
      return json.text
    }
    (offset, piece) = file.document.withRoot { root in
      let layout = JSONLayout(of: root, in: text)
      func spread(indentedBy base: String) -> String {
        layout.reindented(written(.facts, .lines), indentedBy: base)
      }
      func onOneLine() -> String { written(layout.isSpaced ? .facts : .compact, .line) }
      guard let list = root.member("scenarios") else { return (root.start + 1, "") }
      if let last = Array(list.elements).last {
        let indentation = layout.lineIndentation(before: last.start)
        let separator = indentation.map { "," + layout.lineEnd + $0 } ?? layout.comma
        return (
          last.range.upperBound,
          separator
            + (layout.isSpread(last) ? spread(indentedBy: indentation ?? "") : onOneLine())
        )
      }
      guard let indentation = layout.indentation else { return (list.start + 1, onOneLine()) }
      let inner = indentation + indentation
      let piece = layout.lineEnd + inner + spread(indentedBy: inner)
      // If the empty list is written on two lines, the closing bracket is already on its own line.
      return (
        list.start + 1, layout.isSpread(list) ? piece : piece + layout.lineEnd + indentation
      )
    }
  }

  package func write(to sink: inout ByteSink) {
    sink.append(source, ..<offset)
    sink.append(piece)
    sink.append(source, offset...)
  }
}
