struct PathologicalInputs {
  /// Approximate bytes.
  let size: Int

  struct Shape {
    let name: String
    let manifest: String

    /// Nil for an invalid manifest.
    var feature: String? = "f"
  }

  var all: [Shape] {
    [
      deepNesting, deepFeatures, hugeString, hugeID, manyKeys, keyAgain, manyFeatures, siblings,
      operands(size / 100), operandsInPairs(size / 100), blocks(size / 1000),
      exclusiveBlocks(size / 1000), manyValues, valueOfEach(size / 60), limitOfEach(size / 80),
      intervals(size / 60),
    ]
  }

  // MARK: Text

  private var deepNesting: Shape {
    Shape(
      name: "arrays in arrays", manifest: String(repeating: "[", count: size), feature: nil)
  }

  private var deepFeatures: Shape {
    let depth = 200
    let trees = (0..<size / (60 * depth)).map { tree in
      (0..<depth).map { level in
        let id = tree == 0 && level == depth - 1 ? "f" : "f\(tree)-\(level)"
        return "{\"id\":\"\(id)\",\"constraints\":{\"permissions\":[\"camera\"]},\"features\":["
      }.joined() + String(repeating: "]}", count: depth)
    }
    return Shape(
      name: "features in features", manifest: manifest(features: trees.joined(separator: ",")))
  }

  private var hugeString: Shape {
    Shape(
      name: "one string",
      manifest: manifest(
        features: "{\"id\":\"f\",\"name\":\"\(String(repeating: "💎é", count: size / 6))\"}"))
  }

  private var hugeID: Shape {
    Shape(
      name: "one invalid id",
      manifest: manifest(
        features: "{\"id\":\"\(String(repeating: "!", count: size))\"}"), feature: nil)
  }

  private var manyKeys: Shape {
    let keys = (0..<size / 12).map { "\"x-\($0)\":1" }
    return Shape(
      name: "keys",
      manifest: "{\"manifestVersion\":1,\"features\":[{\"id\":\"f\"}],"
        + keys.joined(separator: ",") + "}")
  }

  private var keyAgain: Shape {
    let keys = [String](repeating: "\"x-a\":1", count: size / 8)
    return Shape(
      name: "one repeated key", manifest: "{" + keys.joined(separator: ",") + "}",
      feature: nil)
  }

  // MARK: Features

  private var manyFeatures: Shape {
    let others = (1..<size / 14).map { "{\"id\":\"f\($0)\"}" }
    return Shape(
      name: "features",
      manifest: manifest(features: (["{\"id\":\"f\"}"] + others).joined(separator: ",")))
  }

  private var siblings: Shape {
    let children = (1..<size / 14).map { "{\"id\":\"f\($0)\"}" }
    return Shape(
      name: "features of one parent",
      manifest: manifest(
        features: "{\"id\":\"f\",\"constraints\":{\"permissions\":[\"camera\",\"photos\"]},"
          + "\"features\":[\(children.joined(separator: ","))]}"))
  }

  // MARK: Purchases, blocks, values

  private func operands(_ count: Int) -> Shape {
    purchase("operands of a purchase", count, (0..<count).map { "\"P\($0)\"" })
  }

  private func operandsInPairs(_ count: Int) -> Shape {
    purchase(
      "operands in distant pairs", count,
      (0..<count / 2).map { "{\"allOf\":[\"P\($0)\",\"P\($0 + count / 2)\"]}" })
  }

  private func purchase(_ name: String, _ products: Int, _ operands: [String]) -> Shape {
    Shape(
      name: "\(products) \(name)",
      manifest: manifest(
        products: products,
        features: feature("\"purchases\":[{\"anyOf\":[\(operands.joined(separator: ","))]}]")))
  }

  private func blocks(_ count: Int) -> Shape {
    let blocks = (0..<count).map { index in
      "{\"when\":{\"attributes\":{\"a\(index)\":true}},\"constraints\":{\"attributes\":{\"b\(index)\":true}}}"
    }
    let attributes = (0..<count).flatMap { ["a\($0)", "b\($0)"] }
      .map { "{\"id\":\"\($0)\",\"type\":\"boolean\"}" }
    return Shape(
      name: "\(count) conditional blocks",
      manifest: manifest(
        attributes: attributes,
        features: feature("\"conditional\":[\(blocks.joined(separator: ","))]")))
  }

  private func exclusiveBlocks(_ count: Int) -> Shape {
    let blocks = (0..<count).map { index in
      "{\"when\":{\"attributes\":{\"c\":\"v\(index)\"}},\"constraints\":{\"attributes\":{\"b\(index % 20)\":true}}}"
    }
    let attributes =
      (0..<20).map { "{\"id\":\"b\($0)\",\"type\":\"boolean\"}" } + [choice(count)]
    return Shape(
      name: "\(count) blocks with values of one choice",
      manifest: manifest(
        attributes: attributes,
        features: feature("\"conditional\":[\(blocks.joined(separator: ","))]")))
  }

  private var manyValues: Shape {
    let count = size / 20
    let values = (0..<count).map { "\"v\($0)\"" }.joined(separator: ",")
    return Shape(
      name: "\(count) values of a choice",
      manifest: manifest(
        attributes: [choice(count)], features: feature("\"attributes\":{\"c\":[\(values)]}")))
  }

  private func valueOfEach(_ count: Int) -> Shape {
    features("\(count) features with a value each", choice(count), count) { "\"v\($0)\"" }
  }

  private func limitOfEach(_ count: Int) -> Shape {
    features("\(count) features with a limit each", integer, count) { "{\"atLeast\":\($0)}" }
  }

  private func features(
    _ name: String, _ attribute: String, _ count: Int, _ required: (Int) -> String
  ) -> Shape {
    let features = (0..<count).map { index in
      let id = index == 0 ? "f" : "f\(index)"
      return "{\"id\":\"\(id)\",\"constraints\":{\"attributes\":{\"c\":\(required(index))}}}"
    }
    return Shape(
      name: name,
      manifest: manifest(attributes: [attribute], features: features.joined(separator: ",")))
  }

  private func intervals(_ count: Int) -> Shape {
    let alternatives = (0..<count).map { index in
      "{\"attributes\":{\"c\":{\"atLeast\":\(2 * index),\"below\":\(2 * index + 1)}}}"
    }
    return Shape(
      name: "\(count) intervals of an integer",
      manifest: manifest(
        attributes: [integer],
        features: feature("\"anyOf\":[\(alternatives.joined(separator: ","))]")))
  }

  private var integer: String { "{\"id\":\"c\",\"type\":\"integer\"}" }

  private func choice(_ count: Int) -> String {
    let values = (0..<count).map { "\"v\($0)\"" }.joined(separator: ",")
    return "{\"id\":\"c\",\"type\":\"choice\",\"values\":[\(values)]}"
  }

  private func feature(_ constraints: String) -> String {
    "{\"id\":\"f\",\"constraints\":{\(constraints)}}"
  }

  private func manifest(
    products: Int = 0, attributes: [String] = [], features: String
  ) -> String {
    Self.manifest(products: products, attributes: attributes, features: features)
  }

  private static func manifest(
    products: Int, attributes: [String] = [], features: String
  ) -> String {
    let products = (0..<products).map { "{\"id\":\"P\($0)\",\"type\":\"nonConsumable\"}" }
    return "{\"manifestVersion\":1,\"products\":[\(products.joined(separator: ","))],"
      + "\"attributes\":[\(attributes.joined(separator: ","))],\"features\":[\(features)]}"
  }

  // MARK: Proofs

  /// Too complex to analyze, with a hundred simple features.
  static func entangled(features: Int) -> String {
    var random = BenchmarkGenerator(seed: 3)
    let entangled = (0..<features).map { index in
      let clauses = (0..<90).map { _ in
        let three = random.few(3...3, of: Array(0..<90)).map { "\"P\($0)\"" }
        return "{\"anyOf\":[\(three.joined(separator: ","))]}"
      }
      return
        "{\"id\":\"e\(index)\",\"constraints\":{\"purchases\":[\(clauses.joined(separator: ","))]}}"
    }
    let simple = (0..<100).map {
      "{\"id\":\"s\($0)\",\"constraints\":{\"purchases\":[\"P\($0 % 90)\"],\"permissions\":[\"camera\"]}}"
    }
    return manifest(products: 90, features: (entangled + simple).joined(separator: ","))
  }
}
