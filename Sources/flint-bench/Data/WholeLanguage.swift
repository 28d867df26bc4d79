/// Constraints and values that the basic data lacks.
struct WholeLanguage {
  static let attributes = """
    ,{"id":"launches","type":"integer","default":0},{"id":"country","type":"text"},\
    {"id":"installed","type":"date"}
    """

  private static let countries = ["FR", "DE", "US", "CN", "JP", "BR", "IN"].map { "\"\($0)\"" }

  static func constraints(
    of feature: Int, permissions: [String], _ random: inout BenchmarkGenerator
  ) -> [String] {
    var parts: [String] = []
    if random.oneIn(3) {
      let from = "\"atLeast\":\"2026-0\(random.int(1...6))-01\""
      parts.append(
        random.oneIn(2)
          ? "\"date\":{\(from)}" : "\"date\":{\(from),\"below\":\"2026-1\(random.int(0...2))-01\"}")
    }
    // Only features after the first ten require other features, which are among the first ten, so that chains do not
    // grow with the manifest.
    if feature >= 10, random.oneIn(5) {
      parts.append("\"features\":[\"feature-\(random.int(0...9))\"]")
    }
    if random.oneIn(3) {
      let list = random.few(1...2, of: countries).joined(separator: ",")
      let age = [2, 7, 30][random.int(0...2)]
      parts.append(
        "\"allOf\":[{\"attributes\":{\"country\":{\"notIn\":[\(list)]}}},"
          + "{\"attributes\":{\"installed\":{\"ago\":{\"atLeast\":\"P\(age)D\"}}}}]")
    }
    if random.oneIn(2) {
      let list = random.few(2...3, of: countries).joined(separator: ",")
      parts.append(
        "\"anyOf\":[{\"attributes\":{\"launches\":{\"atLeast\":\(random.int(2...20))}}},"
          + "{\"attributes\":{\"country\":[\(list)]}},"
          + "{\"platforms\":{\"iOS\":\(random.int(15...17)),\"macOS\":\"any\"},"
          + "\"permissions\":[\"\(random.pick(permissions))\"]},"
          + "{\"attributes\":{\"installed\":{\"below\":\"2025-0\(random.int(1...9))-01\"}}}]")
    }
    if random.oneIn(5) {
      parts.append(
        "\"not\":{\"attributes\":{\"launches\":[0,\(random.int(1...9))],\"country\":\"CN\"}}")
    }
    return parts
  }

  static func attributes(_ random: inout BenchmarkGenerator) -> [String] {
    var members: [String] = []
    if random.oneIn(2) { members.append("\"launches\":\(random.int(0...25))") }
    if random.oneIn(2) { members.append("\"country\":\(random.pick(countries))") }
    if random.oneIn(2) { members.append("\"installed\":\"\(date(2024...2026, &random))\"") }
    return members
  }

  static func date(_ years: ClosedRange<Int>, _ random: inout BenchmarkGenerator) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(random.int(years))-\(two(random.int(1...12)))-\(two(random.int(1...28)))"
  }
}
