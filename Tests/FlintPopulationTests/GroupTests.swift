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
