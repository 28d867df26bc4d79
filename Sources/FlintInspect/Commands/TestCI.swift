extension ScenarioReport {
  func writeGitHub(into sink: inout ByteSink) {
    for suite in suites {
      for result in suite.results {
        for failure in result.failures {
          let message = failure.facts(failure.message, manifestPath: manifestPath).joined(
            separator: " | ")
          WorkflowCommand(
            severity: .error, file: suite.file.path,
            location: suite.location(of: failure.range), title: result.name, message: message
          ).write(to: &sink)
        }
      }
    }
    let coverage = coverageMeasure
    if let coverage, !coverage.isReached {
      WorkflowCommand(
        severity: .error, file: manifestPath, title: "coverage",
        message: ([coverage.text] + neverSeen.map { sentence(for: $0) }).joined(
          separator: " | ")
      ).write(to: &sink)
    }
    let mutation = mutation?.measure
    if let mutation {
      // Errors if the score is not reached.
      for survivor in self.mutation?.survivors ?? [] {
        let example = survivor.suggestedCase.map { " | case: \($0.text(of: manifest))" }
        WorkflowCommand(
          severity: mutation.isReached ? .warning : .error, file: survivor.position.path,
          location: survivor.position.location, title: survivor.mutation.kind.name,
          message: survivor.message(in: manifest) + (example ?? "")
        ).write(to: &sink)
      }
      if !mutation.isReached {
        WorkflowCommand(
          severity: .error, file: manifestPath, title: "mutation", message: mutation.text
        ).write(to: &sink)
      }
    }
    WorkflowCommand(
      severity: .note, title: "flint-inspect test",
      message: ([summary] + [coverage?.text, mutation?.text].compactMap(\.self)).joined(
        separator: "; ")
    ).write(to: &sink)
  }
}

extension ExpectationFailure {
  fileprivate func facts(_ message: String, manifestPath path: String) -> [String] {
    [
      message, "expected: \(expected)", "actual: \(actual)",
      "why: \(reasons.joined(separator: "; "))",
      "see: \(command(manifestPath: path))",
    ]
  }
}

extension ScenarioReport {
  func writeJUnit(into sink: inout ByteSink) {
    var suites = suites.map { suite in
      let path = suite.file.path
      var cases = JUnitSuite(name: path, file: path)
      for result in suite.results {
        // JUnit's schema allows one failure per test case, so its text lists all failed expectations.
        let details = result.failures.map { failure in
          let position = "\(path):\(suite.line(of: failure.range))"
          return failure.facts("\(position): \(failure.message)", manifestPath: manifestPath)
            .joined(separator: " | ")
        }
        cases.add(
          result.name, of: path,
          result.isPassed
            ? .passed
            : .failed(
              "expectation", result.failures.map(\.message).joined(separator: "; "), details))
      }
      return cases
    }
    let path = manifestPath
    if let coverage = coverageMeasure {
      suites.append(
        coverage.suite(
          "coverage", file: path, details: neverSeen.map { sentence(for: $0) }))
    }
    if let mutation { suites.append(suite(mutation)) }
    JUnitSuite.write(suites, of: "test", into: &sink)
  }

  private func suite(_ mutation: MutationReport) -> JUnitSuite {
    let measure = mutation.measure
    var suite = measure.suite("mutation", file: manifestPath)
    for survivor in mutation.survivors {
      let position = survivor.position
      let message = survivor.message(in: manifest)
      let example = survivor.suggestedCase?.text(of: manifest) ?? ""
      suite.add(
        "\(position): \(survivor.mutation.kind.name)", of: position.path,
        // If the required score is reached, survivors are no failures.
        measure.required != nil && measure.isReached
          ? .tolerated([message, example])
          : .failed("mutation", message, ["\(position): \(message)", example]))
    }
    return suite
  }
}
