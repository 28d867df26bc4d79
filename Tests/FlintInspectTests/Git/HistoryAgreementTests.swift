import FlintManifest
import FlintModel
import Foundation
import ProgramHarness
import RandomModels
import TestSupport
import Testing

/// Compares `history` with checking out and evaluating each commit.
@Suite("The history command in a random repository") struct HistoryAgreementTests {
  /// The number of commits of each repository.
  private static let commits = TestDepth.count(5, thorough: 100)

  private static let flags = [
    [], ["--platform", "macOS"], ["--grant", "camera", "--date", "2026-06-01"],
    ["--state", #"{"osVersion": 15}"#],
  ]

  @Test(
    "Agrees with evaluating each checked-out commit", arguments: TestDepth.seeds(1, thorough: 20))
  func agrees(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let repository = try Repository(try RandomCommits(Self.commits, using: &random).stream)
    if random.oneIn(2) {
      try repository.write(#"{"manifestVersion": 1, "features": [{"id": "f1"}]}"#, to: "app/m.json")
    }
    for flags in Self.flags {
      let expected = try Walk(of: repository, flags, since: random.int(-1...Self.commits - 1))
      let since = expected.start.map { ["--since", $0] } ?? []
      let words = ["history", "app/m.json", "--format", "json"] + flags + since
      let check = try repository.run(words + ["--exit-code"])
      let status: Int32 = expected.hasNewestManifest ? expected.hasLoss ? 1 : 0 : 2
      #expect(check.status == status, "\(check.errors)")
      guard expected.hasManifest else { continue }
      let run = try repository.run(words)
      let found = try JSON(run.output)
      #expect(found["skipped"]?.items.map { $0["commit"]?.text } == expected.skipped)
      let features = found["features"]?.items
      #expect(features?.map { $0["id"]?.text } == expected.features)
      for (feature, id) in zip(features ?? [], expected.features) {
        let changes: [String]? = feature["changes"]?.items.map { change in
          "\(change["commit"]?.text ?? "-") \(change["old"]?.text ?? "-") \(change["new"]?.text ?? "-") "
            + (change["blockers"]?.items.map(Walk.text) ?? []).joined(separator: ",")
        }
        let status = feature["status"]?.text
        #expect(
          changes == expected.changes(of: id) && status == expected.status(of: id),
          "\(id): \(changes ?? []), \(status ?? "no status")")
      }
    }
  }
}

private struct RandomCommits {
  private(set) var stream = FastImport()
  private var files: [String: String] = [:]
  private let shape = RandomManifestShape(features: 4)

  init(_ count: Int, using random: inout SeededGenerator) throws {
    var last = stream.commit("0", changing: ["README": .write("0")])
    for number in 1..<count {
      let old = files
      let side = random.oneIn(4)
      try change(using: &random)
      var changes: [String: FastImport.Change] = ["README": .write("\(number)")]
      for name in Set(old.keys).union(files.keys) where old[name] != files[name] {
        changes["app/\(name)"] = files[name].map { .write($0) } ?? .delete
      }
      guard side else {
        last = stream.commit("\(number)", changing: changes)
        continue
      }
      let branch = "side\(number)"
      stream.commit("before", on: branch, from: [last], changing: ["app/m.json": .write("{}")])
      let end = stream.commit("side", on: branch, changing: changes)
      // A merge takes either the whole branch or none of it.
      let isTaken = random.oneIn(2)
      if !isTaken { files = old }
      last = stream.commit("merge", from: [last, end], changing: isTaken ? changes : [:])
    }
  }

  private mutating func change(using random: inout SeededGenerator) throws {
    switch random.int(0...10) {
    case 9: rename("m.json", to: "old.json")
    case 10:
      // A part gets another name, in the file that includes it too.
      guard let name = files.keys.sorted().first(where: { $0.hasSuffix(".json") && $0 != "m.json" })
      else { break }
      let new = "renamed\(random.int(0...9)).json"
      rename(name, to: new)
      for file in files.keys {
        files[file] = files[file]?.replacing("\"\(name)\"", with: "\"\(new)\"")
      }
    case 0: files["notes"] = "\(random.int(0...1000))"
    case 1: files["m.json"] = files["m.json"].map { String($0.dropLast(random.int(1...20))) }
    case 2: files["m.json"] = files["m.json"].map { $0.replacing(",", with: ",\n") }
    case 3: files["m.json"] = nil
    case 4: break
    case 5:
      if let name = files.keys.sorted().first(where: { $0 != "m.json" }) { files[name] = nil }
    case 6: files = ["m.json": random.manifest(shape).json]
    default:
      let text = random.manifest(shape).json
      files = try CutManifest(text, into: 3, using: &random).files
    }
  }

  private mutating func rename(_ name: String, to new: String) {
    files[new] = files.removeValue(forKey: name)
  }
}

/// The first parents of `HEAD` that touch the folder, each checked out and evaluated, and the working tree.
private struct Walk {
  struct Version {
    /// The commit's id; nil for the working tree.
    let commit: String?

    let number: Int

    /// The status and the blockers of each feature by id; nil if there is no valid manifest.
    let statuses: [String: (status: String, blockers: [String])]?
    let features: [String]
  }

  private var versions: [Version] = []

  /// The index of the commit at which to start, and its id; negative without one.
  private let since: Int
  private(set) var start: String?

  init(of repository: Repository, _ flags: [String], since: Int) throws {
    self.since = since
    let file = repository.folder.appending(path: "app/m.json")
    let written = try? String(contentsOf: file, encoding: .utf8)
    // If no commit contains the file, it would stay in the folder while older commits are evaluated.
    try? FileManager.default.removeItem(at: file)
    let log = try repository.git(["log", "--first-parent", "--format=%H %P", "--reverse", "main"])
    for (number, line) in log.split(separator: "\n").enumerated() {
      let ids = line.split(separator: " ").map(String.init)
      if number == since { start = ids[0] }
      try repository.git(["checkout", "-q", "-f", "--detach", ids[0]])
      let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
      let changed = try repository.git([
        "diff", "--name-only", ids.count > 1 ? ids[1] : empty, ids[0], "--", "app",
      ])
      if !changed.isEmpty {
        versions.append(try Self.evaluate(repository, ids[0], number, flags))
      }
    }
    try repository.git(["checkout", "-q", "-f", "main"])
    let committed = try? String(contentsOf: file, encoding: .utf8)
    if let written, written != committed {
      try repository.write(written, to: "app/m.json")
      versions.append(try Self.evaluate(repository, nil, .max, flags))
    }
  }

  private static func evaluate(
    _ repository: Repository, _ commit: String?, _ number: Int, _ flags: [String]
  ) throws -> Version {
    let run = try repository.run(["evaluate", "app/m.json", "--format", "json"] + flags)
    guard run.status == 0, let features = try JSON(run.output)["features"]?.items else {
      return Version(commit: commit, number: number, statuses: nil, features: [])
    }
    var statuses: [String: (status: String, blockers: [String])] = [:]
    for feature in features {
      guard let id = feature["id"]?.text, let status = feature["status"]?.text else { continue }
      statuses[id] = (status, feature["blockers"]?.items.map(text) ?? [])
    }
    return Version(
      commit: commit, number: number, statuses: statuses,
      features: features.compactMap { $0["id"]?.text })
  }

  static func text(_ blocker: JSON) -> String {
    "\(blocker["feature"]?.text ?? "-")/\(blocker["constraint"]?.text ?? "-")"
  }

  private var valid: [Version] { versions.filter { $0.statuses != nil } }

  var hasManifest: Bool { !valid.isEmpty }
  var hasNewestManifest: Bool { versions.last?.statuses != nil }

  var features: [String] { valid.last?.features ?? [] }

  func status(of id: String) -> String? { valid.last?.statuses?[id]?.status }

  var skipped: [String?] {
    versions.reversed().filter { $0.statuses == nil && $0.number > since }.map(\.commit)
  }

  /// Whether the feature is unavailable, but was available at the start or in the first later version that contains it.
  var hasLoss: Bool {
    features.contains { id in
      let before = valid.last { $0.number <= since }?.statuses?[id]?.status
      let after = valid.filter { $0.number > since }.compactMap { $0.statuses?[id]?.status }
      return (before ?? after.first) == "available" && status(of: id) != "available"
    }
  }

  func changes(of id: String) -> [String] {
    var changes: [String] = []
    var old: String?
    for version in valid {
      let new = version.statuses?[id]
      if new?.status != old, version.number > since {
        let blockers = new?.blockers.joined(separator: ",") ?? ""
        changes.append("\(version.commit ?? "-") \(old ?? "-") \(new?.status ?? "-") \(blockers)")
      }
      old = new?.status
    }
    return changes.reversed()
  }
}
