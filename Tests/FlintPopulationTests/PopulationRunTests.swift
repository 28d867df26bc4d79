import FlintManifest
import FlintModel
import FlintText
import RandomModels
import Synchronization
import TestSupport
import Testing

@testable import FlintPopulation

@Suite("A population of lines")
struct PopulationRunTests {
  @Test(
    "Has the totals that the evaluator gives for each line",
    arguments: TestDepth.seeds(1, thorough: 40))
  func agreesWithEvaluator(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 10))
    var population: [(state: DeviceState, weight: Int64)] = []
    var text = ""
    var expectedLines: [String] = []
    for line in 1...25 {
      let state = random.state(for: manifest)
      let weight = Int64(random.oneIn(2) ? 1 : random.int(0...5))
      population.append((state, weight))
      var extra = weight == 1 ? [] : ["\"weight\":\(weight)"]
      // An escape sequence and a private key bypass the fast path.
      if random.oneIn(10) { extra.append("\"x-note\":\"\\u0041\"") }
      text += random.line(state, of: manifest, extra: extra) + "\n"
      expectedLines.append(expectedLine(line, of: state, manifest))
    }
    let judged = try judge(text, of: manifest)
    var expected = expectedAudience(of: manifest, population)
    expected.undated = judged.audience.undated
    #expect(judged.audience == expected, "seed \(seed)")
    #expect(judged.lines == expectedLines, "seed \(seed)")
    #expect(judged.rejected == [], "seed \(seed)")
  }

  @Test("Every status of every permission is read, alone and beside all others")
  func permissions() throws {
    let requirements = SystemPermission.allCases.flatMap { permission in
      [PermissionRequirement(permission)]
        + permission.statuses.map { PermissionRequirement(permission, in: [$0]) }
    }
    let manifest = Manifest(
      features: requirements.enumerated().map { index, requirement in
        FeatureDeclaration(id: "f\(index)", constraints: [.permission(requirement)])
      })
    var states = SystemPermission.allCases.flatMap { permission in
      permission.statuses.map { DeviceState(permissions: [permission: $0]) }
    }
    for offset in 0..<SystemPermissionStatus.allCases.count {
      states.append(
        DeviceState(
          permissions: Dictionary(
            uniqueKeysWithValues: SystemPermission.allCases.map {
              ($0, $0.statuses[(offset + Int($0.rawValue)) % $0.statuses.count])
            })))
    }
    var random = SeededGenerator(seed: 0)
    let judged = try judge(
      states.map { random.line($0, of: manifest, extra: []) + "\n" }.joined(), of: manifest)
    #expect(judged.audience == expectedAudience(of: manifest, states.map { ($0, 1) }))
    #expect(judged.rejected == [])
  }

  private func expectedLine(_ line: Int, of state: DeviceState, _ manifest: Manifest) -> String {
    let evaluations = Array(Evaluator(manifest, in: state).all)
    func ids(_ status: FeatureStatus) -> [String] {
      evaluations.filter { $0.status == status }.map {
        JSONText.quoted(manifest.features[$0.feature].id)
      }
    }
    let unavailable = evaluations.filter { $0.status == .unavailable }.map { evaluation in
      let names = evaluation.blockers.map {
        JSONText.quoted($0.name(seenFrom: evaluation.feature, in: manifest))
      }
      let id = JSONText.quoted(manifest.features[evaluation.feature].id)
      return "\(id):[\(names.joined(separator: ","))]"
    }
    return "{\"line\":\(line),\"available\":[\(ids(.available).joined(separator: ","))],"
      + "\"undetermined\":[\(ids(.undetermined).joined(separator: ","))],"
      + "\"unavailable\":{\(unavailable.joined(separator: ","))}}"
  }

  @Test(
    "Has the same totals however it is split into chunks and distributed to threads",
    arguments: [1, 7, 4096, 100_000], [1, 2, 5])
  func cutting(piece: Int, workers: Int) throws {
    var random = SeededGenerator(seed: 11)
    let manifest = random.manifest(RandomManifestShape(features: 5))
    var text = ""
    for index in 0..<(piece == 1 ? 40 : TestDepth.count(30, thorough: 1500)) {
      switch index % 7 {
      case 3: text += "\n"
      case 5: text += "{\"platform\": \"iPhone \(index)\"}\n"
      default:
        let extra = ["\"id\":\(index)", "\"x-\(index)\":0", "\"weight\":\(index % 3)"]
        text += random.line(random.state(for: manifest), of: manifest, extra: extra) + "\n"
      }
    }
    let sources = [Array(text.utf8), Array(text.utf8.dropLast())]
    let whole = try judge(sources, of: manifest)
    let cut = try judge(sources, of: manifest, workers: workers, piece: piece)
    #expect(whole == cut)
    #expect(whole.audience.states > 0)
    #expect(whole.audience.rejected > 0)
  }

  @Test("Accepts lines longer than a chunk")
  func longLine() throws {
    let manifest = Manifest(features: [FeatureDeclaration(id: "f")])
    let id = String(repeating: "long ", count: 300_000)
    let judged = try judge("{\"id\":\"\(id)\"}\n{}\n", of: manifest)
    #expect(judged.audience.states == 2)
    #expect(judged.lines[0].hasPrefix("{\"id\":\"\(id)\",\"line\":1,"))
  }
}
