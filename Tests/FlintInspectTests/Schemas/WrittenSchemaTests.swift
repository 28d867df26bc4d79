import FlintManifest
import FlintModel
import FlintText
import Foundation
import RandomModels
import Synchronization
import TestSupport
import Testing

@testable import FlintInspect
@testable import FlintPopulation

@Suite("Schemas and written results")
struct WrittenSchemaTests {
  private func evaluation(
    of manifest: Manifest, in state: DeviceState, beside baseline: DeviceState? = nil
  ) throws -> JSONTree {
    let evaluator = Evaluator(manifest, in: state)
    let head = ReportContext(
      manifestPath: "m.json", sentences: Sentences(evaluator),
      counts: StatusCounts(evaluator.statuses()),
      baseline: baseline.map {
        .init(sentences: Sentences(Evaluator(manifest, in: $0)), origin: .freshInstall)
      })
    return try JSONTree(renderJSON(head))
  }

  @Test("Evaluations are valid for their schema, and changed constraints are not")
  func evaluations() throws {
    let schema = try SchemaValidator(.evaluation)
    let states = try SchemaValidator(.state)
    var tried: Set<String> = []
    for seed in TestDepth.seeds(4, thorough: 40) {
      let manifest = RandomFile(seed: seed).manifest
      let (one, two) = (manifest.states[0].state, manifest.states[1].state)
      for reported in [
        try evaluation(of: manifest, in: one), try evaluation(of: manifest, in: two, beside: one),
      ] {
        let problem = schema.problem(in: reported)
        #expect(problem == nil, "seed \(seed)")
        let resolved = try #require(reported.member("state"))
        let wrong = states.problem(in: resolved)
        #expect(wrong == nil, "the resolved state of seed \(seed)")
        for path in reported.paths {
          let constraint = reported[path]
          guard case .string(let kind)? = constraint.member("kind"), tried.insert(kind).inserted,
            case .object(let members) = constraint
          else { continue }
          for change in changes(of: members.map(\.key)) {
            var changed = reported
            changed[path] = try change.apply(constraint)
            let problem = schema.problem(in: changed)
            #expect(problem != nil, "seed \(seed): the schema takes a '\(kind)' \(change.name)")
          }
        }
      }
    }
    for kind in ConstraintKind.allCases {
      #expect(tried.contains(kind.name), "no constraint of kind '\(kind.name)' was written")
    }
  }

  private func changes(
    of keys: [String]
  ) -> [(name: String, apply: (JSONTree) throws -> JSONTree)] {
    func change(
      _ name: String, _ body: @escaping (inout JSONTree) throws -> Void
    ) -> (name: String, apply: (JSONTree) throws -> JSONTree) {
      (
        name,
        { old in
          var new = old
          try body(&new)
          return new
        }
      )
    }
    var changes = [change("with a new key") { $0.insert("unheard", .null, at: false) }]
    for key in keys {
      changes.append(change("without '\(key)'") { $0.remove(key) })
      for text in ["{ \"unheard\": [1] }", "[[{}]]"] {
        changes.append(change("whose '\(key)' is \(text)") { $0.set(key, try JSONTree(text)) })
      }
    }
    for key in ["id", "kind", "owner", "status"] {
      changes.append(change("whose '\(key)' nobody knows") { $0.set(key, .string("unheard")) })
    }
    return changes
  }

  @Test(
    "Totals of populations are valid for their schema", arguments: TestDepth.seeds(3, thorough: 100)
  )
  func audiences(seed: UInt64) throws {
    let manifest = RandomFile(seed: seed).manifest
    let lines = manifest.states.map { named in
      var json = JSONWriter(.compact)
      StateWriter.write(named.state, of: manifest, to: &json)
      return json.text + "\n"
    }
    let run = PopulationRun(
      try RandomFile(seed: seed).read,
      against: seed.isMultiple(of: 2) ? try RandomFile(seed: seed + 1).read : nil,
      by: seed.isMultiple(of: 3)
        ? [.platform, .osVersion, .appVersion] + manifest.attributes.indices.map { .attribute($0) }
        : [],
      workers: 1)
    let text = Mutex(Array((lines.joined() + #"{"toggles": {"unheard": true}}"#).utf8)[...])
    let input = PopulationInput(sources: 1) { _, memory in
      text.withLock { text in
        let piece = text.prefix(memory.count)
        memory.copyBytes(from: piece)
        text = text.dropFirst(piece.count)
        return piece.count
      }
    }
    var audience = try run.audience(input) { _, _ in
    } progress: { _, _ in
    }
    audience.fingerprint = "0123456789abcdef"
    audience.againstFingerprint = audience.against.map { _ in "fedcba9876543210" }
    var sink = ByteSink()
    AudienceJSON.write(audience, into: &sink)
    let problem = try SchemaValidator(.audience).problem(in: try JSONTree(sink.string))
    #expect(problem == nil, "seed \(seed)")
  }
}
