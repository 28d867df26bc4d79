import FlintModel
import FlintScenarios
import FlintText

/// The results of scenarios (tests of a manifest) that ran, grouped by file.
struct ScenarioReport: Sendable {
  let manifestPath: String
  let manifest: Manifest
  let suites: [Suite]

  /// The measured coverage. Each element is an outcome of a feature or constraint, such as “satisfied”, and states
  /// whether it occurs in a scenario. Nil if the coverage was not measured.
  let coverage: [Coverage.Item]?

  /// The coverage that the user requires, in percent; nil if none is required.
  let requiredPercent: Double?

  /// The result of mutation testing. Nil if it was not requested, or if a scenario fails even with the unchanged
  /// manifest.
  let mutation: MutationReport?

  struct Suite: Sendable {
    let file: SourceFile
    let results: [ScenarioResult]

    /// The locations at which scenarios and failed expectations start, by their UTF-8 offsets in the file.
    private let locations: [Int: SourceLocation]

    init(file: SourceFile, results: [ScenarioResult]) {
      self.file = file
      self.results = results
      let ranges = results.flatMap { [$0.range] + $0.failures.map(\.range) }
      // Because the offsets are sorted, one pass over the text locates all of them.
      var locator = SourceLocator(file.text)
      var locations: [Int: SourceLocation] = [:]
      for offset in ranges.map(\.lowerBound).sorted() where locations[offset] == nil {
        locations[offset] = locator.location(of: offset)
      }
      self.locations = locations
    }

    func location(of range: Range<Int>) -> SourceLocation {
      locations[range.lowerBound] ?? SourceLocation(line: 1, column: 1)
    }

    func line(of range: Range<Int>) -> Int { location(of: range).line }
  }

  init(
    manifestPath: String, manifest: Manifest, suites: [Suite], coverage: [Coverage.Item]? = nil,
    requiredPercent: Double? = nil, mutation: MutationReport? = nil
  ) {
    self.manifestPath = manifestPath
    self.manifest = manifest
    self.suites = suites
    self.coverage = coverage
    self.requiredPercent = requiredPercent
    self.mutation = mutation
  }

  var results: [ScenarioResult] { suites.flatMap(\.results) }
  var passed: Int { results.count { $0.isPassed } }
  var failed: Int { results.count - passed }

  /// Whether the required coverage is reached, or none is required.
  var isCovered: Bool {
    guard let coverage, let requiredPercent else { return true }
    return coverage.percent >= requiredPercent
  }

  var isSatisfied: Bool { failed == 0 && isCovered && mutation?.isReached != false }
}

extension [Coverage.Item] {
  var seen: Int { count { $0.isSeen } }

  /// The coverage in percent: the share of outcomes, such as “the constraint is not satisfied”, that occur in a
  /// scenario. Outcomes that are proven impossible do not count. Outcomes that are too complex to analyze count as not
  /// covered. If there are no outcomes, the coverage is 100.
  var percent: Double { isEmpty ? 100 : 100 * Double(seen) / Double(count) }

  /// The coverage in percent with one decimal. It is rounded down, so it is `100.0` only if nothing is left to cover.
  var percentText: String {
    let tenths = isEmpty ? 1000 : 1000 * seen / count
    return "\(tenths / 10).\(tenths % 10)"
  }
}
