import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintPopulation

@Suite("Groups of a population")
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

  @Test("Can be formed by every fact of the device, except the date, which has too many values")
  func facts() {
    let kinds = Set(GroupKey.Kind.allCases.map(\.rawValue))
    #expect(DeviceFact.allCases.filter { !kinds.contains($0.key.description) } == [.date])
  }

  @Test(
    "Have the same totals as a run over their states alone",
    arguments: TestDepth.seeds(1, thorough: 12), [1, 3])
  func parted(seed: UInt64, workers: Int) throws {
    var random = SeededGenerator(seed: seed)
    // The states contain more features than the initial capacity.
    let features = seed == 2 ? 120 : 4
    let manifest = random.manifest(RandomManifestShape(features: features, attributes: 4))
    let old = random.oneIn(2) ? random.manifest(RandomManifestShape(features: 4)) : nil
    var keys: [GroupKey] = [.platform, .osVersion, .appVersion]
    keys += manifest.attributes.indices.map { .attribute($0) }
    keys += SystemPermission.allCases.filter { _ in random.oneIn(3) }.map { .permission($0) }
    keys += [.permission(.locationWhenInUse)]
    keys += manifest.products.indices.map { .purchase($0) }
    keys += manifest.groups.indices.map { .group($0) }
    keys = Array(keys.shuffled(using: &random).prefix(random.int(1...4)))
    var text = ""
    var lines: [[GroupValue]: [String]] = [:]
    // There are enough lines for many batches, and few distinct states, so that some groups are large.
    let states = (0..<random.pick([8, 60])).map { _ in random.state(for: manifest) }
    for _ in 0..<(seed == 2 ? TestDepth.count(60, thorough: 2000) : 100) {
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
      var alone = try self.audience(own, of: manifest, against: old)
      // These are counted for the whole population only.
      (alone.impossible, alone.undated) = (nil, 0)
      #expect(alone == audience.audience(of: group), "seed \(seed)")
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
    let resolved = ResolvedState(state, in: manifest)
    switch key {
    case .permission(let permission):
      return .text(ExactText(resolved.status(of: permission).name))
    case .purchase(let product):
      if manifest.products[product].type == .consumable {
        return .integer(resolved.credits(of: product))
      }
      return resolved.status(of: product).map { .text(ExactText($0.name)) } ?? .null
    case .group(let group):
      let members = manifest.products.indices.filter { manifest.products[$0].group == group }
      let held = members.filter {
        [.purchased, .inGracePeriod].contains(resolved.status(of: $0))
      }
      if held.isEmpty,
        members.contains(where: { [.unknown, .pending].contains(resolved.status(of: $0)) })
      {
        return .text(ExactText("unknown"))
      }
      let levels = manifest.groups[group].levels
      if levels.isEmpty {
        return held.first.map { .text(ExactText(manifest.products[$0].id)) } ?? .null
      }
      let highest = held.compactMap { manifest.products[$0].level }.max()
      return highest.map { .text(ExactText(levels[$0])) } ?? .null
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
    "Are sorted: false, true, numbers, texts by code point, null; versions and dates as written"
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

  private static let store = """
    {"manifestVersion": 1,
     "groups": [{"id": "club", "levels": ["plus", "patron"]}, {"id": "news"}],
     "products": [
       {"id": "PLUS.Y", "type": "autoRenewingSubscription", "group": "club", "level": "plus"},
       {"id": "PATRON.Y", "type": "autoRenewingSubscription", "group": "club", "level": "patron"},
       {"id": "NEWS.Y", "type": "autoRenewingSubscription", "group": "news"},
       {"id": "NEWS.M", "type": "autoRenewingSubscription", "group": "news"},
       {"id": "COIN", "type": "consumable"}],
     "features": [{"id": "f"}]}
    """

  @Test(
    "Can be keyed by a permission's status, a product's status or a group's level",
    arguments: [
      ("permission:camera", "{}", "notDetermined"),
      ("permission:camera", #"{"permissions": {"camera": "denied"}}"#, "denied"),
      ("permission:camera", #"{"defaults": {"permission": "denied"}}"#, "denied"),
      ("permission:camera", #"{"platform": "tvOS", "osVersion": 16}"#, "unsupported"),
      ("permission:camera", #"{"platform": "tvOS", "osVersion": 17}"#, "notDetermined"),
      ("permission:motion", #"{"platform": "macOS"}"#, "unsupported"),
      ("permission:camera", #"{"platform": "macOS", "osVersion": "10.13"}"#, "authorized"),
      ("permission:localNetwork", #"{"platform": "tvOS"}"#, "authorized"),
      (
        "permission:location.always", #"{"permissions": {"location.whenInUse": "restricted"}}"#,
        "restricted"
      ),
      (
        "permission:calendarEvents", #"{"permissions": {"calendarEvents": "writeOnly"}}"#,
        "writeOnly"
      ),
      (
        "permission:location.whenInUse", #"{"permissions": {"location.always": "authorized"}}"#,
        "authorized"
      ),
      (
        "permission:location.whenInUse",
        #"{"permissions": {"location.always": "denied"}, "platform": "tvOS", "osVersion": 8}"#,
        "denied"
      ),
      ("purchase:PLUS.Y", "{}", "notPurchased"),
      ("purchase:PLUS.Y", #"{"defaults": {"purchase": "unknown"}}"#, "unknown"),
      ("purchase:PLUS.Y", #"{"purchases": {"PLUS.Y": "inBillingRetry"}}"#, "inBillingRetry"),
      ("purchase:PLUS.Y", #"{"purchases": {"PLUS.Y": {"until": "2027-01-01"}}}"#, "unknown"),
      (
        "purchase:PLUS.Y",
        #"{"purchases": {"PLUS.Y": {"until": "2027-01-01"}}, "date": "2026-06-01"}"#, "purchased"
      ),
      (
        "purchase:PLUS.Y",
        #"{"purchases": {"PLUS.Y": {"until": "2027-01-01"}}, "date": "2027-01-01"}"#, "expired"
      ),
      (
        "purchase:PLUS.Y",
        #"{"purchases": {"PLUS.Y": {"graceUntil": "2027-02-01", "until": "2027-01-01"}}, "date": "2027-01-31"}"#,
        "inGracePeriod"
      ),
      (
        "purchase:PLUS.Y",
        #"{"date": "2027-02-01", "purchases": {"PLUS.Y": {"until": "2027-01-01", "graceUntil": "2027-02-01"}}}"#,
        "inBillingRetry"
      ),
      ("purchase:COIN", "{}", "0"), ("purchase:COIN", #"{"purchases": {"COIN": 3}}"#, "3"),
      ("purchase:COIN", #"{"defaults": {"purchase": "purchased"}}"#, "0"),
      ("group:club", "{}", "null"),
      ("group:club", #"{"purchases": {"PLUS.Y": "inBillingRetry"}}"#, "null"),
      ("group:club", #"{"purchases": {"PLUS.Y": "inGracePeriod"}}"#, "plus"),
      (
        "group:club", #"{"purchases": {"PLUS.Y": "purchased", "PATRON.Y": "purchased"}}"#, "patron"
      ),
      ("group:club", #"{"defaults": {"purchase": "purchased"}}"#, "patron"),
      (
        "group:club",
        #"{"defaults": {"purchase": "purchased"}, "purchases": {"PATRON.Y": "expired"}}"#, "plus"
      ),
      ("group:news", #"{"defaults": {"purchase": "purchased"}}"#, "NEWS.Y"),
      ("group:news", #"{"purchases": {"NEWS.M": "purchased"}}"#, "NEWS.M"),
      ("group:news", "{}", "null"),
    ])
  func storeAndPermissions(key: String, line: String, value: String) throws {
    let manifest = try ManifestFile(
      SourceFile(path: "m.json", text: SourceText(Self.store))
    ).manifest
    let keys: [GroupKey] =
      SystemPermission.allCases.map { .permission($0) }
      + manifest.products.indices.map { .purchase($0) }
      + manifest.groups.indices.map { .group($0) }
    let named = try #require(keys.first { $0.name(in: manifest) == key })
    // The second line is equivalent, but bypasses the fast path.
    let escaped = line.dropLast() + (line == "{}" ? "" : ", ") + #""x-note": "\u0041"}"#
    for text in [line, String(escaped)] {
      let groups = try #require(audience(text, of: manifest, by: [named]).groups)
      let found = groups.map { group in
        switch group.key[0].value {
        case .integer(let number): "\(number)"
        case .text(let text): text.text
        case .null: "null"
        case .boolean(let value): "\(value)"
        }
      }
      #expect(found == [value], "\(text)")
    }
  }

  @Test("Are limited to ten thousand", arguments: [10_000, 10_001], [1, 3])
  func most(count: Int, workers: Int) throws {
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "n", domain: .text)],
      features: [FeatureDeclaration(id: "f")])
    let text = (0..<count).map { #"{"attributes": {"n": "\#($0)"}}"# }.joined(separator: "\n")
    if count > Audience.maxGroups {
      #expect(throws: PopulationFailure.self) {
        try audience(text, of: manifest, by: [.attribute(0)], workers: workers)
      }
    } else {
      let groups = try audience(text, of: manifest, by: [.attribute(0)], workers: workers).groups
      #expect(groups?.count == count)
    }
  }
}
