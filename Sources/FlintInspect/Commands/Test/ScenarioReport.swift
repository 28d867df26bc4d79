import FlintModel
import FlintScenarios
import FlintText

struct ScenarioReport: Sendable {
  let manifestPath: String
  let manifest: Manifest
  let suites: [Suite]

  /// Nil if not measured.
  let coverage: [Coverage.Item]?

  let requiredPercent: Double?

  /// Nil if not requested, or if a scenario fails.
  let mutation: MutationReport?

  struct Suite: Sendable {
    let file: SourceFile
    let results: [ScenarioResult]

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

  var isCovered: Bool {
    guard let coverage, let requiredPercent else { return true }
    return coverage.percent >= requiredPercent
  }

  var isSatisfied: Bool { failed == 0 && isCovered && mutation?.isReached != false }
}

extension [Coverage.Item] {
  var seen: Int { count { $0.isSeen } }

  /// Impossible outcomes do not count, undecided ones as missed; 100 without any.
  var percent: Double { isEmpty ? 100 : 100 * Double(seen) / Double(count) }

  /// One decimal, rounded down.
  var percentText: String {
    let tenths = isEmpty ? 1000 : 1000 * seen / count
    return "\(tenths / 10).\(tenths % 10)"
  }
}
