import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintPopulation

@Suite("Comparison of two manifests")
struct ComparisonTests {
  private func audience(
    _ text: String, of new: Manifest, against old: Manifest? = nil, by keys: [GroupKey] = [],
    _ options: LineOptions = LineOptions(), workers: Int = 1
  ) throws -> Audience {
    let run = PopulationRun(
      new, ManifestNames(of: new), options, against: old.map { ($0, ManifestNames(of: $0)) },
      by: keys, workers: workers)
    return try run.audience(input([Array(text.utf8)])) { _, _ in
    } progress: { _, _ in
    }
  }

  // MARK: Against the evaluator

  @Test(
    "Gains, losses and causes agree with the evaluator",
    arguments: TestDepth.seeds(4, thorough: 60))
  func agreesWithEvaluator(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let new = random.manifest(RandomManifestShape(features: 8))
    let old = random.earlier(new)
    var text = ""
    var expected = Self.nobody(new, old)
    var affected = Audience.Affected()
    for _ in 0..<40 {
      let state = random.state(for: new)
      let weight = Int64(random.int(0...3))
      // An escape sequence bypasses the fast path.
      let note = random.oneIn(6) ? ["\"x-note\":\"\\u0041\""] : []
      text += random.line(state, of: new, extra: ["\"weight\":\(weight)"] + note) + "\n"
      Self.add(weight, in: state, new, old, to: &expected)
      let changes = Self.changes(in: state, new, old)
      if changes.contains(where: { $0.old == .available }) { affected.lost += weight }
      if changes.contains(where: { $0.new == .available }) { affected.gained += weight }
      if !changes.isEmpty { affected.changed += weight }
    }
    let audience = try audience(text, of: new, against: old)
    #expect(audience.against == expected, "seed \(seed)")
    #expect(audience.affected == affected, "seed \(seed)")
    // In the reverse comparison, losses and gains are exchanged.
    let back = try self.audience(text, of: old, against: new)
    let lost = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0.lost) })
    #expect(back.against?.allSatisfy { $0.gained == lost[$0.id] } == true, "seed \(seed)")
  }

  @Test(
    "Changes of each line count as if the lines contained them",
    arguments: TestDepth.seeds(8, thorough: 100))
  func changes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let new = random.manifest(RandomManifestShape(features: 6))
    let old = random.earlier(new)
    let keys: [GroupKey] =
      [.platform, .osVersion] + new.groups.indices.map { .group($0) }
      + new.products.indices.prefix(1).map { .purchase($0) }
      + new.attributes.indices.prefix(1).map { .attribute($0) }
    var changes = (0..<random.int(1...3)).map { _ in
      PartialState(of: random.state(for: new), in: new)
    }
    if random.oneIn(2) {
      changes.append(PartialState())
      changes[changes.count - 1].device[.date] = .date("2026-03-01")
    }
    var (given, changed) = ("", "")
    for _ in 0..<20 {
      let state = random.state(for: new)
      // An escape sequence bypasses the fast path.
      let note = random.oneIn(4) ? ["\"x-note\":\"\\u0041\""] : []
      given += random.line(state, of: new, extra: note) + "\n"
      changed += random.line(changes.reduce(state) { $1.applied(to: $0) }, of: new) + "\n"
    }
    #expect(
      try audience(given, of: new, against: old, by: keys, LineOptions(changes: changes))
        == audience(changed, of: new, against: old, by: keys), "seed \(seed)")
  }

  private static func nobody(_ new: Manifest, _ old: Manifest) -> [Audience.Comparison] {
    let former = old.features.filter { one in !new.features.contains { $0.id == one.id } }
    return (new.features + former).map { feature in
      var causes: [Audience.Cause] = []
      if let now = new.index(of: feature.id), let before = old.index(of: feature.id) {
        for (manifest, index) in [(new, now), (old, before)] {
          for (owner, name) in manifest.demands(on: index)
          where !causes.contains(where: { $0.feature == owner && $0.constraint.isSame(as: name) }) {
            causes.append(.init(feature: owner, constraint: name, lost: 0, gained: 0))
          }
        }
      }
      return Audience.Comparison(id: feature.id, lost: 0, gained: 0, causes: causes)
    }
  }

  /// Returns the changes of status of all features in a state.
  private static func changes(
    in state: DeviceState, _ new: Manifest, _ old: Manifest
  ) -> [(old: FeatureStatus, new: FeatureStatus)] {
    let (evaluator, earlier) = (Evaluator(new, in: state), Evaluator(old, in: state))
    return nobody(new, old).compactMap { comparison in
      let now = new.index(of: comparison.id).map { evaluator.status(of: $0) } ?? .unavailable
      let before = old.index(of: comparison.id).map { earlier.status(of: $0) } ?? .unavailable
      return now == before ? nil : (before, now)
    }
  }

  private static func add(
    _ weight: Int64, in state: DeviceState, _ new: Manifest, _ old: Manifest,
    to comparisons: inout [Audience.Comparison]
  ) {
    let (evaluator, earlier) = (Evaluator(new, in: state), Evaluator(old, in: state))
    for index in comparisons.indices {
      let (now, before) = (
        new.index(of: comparisons[index].id), old.index(of: comparisons[index].id)
      )
      let status = now.map { evaluator.status(of: $0) } ?? .unavailable
      let oldStatus = before.map { earlier.status(of: $0) } ?? .unavailable
      let kind = Audience.Moves.kinds.firstIndex { $0.old == oldStatus && $0.new == status }
      if let kind { comparisons[index].moves.weights[kind] += weight }
      let (has, had) = (status == .available, oldStatus == .available)
      if has == had { continue }
      if has { comparisons[index].gained += weight } else { comparisons[index].lost += weight }
      guard let now, let before else { continue }
      let blockers =
        has
        ? earlier.evaluate(before).blockers.map { $0.named(in: old) }
        : evaluator.evaluate(now).blockers.map { $0.named(in: new) }
      for cause in comparisons[index].causes.indices {
        let isBlocker = blockers.contains {
          $0.feature == comparisons[index].causes[cause].feature
            && $0.name.isSame(as: comparisons[index].causes[cause].constraint)
        }
        guard isBlocker else { continue }
        if has {
          comparisons[index].causes[cause].gained += weight
        } else {
          comparisons[index].causes[cause].lost += weight
        }
      }
    }
  }

  // MARK: Lines that the manifests read differently

  private static let new = """
    {"manifestVersion": 1, "products": [{"id": "P", "type": "autoRenewingSubscription"}],
     "attributes": [{"id": "plan", "type": "choice", "values": ["a", "b", "c"]},
       {"id": "age", "type": "version"}, {"id": "when", "type": "date", "default": "2020-01-01"}],
     "features": [{"id": "f"}, {"id": "g"}, {"id": "h"}, {"id": "i"}, {"id": "j"}, {"id": "k"},
       {"id": "l"}]}
    """

  private static let old = """
    {"manifestVersion": 1, "products": [{"id": "P", "type": "nonConsumable"},
       {"id": "Q", "type": "consumable"}],
     "attributes": [{"id": "plan", "type": "choice", "values": ["b", "a"]},
       {"id": "age", "type": "integer", "default": 9}, {"id": "when", "type": "date"},
       {"id": "gone", "type": "boolean"}],
     "features": [{"id": "f", "constraints": {"attributes": {"plan": {"notIn": ["b"]}}}},
       {"id": "g", "constraints": {"attributes": {"age": {"atLeast": 5}}}},
       {"id": "h", "constraints": {"attributes": {"when": {"ago": {"atLeast": "P1D"}}}}},
       {"id": "i", "constraints": {"purchases": ["P"]}},
       {"id": "j", "constraints": {"attributes": {"gone": true}}},
       {"id": "k", "constraints": {"rollout": {"percent": 50, "bucket": "b"}}},
       {"id": "l", "constraints": {"userToggled": {"defaultValue": true}}}, {"id": "m",
         "constraints": {"runtimeEnabled": true}}]}
    """

  /// The features `fghijklm` that are available in the old manifest.
  @Test(
    "A line is evaluated with the values that are valid in each manifest",
    arguments: [
      ("{}", "glm"), (#"{"attributes": {"plan": "a"}}"#, "fglm"),
      (#"{"attributes": {"plan": "b"}}"#, "glm"), (#"{"attributes": {"plan": "c"}}"#, "glm"),
      (#"{"attributes": {"age": "4"}}"#, "glm"), (#"{"attributes": {"age": 4}}"#, "lm"),
      (#"{"attributes": {"age": 7}}"#, "glm"), (#"{"attributes": {"age": null}}"#, "lm"),
      (#"{"date": "2026-01-01"}"#, "glm"),
      (#"{"date": "2026-01-01", "attributes": {"when": "2025-01-01"}}"#, "ghlm"),
      (#"{"purchases": {"P": "purchased"}}"#, "gilm"),
      (#"{"purchases": {"P": "inGracePeriod"}, "defaults": {"purchase": "purchased"}}"#, "gilm"),
      (#"{"purchases": {"P": {"until": "2027-01-01"}}, "date": "2026-01-01"}"#, "glm"),
      (#"{"attributes": {"gone": true}, "purchases": {"Q": 3}}"#, "gjlm"),
      (#"{"attributes": {"gone": "yes"}, "purchases": {"Q": "purchased"}}"#, "glm"),
      (#"{"buckets": {"b": 49.9999}}"#, "gklm"), (#"{"buckets": {"b": 50}}"#, "glm"),
      (#"{"toggles": {"l": false}, "runtime": {"m": false}}"#, "g"),
      (#"{"toggles": {"m": false}, "unlocked": ["m"]}"#, "glm"),
    ])
  func otherView(line: String, available: String) throws {
    let new = try Self.manifest(Self.new)
    let old = try Self.manifest(Self.old)
    // The second line is equivalent, but bypasses the fast path.
    let escaped = line.dropLast() + (line == "{}" ? "" : ", ") + #""x-note": "\u0041"}"#
    for text in [line, String(escaped)] {
      let audience = try audience(text, of: new.manifest, against: old.manifest)
      let against = try #require(audience.against)
      let had = "fghijklm".filter { id in
        let comparison = against.first { $0.id == String(id) }
        return id == "m" ? comparison?.lost == 1 : comparison?.gained == 0
      }
      #expect(had == available, "\(text)")
    }
  }

  @Test(
    "A change that only the new manifest accepts removes the old value",
    arguments: [#""attributes": {"plan": "c"}"#, #""purchases": {"P": {"until": "2027-01-01"}}"#])
  func unreadableChange(change: String) throws {
    let (new, old) = (try Self.manifest(Self.new), try Self.manifest(Self.old))
    let source = SourceFile(path: "--with", text: SourceText("{\(change)}"))
    let options = LineOptions(changes: [try new.partialState(in: source).state])
    let line = #""attributes": {"plan": "a"}, "purchases": {"P": "purchased"}"#
    // The second line bypasses the fast path.
    for note in ["0", #""\u0041""#] {
      let audience = try audience(
        "{\(line), \"x-note\": \(note)}", of: new.manifest, against: old.manifest, options)
      let id = change.contains("plan") ? "f" : "i"
      #expect(audience.against?.first { $0.id == id }?.gained == 1, "\(note)")
    }
  }

  @Test("States get positions in the buckets of both manifests")
  func drawn() throws {
    func manifest(_ percent: String, _ bucket: String) throws -> Manifest {
      try Self.manifest(
        #"{"manifestVersion": 1, "features": [{"id": "f", "constraints": {"rollout": {"percent": "#
          + #"\#(percent), "bucket": "\#(bucket)"}}}]}"#
      ).manifest
    }
    let text = (0..<1000).map { #"{"id": \#($0)}"# }.joined(separator: "\n")
    let audience = try audience(
      text, of: try manifest("30", "one"), against: try manifest("30", "other"),
      LineOptions(assignsPositions: true))
    let change = try #require(audience.against?.first)
    // The two positions are independent, so the expected share is 0.3 of 0.7.
    #expect((150...270).contains(change.lost))
    #expect((150...270).contains(change.gained))
    let same = try self.audience(
      text, of: try manifest("40", "one"), against: try manifest("30", "one"),
      LineOptions(assignsPositions: true))
    #expect(same.against?.first?.lost == 0)
    #expect(
      same.against?.first?.gained == same.features[0].available - audience.features[0].available)
  }

  private static func manifest(_ text: String) throws -> ManifestFile {
    try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
  }
}

extension SeededGenerator {
  /// Returns a manifest with the same declarations, fewer constraints, and possibly one more and one fewer feature.
  fileprivate mutating func earlier(_ manifest: Manifest) -> Manifest {
    var features = manifest.features.map { feature in
      FeatureDeclaration(
        id: feature.id, parent: feature.parent,
        isEnabled: oneIn(4) ? Ternary(oneIn(2)) : feature.isEnabled,
        constraints: feature.constraints.filter { _ in !oneIn(3) },
        conditional: oneIn(4) ? [] : feature.conditional)
    }
    // Removing a feature must not renumber others, because the states refer to them.
    if manifest.references.isEmpty, oneIn(2) {
      features.removeLast()
    } else if oneIn(2) {
      features.append(FeatureDeclaration(id: "former", constraints: [.runtimeEnabled]))
    }
    return Manifest(
      app: manifest.app, groups: manifest.groups, products: manifest.products,
      attributes: manifest.attributes, conditions: manifest.conditions,
      assumptions: manifest.assumptions, buckets: manifest.buckets, features: features)
  }
}

extension Manifest {
  fileprivate func index(of id: String) -> Int? { features.firstIndex { $0.id == id } }

  /// Returns the constraints of a feature, its ancestors and the app, with the feature that declares them.
  fileprivate func demands(on feature: Int) -> [(feature: String?, name: String)] {
    ([feature] + ancestors(of: feature)).flatMap { declaring in
      constraintNames(of: declaring).map { (features[declaring].id, $0) }
    } + appConstraintNames.map { (nil, $0) }
  }
}

extension Blocker {
  fileprivate func named(in manifest: Manifest) -> (feature: String?, name: String) {
    (
      feature.map { manifest.features[$0].id },
      constraint.constraint.name(block: constraint.block, in: manifest)
    )
  }
}
