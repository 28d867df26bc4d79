import FlintModel
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The JSON of evaluate")
struct EvaluationJSONTests {
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
    let features = try jsonObjects(object(renderJSON(head))["features"])
    let messages = features.map { feature in
      (feature["constraints"] as? [[String: Any]])?.compactMap { $0["message"] as? String }
    }
    for (index, messages) in messages.enumerated() {
      let evaluation = evaluator.evaluate(index)
      #expect(messages == evaluation.constraints.map { evaluator.message(of: $0, in: index) })
    }
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
    EvaluationReport(head: head, results: AnyIterator { nil }).writeAllJSON(into: &sink) {
      evaluator.evaluations(of: $0)
    }
    #expect(sink.string == renderJSON(head))
  }
}

func object(_ text: String) throws -> [String: Any] {
  try jsonObject(JSONSerialization.jsonObject(with: Data(text.utf8)))
}

func jsonObject(
  _ value: Any?, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> [String: Any] {
  try #require(value as? [String: Any], sourceLocation: sourceLocation)
}

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
