import FlintCore
import FlintManifest
import FlintText
import TestSupport
import Testing

@testable import FlintPopulation

@Suite("A population in groups")
struct GroupTests {
  private func audience(
    _ text: String, of manifest: Manifest, against old: Manifest? = nil, by keys: [GroupKey] = [],
    workers: Int = 1
  ) throws -> Audience {
    let run = PopulationRun(
      manifest, ManifestNames(of: manifest), against: old.map { ($0, ManifestNames(of: $0)) },
      by: keys, workers: workers)
    return try run.audience(input([Array(text.utf8)])) { _, _ in
    } progress: { _, _ in
    }
  }

  @Test(
    "has for each what a run over its states alone comes to",
    arguments: TestDepth.seeds(2, thorough: 12), [1, 3])
  func parted(seed: UInt64, workers: Int) throws {
    var random = SeededGenerator(seed: seed)
    // States say more of many features than there is room for at first.
    let features = seed == 2 ? 120 : 4
    let manifest = random.manifest(RandomManifestShape(features: features, attributes: 4))
    let old = random.oneIn(2) ? random.manifest(RandomManifestShape(features: 4)) : nil
    var keys: [GroupKey] = [.platform, .osVersion, .appVersion]
    keys += manifest.attributes.indices.map { .attribute($0) }
    keys = Array(keys.shuffled(using: &random).prefix(random.int(1...4)))
    var text = ""
    var lines: [[GroupValue]: [String]] = [:]
    // Enough for many batches; the states are few, so that some groups are large.
    let states = (0..<random.pick([8, 60])).map { _ in random.state(for: manifest) }
    for _ in 0..<(seed <= 2 ? 2000 : 200) {
      let state = random.pick(states)
      var extra = ["\"weight\":\(random.int(0...2))"]
      if random.oneIn(8) { extra.append("\"x-note\":\"\\u0041\"") }
      let line = random.line(state, of: manifest, extra: extra) + "\n"
      text += line
      lines[keys.map { Self.value(of: $0, in: state, manifest) }, default: []].append(line)
    }
    let audience = try audience(text, of: manifest, against: old, by: keys, workers: workers)
    let whole = try self.audience(text, of: manifest, against: old)
    #expect(audience.features == whole.features, "seed \(seed)")
    #expect(audience.against == whole.against, "seed \(seed)")
    let groups = try #require(audience.groups)
    #expect(
      groups.map { $0.key.map(\.value) } == lines.keys.sorted(by: Self.precedes), "seed \(seed)")
    for group in groups {
      #expect(group.key.map(\.name) == keys.map { $0.name(in: manifest) })
      let own = lines[group.key.map(\.value)]?.joined() ?? ""
      let alone = try self.audience(own, of: manifest, against: old)
      #expect(alone == audience.alone(group), "seed \(seed)")
    }
  }

  private static func precedes(_ one: [GroupValue], _ other: [GroupValue]) -> Bool {
    for (one, other) in zip(one, other) where one != other { return one < other }
    return false
  }

  private static func value(
    of key: GroupKey, in state: DeviceState, _ manifest: Manifest
  ) -> GroupValue {
    func first(_ version: InstalledVersion) -> GroupValue {
      if case .version(let version) = version { return .integer(Int64(version.major)) }
      return .text(ExactText("latest"))
    }
    switch key {
    case .platform: return .text(ExactText(state.platform.name))
    case .osVersion: return first(state.osVersion)
    case .appVersion:
      return first(state.appVersion ?? manifest.app.installedVersion(on: state.platform))
    case .attribute(let attribute):
      let declaration = manifest.attributes[attribute]
      switch (state.attributes[attribute] ?? declaration.declaredValue, declaration.domain) {
      case (.boolean(let value), _): return .boolean(value)
      case (.integer(let number), _): return .integer(number)
      case (.choice(let index), .choice(let values)): return .text(ExactText(values[index]))
      case (.text(let text), _): return .text(text)
      case (.version(let version), _): return .text(ExactText(version.description))
      case (.date(let date), _): return .text(ExactText(date.description))
      case (.unknown, _), (.choice, _): return .null
      }
    }
  }

  @Test(
    "stand in order: false, true, numbers, texts by code point, null; versions and dates as written"
  )
  func order() throws {
    let manifest = try ManifestFile(
      SourceFile(
        path: "m.json",
        text: SourceText(
          """
          {"manifestVersion": 1, "attributes": [{"id": "b", "type": "boolean"},
            {"id": "i", "type": "integer"}, {"id": "v", "type": "version", "default": "2.0"},
            {"id": "d", "type": "date"}, {"id": "t", "type": "text"}], "features": [{"id": "f"}]}
          """))
    ).manifest
    func values(_ attribute: Int, _ values: [String]) throws -> [GroupValue] {
      let id = manifest.attributes[attribute].id
      let text =
        values.map { #"{"attributes": {"\#(id)": \#($0)}}"# }.joined(separator: "\n") + "\n{}"
      return try #require(audience(text, of: manifest, by: [.attribute(attribute)]).groups).map {
        $0.key[0].value
      }
    }
    func texts(_ texts: String...) -> [GroupValue] { texts.map { .text(ExactText($0)) } }
    #expect(try values(0, ["true", "null", "false"]) == [.boolean(false), .boolean(true), .null])
    #expect(
      try values(1, ["10", "-9007199254740992", "9", "0"])
        == [.integer(-9_007_199_254_740_992), .integer(0), .integer(9), .integer(10), .null])
    #expect(
      try values(2, ["\"2\"", "2", "\"10\"", "\"latest\"", "null"])
        == texts("10", "2", "2.0", "latest") + [.null])
    #expect(
      try values(3, ["\"2026-01-01T00:00:00Z\"", "\"2026-01-01\""])
        == texts("2026-01-01", "2026-01-01T00:00:00Z") + [.null])
    #expect(
      try values(4, ["\"\u{1F48E}\"", "\"\u{FF5E}\"", "\"e\u{301}\"", "\"\\u00e9\"", "\"Z\""])
        == texts("Z", "e\u{301}", "\u{E9}", "\u{FF5E}", "\u{1F48E}") + [.null])
  }

  @Test("may be ten thousand, and no more", arguments: [10_000, 10_001], [1, 3])
  func most(count: Int, workers: Int) throws {
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "n", domain: .text)],
      features: [FeatureDeclaration(id: "f")])
    let text = (0..<count).map { #"{"attributes": {"n": "\#($0)"}}"# }.joined(separator: "\n")
    if count > Audience.mostGroups {
      #expect(throws: PopulationFailure.tooManyGroups) {
        try audience(text, of: manifest, by: [.attribute(0)], workers: workers)
      }
    } else {
      let groups = try audience(text, of: manifest, by: [.attribute(0)], workers: workers).groups
      #expect(groups?.count == count)
    }
  }
}
