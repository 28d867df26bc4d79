package import FlintCore
package import FlintScenarios
package import FlintText

/// What a run of scenarios came to, file by file.
package struct ScenarioReport: Sendable {
  package let manifestPath: String
  package let manifest: Manifest
  package let suites: [Suite]

  /// What was and was not seen, nil where nobody asked.
  package let coverage: [Coverage.Item]?

  /// The percentage of coverage that is demanded, nil for none.
  package let leastPercent: Double?

  /// What the suites would miss, nil where nobody asked or some scenario failed without any edit.
  package let mutation: MutationReport?

  package struct Suite: Sendable {
    package let file: SourceFile
    package let results: [ScenarioResult]

    /// Where scenarios and failed expectations begin, by offset.
    private let locations: [Int: SourceLocation]

    package init(file: SourceFile, results: [ScenarioResult]) {
      self.file = file
      self.results = results
      let ranges = results.flatMap { [$0.range] + $0.failures.map(\.range) }
      // In ascending order, all places together take one pass over the text.
      var locator = SourceLocator(file.text)
      var locations: [Int: SourceLocation] = [:]
      for offset in ranges.map(\.lowerBound).sorted() where locations[offset] == nil {
        locations[offset] = locator.location(of: offset)
      }
      self.locations = locations
    }

    /// Where a scenario or a failed expectation of the suite begins.
    func location(of range: Range<Int>) -> SourceLocation {
      locations[range.lowerBound] ?? SourceLocation(line: 1, column: 1)
    }

    func line(of range: Range<Int>) -> Int { location(of: range).line }
  }

  package init(
    manifestPath: String, manifest: Manifest, suites: [Suite], coverage: [Coverage.Item]? = nil,
    leastPercent: Double? = nil, mutation: MutationReport? = nil
  ) {
    self.manifestPath = manifestPath
    self.manifest = manifest
    self.suites = suites
    self.coverage = coverage
    self.leastPercent = leastPercent
    self.mutation = mutation
  }

  package var results: [ScenarioResult] { suites.flatMap(\.results) }
  package var passed: Int { results.count { $0.isPassed } }
  package var failed: Int { results.count - passed }

  /// Whether as much was seen as is demanded.
  package var isCovered: Bool {
    guard let coverage, let leastPercent else { return true }
    return coverage.percent >= leastPercent
  }

  package var isSatisfied: Bool { failed == 0 && isCovered && mutation?.isReached != false }
}

extension [Coverage.Item] {
  package var seen: Int { count { $0.isSeen } }

  /// Of what can be seen, or may be where that is undecided, in percent; 100 where there is nothing.
  package var percent: Double { isEmpty ? 100 : 100 * Double(seen) / Double(count) }

  /// The percentage with one decimal, rounded down, so that 100 means everything.
  package var percentText: String {
    let tenths = isEmpty ? 1000 : 1000 * seen / count
    return "\(tenths / 10).\(tenths % 10)"
  }
}
