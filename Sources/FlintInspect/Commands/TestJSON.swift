enum ScenarioJSON {
  static var json: JSONOutput<ScenarioReport> {
    .result {
      JSONMember("summary", summary, "The number of scenarios that passed and failed") { $0 }
      JSONMember(
        "scenarios", .list(of: scenario), "The scenarios that ran, in the order of the files"
      ) { report in
        report.suites.lazy.flatMap { suite in suite.results.lazy.map { ($0, suite) } }
      }
      JSONMember(
        optional: "coverage", CoverageJSON.json,
        "The coverage of the manifest; present with `--coverage`"
      ) { report in report.coverage.map { ($0, report) } }
      JSONMember(
        optional: "mutation", MutationReport.json,
        "The mutation score; present with `--mutate`, if all scenarios pass"
      ) { report in report.mutation.map { ($0, report.manifest) } }
    }
  }

  private static var summary: JSONOutput<ScenarioReport> {
    .object {
      JSONMember("scenarios", .count, "The number of scenarios that ran", \.results.count)
      JSONMember("passed", .count, "The number of scenarios that passed", \.passed)
      JSONMember("failed", .count, "The number of scenarios that failed", \.failed)
    }
  }

  private static var scenario: JSONOutput<(ScenarioResult, ScenarioReport.Suite)> {
    .object(
      "scenario", "The result of a scenario",
      rules: [
        "if": ["properties": ["status": .constant("passed")]],
        "then": ["properties": ["failures": ["maxItems": 0], "counterexample": false]],
        "else": ["properties": ["failures": ["minItems": 1]]],
      ]
    ) {
      JSONMember("name", .text, "The scenario's name", \.0.name)
      JSONMember("path", .text, "The path of the file", \.1.file.path)
      JSONMember("line", .ordinal, "The line on which the scenario begins") {
        $0.1.line(of: $0.0.range)
      }
      JSONMember(
        "status", .text(.names(["passed", "failed"])), "Whether every expectation is satisfied"
      ) { $0.0.isPassed ? "passed" : "failed" }
      JSONMember("failures", .list(of: failure), "The failed expectations") { result, suite in
        result.failures.map { ($0, suite) }
      }
      JSONMember(
        optional: "counterexample", WrittenState.json, "A state that contradicts the claim"
      ) { result, _ in
        guard let state = result.counterexample, let failure = result.failures.first else {
          return nil
        }
        return WrittenState(state, of: failure.sentences.manifest)
      }
    }
  }

  private static var failure: JSONOutput<(ExpectationFailure, ScenarioReport.Suite)> {
    let statuses = JSONOutput<[(key: String, value: FeatureStatus)]>.map(from: .id, to: .status)
    let facts = facts
    func value(_ schema: Schema) -> JSONOutput<ExpectationFailure.Value> {
      JSONOutput(schema) { value, json in
        switch value {
        case .word(let word?): json.string(word)
        case .word(nil): json.null()
        case .facts(let values): facts.write(values, &json)
        case .statuses(let values): statuses.write(values, &json)
        }
      }
    }
    return .object("failure", "A failed expectation") {
      JSONMember("line", .ordinal, "The line on which the expectation begins") {
        $0.1.line(of: $0.0.range)
      }
      JSONMember(
        "message", .nonEmptyText, "How the result differs from the expectation, as a sentence",
        \.0.message)
      JSONMember(
        "expected", value(.anyOf(.text, facts.schema)),
        """
        The expected value: a status, an action's outcome, a claim in words, or an object if more than the \
        status is expected
        """, \.0.expectedValue)
      JSONMember(
        "actual", value(.anyOf(.orNull(.text), .anyOf(facts.schema, statuses.schema))),
        """
        The actual value, in the same form as `expected`; null if an outcome is expected of a step \
        that neither performs an action nor requests permissions; for a claim, an object with the \
        status that each feature of the claim has in the counterexample
        """, \.0.actualValue)
    }
  }

  private static var facts: JSONOutput<ExpectationFailure.Facts> {
    .object(
      "facts", "The expected or actual values of a feature, with only the keys that are compared"
    ) {
      JSONMember(optional: "status", .status, "The feature's status", \.status)
      JSONMember(
        optional: "blockers", .list(of: .nonEmptyText),
        "The constraints that block the feature; a constraint of an ancestor is written FEATURE/CONSTRAINT",
        \.blockers)
      JSONMember(
        optional: "nextStep", .orNull(.action),
        "The kind of next step; null if there is none",
        \.nextStep)
    }
  }
}

enum CoverageJSON {
  static var json: JSONOutput<([Coverage.Item], ScenarioReport)> {
    .object("coverage", "The outcomes of features and constraints that occur in the scenarios") {
      JSONMember(
        "percent", .digits(.percentage),
        "The percentage of possible outcomes that occur in a scenario, rounded down to one decimal",
        \.0.percentText)
      JSONMember(
        optional: "demanded", .digits(.percentage),
        "The coverage in percent that `--min-coverage` requires"
      ) { $0.1.coverageMeasure?.requiredText }
      JSONMember(
        "seen", .count, "The number of possible outcomes that occur in at least one scenario",
        \.0.seen)
      JSONMember(
        "total", .count,
        "The number of possible outcomes: at most two for each feature (available, not available) and two for each constraint (satisfied, not satisfied)",
        \.0.count)
      JSONMember(
        "neverSeen", .list(of: item),
        "The statuses that no scenario covers, although they are possible"
      ) { items, report in
        items.lazy.filter { $0.example != nil }.map { ($0, report.manifest) }
      }
      JSONMember(
        "undecided", .list(of: item),
        "The statuses that no scenario covers and that are too complex to analyze; they count as not covered"
      ) { items, report in items.lazy.filter(\.isUndecided).map { ($0, report.manifest) } }
    }
  }

  private static var item: JSONOutput<(Coverage.Item, Manifest)> {
    .object(
      "neverSeen", "A status of a feature or a constraint that no scenario covers",
      rules: [
        "if": .requires("constraint"),
        "then": ["properties": ["status": .names(["satisfied", "notSatisfied"])]],
        "else": ["properties": ["status": .names(["available", "notAvailable"])]],
      ]
    ) {
      JSONMember("feature", .id, "The feature's id") { $1.features[$0.feature].id }
      JSONMember(
        optional: "constraint", .constraintID,
        "The id of the constraint; absent if the status is that of the feature", \.0.constraint)
      JSONMember("status", .nonEmptyText, "The status that is not covered") { item, _ in
        item.constraint == nil
          ? item.isPositive ? "available" : "notAvailable"
          : item.isPositive ? "satisfied" : "notSatisfied"
      }
      JSONMember(
        optional: "state", WrittenState.json,
        "A state in which the feature or constraint has this status"
      ) { item, manifest in
        guard case .state(let state)? = item.example?.given else { return nil }
        return WrittenState(state, of: manifest)
      }
      JSONMember(
        optional: "case", RecordedCase.json(),
        "A case that covers this status if it is added to a scenario"
      ) { item, manifest in item.example.map { ($0, manifest) } }
    }
  }
}

extension Schema {
  static let percentage: Schema = ["type": "number", "minimum": 0, "maximum": 100]
}

extension MutationReport {
  static var json: JSONOutput<(MutationReport, Manifest)> {
    .object(
      "mutation",
      "The result of mutation testing: how many mistakes in the manifest the scenarios detect"
    ) {
      JSONMember(
        "mutants", .count,
        "The number of mutants",
        \.0.tally.mutants)
      JSONMember(
        "killed", .count, "The number of mutants with which at least one scenario fails",
        \.0.tally.killed)
      JSONMember(
        "equivalent", .count, "The number of mutants that change no feature's status in any state",
        \.0.tally.equivalent)
      JSONMember(
        "score", .digits(.percentage),
        """
        The percentage of mutants that the scenarios detect, not counting `equivalent` ones; \
        rounded down to one decimal
        """, \.0.tally.percentText)
      JSONMember(
        optional: "demanded", .digits(.percentage),
        "The mutation score in percent that `--min-score` requires"
      ) { $0.0.measure.requiredText }
      JSONMember("survivors", .list(of: survivor), "The mutants that no scenario detects") {
        mutation, manifest in mutation.survivors.map { ($0, manifest) }
      }
    }
  }

  private static var survivor: JSONOutput<(Survivor, Manifest)> {
    .object("survivor", "A changed copy of the manifest (mutant) that passes every scenario") {
      JSONMember("mutation", .name, "The kind of mutation", \.0.mutation.kind)
      JSONMember(
        "feature", .orNull(.id),
        "The id of the mutated feature; null for a named condition or an attribute"
      ) { survivor, manifest in survivor.mutation.feature.map { manifest.features[$0].id } }
      JSONMember(
        "constraint", .orNull(.constraintID),
        """
        The id of the feature's constraint that the mutant changes; null if `feature` is null, or if \
        the mutant changes `isEnabled` or the condition of a conditional block
        """, \.0.mutation.constraint)
      JSONMember.position.map { $0.of(\.0.position) }
      JSONMember("message", .nonEmptyText, "The mutation, as a sentence") { $0.message(in: $1) }
      JSONMember(
        "case", .orNull(RecordedCase.json()),
        "A scenario case that would detect the mutant; null if the search found none"
      ) { survivor, manifest in survivor.suggestedCase.map { ($0, manifest) } }
    }
  }
}

extension JSONMember<SourcePosition> {
  static var position: [JSONMember] {
    [
      JSONMember("path", .text, "The path of the file", \.path),
      JSONMember("line", .ordinal, "The line, counted from 1", \.location.line),
      JSONMember(
        "column", .ordinal, "The column in Unicode scalars, counted from 1", \.location.column),
    ]
  }
}
