/// The feature to query is `f0`.
struct GrowthShape: Sendable {
  /// N is the size.
  let name: String

  /// The others are twice and four times as large.
  let size: Int
  var commands = Command.allCases.filter { $0 != .test }

  var withLargeOutput: Set<Command> = []

  let manifest: @Sendable (_ size: Int, _ permission: String) -> String
  var suite: @Sendable (_ size: Int) -> String = { _ in
    suite([#"{"name":"one","cases":[{"expect":{"f0":"unavailable"}}]}"#])
  }

  enum Command: String, CaseIterable {
    case validate, plan, diff, cover, report, audience, test
    case coverage = "test --coverage"
    case mutate = "test --mutate"
  }

  static let all = [manyProducts, manyFeatures, manyComplexFeatures, manyClaims, nestedFeatures]

  private static let manyProducts = GrowthShape(
    name: "one feature that requires N products", size: 500,
    withLargeOutput: [.cover, .coverage, .mutate]
  ) { size, permission in
    let required = (0..<size).map { "\"P\($0)\"" }.joined(separator: ",")
    return manifest(
      products: size,
      [
        feature(
          "f0",
          #""purchases":[\#(required)],"permissions":["\#(permission)"]"#)
      ])
  }

  private static let manyFeatures = GrowthShape(
    name: "N features with a product, a permission and a toggle each", size: 500
  ) { size, permission in
    independentFeatures(size, permission)
  }

  private static let manyComplexFeatures = GrowthShape(
    name: "N features that are too complex to analyze", size: 5,
    commands: [.validate, .diff, .cover, .report, .audience, .coverage]
  ) { size, permission in
    var random = BenchmarkGenerator(seed: 3)
    return manifest(
      products: 90,
      (0..<size).map { index in
        let clauses = (0..<90).map { _ in
          let three = random.few(3...3, of: Array(0..<90)).map { "\"P\($0)\"" }
          return "{\"anyOf\":[\(three.joined(separator: ","))]}"
        }
        return feature(
          "f\(index)",
          #""purchases":[\#(clauses.joined(separator: ","))],"permissions":["\#(permission)"]"#)
      })
  }

  private static let manyClaims = GrowthShape(
    name: "N claims about 200 features", size: 200, commands: [.test, .mutate],
    manifest: { _, permission in independentFeatures(200, permission) },
    suite: { size in
      suite(
        (0..<size).map { index in
          let number = index % 200
          return #"{"name":"claim \#(index)","never":{"available":"f\#(number)"},"#
            + #""where":{"purchases":{"P\#(number)":"notPurchased"}}}"#
        })
    })

  private static let nestedFeatures = GrowthShape(
    name: "N nested features around chains of siblings", size: 25, commands: [.audience],
    withLargeOutput: [.audience]
  ) { size, _ in
    let toggle = #""userToggled":{"defaultValue":true}"#
    let siblings = (0..<50 * size).map { index in
      feature("f\(index)", (index == 0 ? "" : #""features":["f\#(index - 1)"],"#) + toggle)
    }
    var features = siblings.joined(separator: ",")
    for index in 0..<size {
      features =
        #"{"id":"group\#(index)","constraints":{\#(toggle)},"features":[\#(features)]}"#
    }
    return manifest(products: 0, [features])
  }

  // MARK: Parts

  private static func independentFeatures(_ size: Int, _ permission: String) -> String {
    manifest(
      products: size,
      (0..<size).map { index in
        feature(
          "f\(index)",
          #""purchases":["P\#(index)"],"userToggled":{"defaultValue":true},"#
            + #""permissions":["\#([permission, "photos", "contacts"][index % 3])"]"#)
      })
  }

  private static func feature(_ id: String, _ constraints: String) -> String {
    #"{"id":"\#(id)","constraints":{\#(constraints)}}"#
  }

  private static func manifest(products: Int, _ features: [String]) -> String {
    let products = (0..<products).map { #"{"id":"P\#($0)","type":"nonConsumable"}"# }
    return #"{"manifestVersion":1,"products":[\#(products.joined(separator: ","))],"#
      + #""features":[\#(features.joined(separator: ","))]}"#
  }

  private static func suite(_ scenarios: [String]) -> String {
    #"{"scenarioVersion":1,"scenarios":[\#(scenarios.joined(separator: ","))]}"#
  }
}
