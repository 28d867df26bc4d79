import FlintModel
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The JSON of evaluate")
struct EvaluationJSONTests {
  @Test("A result has the documented keys and values")
  func contract() throws {
    let result = try object(render(with: EvaluationJSON()))
    let features = try jsonObjects(result["features"])
    #expect(
      features.map { $0["id"] as? String } == ["playback", "dynamic-speed", "favourites", "turbo"])
    let speed = features[1]
    let constraints = try jsonObjects(speed["constraints"])
    #expect(
      constraints.map { $0["id"] as? String } == [
        "platform:iOS", "platform:macOS", "platform:watchOS", "userToggled",
        "purchase:SUB0001 or (PREM0001 and 5xZBUCK)", "when[1]/permission:tracking",
        "when[2]/permission:camera",
      ])
    let constraintKeys: Set<String> = [
      "id", "kind", "owner", "status", "required", "actual", "message",
    ]
    let keys: [(name: String, found: [String: Any], expected: Set<String>)] =
      [
        ("the result", result, ["formatVersion", "manifest", "state", "summary", "features"]),
        (
          "a feature", speed,
          [
            "id", "name", "parent", "path", "status", "ownStatus", "constraints", "blockers",
            "nextStep",
          ]
        ),
      ] + constraints.map { ("a constraint", $0, constraintKeys) }
    for (name, found, expected) in keys { #expect(Set(found.keys) == expected, "\(name)") }
    let values: [(object: [String: Any], key: String, text: String)] = [
      (features[0], "parent", "null"), (features[0], "nextStep", "null"),
      (speed, "parent", #""playback""#), (speed, "path", #"["playback","dynamic-speed"]"#),
      (constraints[1], "actual", "null"), (constraints[3], "required", "true"),
      (
        constraints[4], "actual",
        #"{"PREM0001":"purchased","SUB0001":"notPurchased","ZBUCK":3}"#
      ),
    ]
    for (object, key, text) in values {
      #expect(try jsonText(object[key]) == text, "\(key) of \(object["id"] ?? "")")
    }

  }

  @Test("The resolved state has a value for every declared fact")
  func state() throws {
    let result = try object(render(with: EvaluationJSON()))
    let state = try jsonObject(result["state"])
    let attributes = try jsonObject(state["attributes"])
    let values: [(object: [String: Any], key: String, text: String)] = [
      (state, "appVersion", #""2.1""#),
      (
        state, "permissions",
        #"{"camera":"notDetermined","notifications":"authorized","tracking":"denied"}"#
      ),
      (state, "toggles", #"{"dynamic-speed":false}"#), (state, "runtime", #"{"turbo":false}"#),
      (attributes, "variant", "null"), (attributes, "build", #""release""#),
    ]
    for (object, key, text) in values { #expect(try jsonText(object[key]) == text, "\(key)") }
  }

  @Test("Names are preserved, and control characters are escaped")
  func hostile() throws {
    let text = render(Hostile.head, with: EvaluationJSON())
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(Set(controls) == ["\n"])
    let result = try object(text)
    // Foundation removes a byte order mark at the beginning of a string.
    #expect(
      try jsonObjects(result["features"]).compactMap { $0["name"] as? String } == Hostile.names)
    let purchases = try jsonObject(jsonObject(result["state"])["purchases"])
    #expect(Set(purchases.keys) == Set(Hostile.names.map { $0 + "p" }))
  }

  @Test("Cached text equals text that is written anew")
  func fragments() throws {
    // The same constraint is in features with different states.
    let manifest = Manifest(
      products: [ProductDeclaration(id: "A", type: .nonConsumable)],
      features: (0..<4).map {
        FeatureDeclaration(
          id: "f\($0)",
          constraints: [.runtimeEnabled, .userToggled(defaultValue: true), .purchase(.product(0))])
      })
    let state = DeviceState(
      unlocked: [1], toggles: [2: false], runtime: [0: .unknown, 3: .no])
    let evaluator = Evaluator(manifest, in: state)
    let head = ReportContext(
      manifestPath: "m", sentences: Sentences(evaluator), counts: StatusCounts(evaluator.statuses())
    )
    let features = try jsonObjects(object(render(head, with: EvaluationJSON()))["features"])
    let messages = features.map { feature in
      (feature["constraints"] as? [[String: Any]])?.compactMap { $0["message"] as? String }
    }
    for (index, messages) in messages.enumerated() {
      let evaluation = evaluator.evaluate(index)
      #expect(messages == evaluation.constraints.map { evaluator.message(of: $0, in: index) })
    }
  }

  @Test("Equal versions are printed as they were written")
  func writtenVersions() throws {
    let versions: [Version] = ["9", "9.0", "9.0.0"]
    let manifest = Manifest(
      features: versions.enumerated().map { index, version in
        FeatureDeclaration(
          id: "f\(index)", constraints: [.platform(.iOS, .atLeast(version: version))])
      })
    let evaluator = Evaluator(manifest, in: DeviceState())
    let head = ReportContext(
      manifestPath: "m", sentences: Sentences(evaluator), counts: StatusCounts(evaluator.statuses())
    )
    let features = try jsonObjects(object(render(head, with: EvaluationJSON()))["features"])
    let required = features.compactMap { feature in
      (feature["constraints"] as? [[String: Any]])?.first?["required"] as? String
    }
    #expect(required == [">= 9", ">= 9.0", ">= 9.0.0"])
  }

  @Test(
    "Several threads write the same output as one", arguments: [0, 1, 512, 513, 1024, 1025, 9000])
  func threads(_ count: Int) {
    let manifest = Manifest(
      features: (0..<count).map { index in
        // The features are chains of seven, so chunks begin within them.
        FeatureDeclaration(
          id: "f\(index)", parent: index % 7 == 0 ? nil : index - 1,
          constraints: [
            .platform(.iOS, .atLeast(version: Version(Int32(9 + index % 11)))), .runtimeEnabled,
            .permission(SystemPermission.allCases[index % SystemPermission.allCases.count]),
          ])
      })
    let evaluator = Evaluator(manifest, in: DeviceState(osVersion: .version("15")))
    let head = ReportContext(
      manifestPath: "m", sentences: Sentences(evaluator), counts: StatusCounts(evaluator.statuses())
    )
    var sink = ByteSink()
    EvaluationJSON().writeAll(of: head, into: &sink) { evaluator.evaluations(of: $0) }
    #expect(sink.string == render(head, with: EvaluationJSON()))
  }

  @Test("An empty manifest has an empty list")
  func empty() throws {
    let evaluator = Evaluator(Manifest(), in: DeviceState())
    let head = ReportContext(
      manifestPath: "m", sentences: Sentences(evaluator), counts: StatusCounts())
    let result = try object(render(head, with: EvaluationJSON()))
    #expect(
      try ["features", "summary"].map { try jsonText(result[$0]) }
        == ["[]", #"{"available":0,"unavailable":0,"undetermined":0}"#])
  }

  @Test("With a baseline, features contain their status in it")
  func baseline() throws {
    let result = try object(render(SampleApp.comparison, with: EvaluationJSON()))
    let features = try jsonObjects(result["features"])
    #expect(features.map { $0["id"] as? String } == ["playback", "dynamic-speed"])
    let old = try jsonObject(features[0]["baseline"])
    let blockers = try jsonObjects(old["blockers"])
    #expect(old["status"] as? String == "unavailable" && blockers.count == 1, "\(old)")
    _ = try jsonObject(result["baseline"])
  }
}

func object(_ text: String) throws -> [String: Any] {
  try jsonObject(JSONSerialization.jsonObject(with: Data(text.utf8)))
}

/// Returns a value that must be an object.
func jsonObject(
  _ value: Any?, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> [String: Any] {
  try #require(value as? [String: Any], sourceLocation: sourceLocation)
}

/// Returns a value that must be a list of objects.
func jsonObjects(
  _ value: Any?, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> [[String: Any]] {
  try #require(value as? [[String: Any]], sourceLocation: sourceLocation)
}

/// Returns the JSON of a value with sorted keys, or "absent", so that values of several types can be in one table.
func jsonText(_ value: Any?) throws -> String {
  guard let value else { return "absent" }
  let options: JSONSerialization.WritingOptions = [
    .fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes,
  ]
  return String(
    decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
}
