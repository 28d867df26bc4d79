internal import FlintCore
internal import FlintManifest
internal import FlintScenarios
package import FlintText

/// `test --format json`.
package struct ScenarioJSON {
  package init() {}

  package func write(_ report: ScenarioReport, into sink: inout ByteSink) {
    sink.jsonLine(.pretty) { json in
      json.object { json in
        json.member("formatVersion", 1)
        json.key("summary")
        json.object { json in
          json.member("scenarios", report.results.count)
          json.member("passed", report.passed)
          json.member("failed", report.failed)
        }
        json.key("scenarios")
        json.array { json in
          for suite in report.suites {
            for result in suite.results { write(result, of: suite, to: &json) }
          }
        }
        if let coverage = report.coverage { write(coverage, of: report, to: &json) }
        if let mutation = report.mutation { write(mutation, of: report, to: &json) }
      }
    }
  }

  private func write(
    _ result: ScenarioResult, of suite: ScenarioReport.Suite, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("name", result.name)
      json.member("path", suite.file.path)
      json.member("line", suite.line(of: result.range))
      json.member("status", result.isPassed ? "passed" : "failed")
      json.key("failures")
      json.array { json in
        for failure in result.failures {
          json.object { json in
            json.member("line", suite.line(of: failure.range))
            json.member("message", failure.message)
            writeValues(of: failure, to: &json)
          }
        }
      }
      if let state = result.counterexample, let failure = result.failures.first {
        json.key("counterexample")
        StateWriter.write(state, of: failure.sentences.manifest, to: &json)
      }
    }
  }

  private func writeValues(of failure: ExpectationFailure, to json: inout JSONWriter) {
    let manifest = failure.sentences.manifest
    switch failure.fact {
    case .outcome(let expected, let found, _):
      json.member("expected", expected.rawValue)
      json.member("actual", found?.rawValue)
    case .feature(let expected, let found) where expected.isStatusAlone:
      json.member("expected", expected.status?.name ?? "")
      json.member("actual", found.status.name)
    case .feature(let expected, let found):
      json.key("expected")
      json.object { json in
        if let status = expected.status { json.member("status", status.name) }
        if let blockers = expected.blockers { json.member("blockers", blockers) }
        switch expected.nextStep {
        case .action(let action): json.member("nextStep", action.name)
        case .nothing: json.member("nextStep", nil)
        case nil: break
        }
      }
      json.key("actual")
      json.object { json in
        if expected.status != nil { json.member("status", found.status.name) }
        if expected.blockers != nil {
          json.member("blockers", found.blockerNames(in: manifest))
        }
        guard expected.nextStep != nil else { return }
        json.member("nextStep", found.nextStep?.action.name)
      }
    case .claim(_, let features):
      json.member("expected", failure.expected)
      json.key("actual")
      json.object { json in
        for feature in features {
          json.key(named: manifest.features[feature.feature].id)
          json.string(feature.status.name)
        }
      }
    }
  }

  private func write(
    _ coverage: [Coverage.Item], of report: ScenarioReport, to json: inout JSONWriter
  ) {
    let manifest = report.manifest
    json.key("coverage")
    json.object { json in
      json.key("percent")
      json.raw(coverage.percentText)
      if report.leastPercent != nil {
        json.key("demanded")
        json.raw(report.leastPercentText)
      }
      json.member("seen", coverage.seen)
      json.member("total", coverage.count)
      json.key("neverSeen")
      json.array(of: coverage.filter { $0.example != nil }) { item, json in
        write(item, of: manifest, to: &json)
      }
      json.key("undecided")
      json.array(of: coverage.filter(\.isUndecided)) { item, json in
        write(item, of: manifest, to: &json)
      }
    }
  }

  private func write(_ item: Coverage.Item, of manifest: Manifest, to json: inout JSONWriter) {
    json.object { json in
      json.member("feature", manifest.features[item.feature].id)
      if let constraint = item.constraint {
        json.member("constraint", constraint)
        json.member("status", item.isPositive ? "satisfied" : "notSatisfied")
      } else {
        json.member("status", item.isPositive ? "available" : "notAvailable")
      }
      guard let example = item.example else { return }
      if case .state(let state) = example.given {
        json.key("state")
        StateWriter.write(state, of: manifest, to: &json)
      }
      json.key("case")
      example.write(of: manifest, to: &json)
    }
  }
}
