/// Generates one kind of manifest in any size. Commands query its feature `f0`.
private struct Shape {
  /// Contains N in place of the size.
  let name: String

  /// The smallest size; the others are twice and four times as large.
  let size: Int
  let commands: [String]

  /// Commands whose output grows fourfold when the size doubles.
  var withLargeOutput: Set<String> = []
  let manifest: (_ size: Int, _ permission: String) -> String
}

extension Bench {
  /// Measures commands for three sizes, each twice the one before. From one to the next, the time
  /// may triple, or grow sixfold if the output grows fourfold.
  func growth() throws {
    let state = try write("{\"platform\":\"iOS\"}\n", to: "one-state.ndjson")
    let suite = try write(
      #"{"scenarioVersion":1,"scenarios":[{"name":"a","cases":[{"expect":{"f0":"unavailable"}}]}]}"#,
      to: "growth-suite.json")
    for shape in Self.shapes {
      show("  \(shape.name)")
      let sizes = [1, 2, 4].map { $0 * shape.size }
      for size in sizes {
        _ = try write(shape.manifest(size, "camera"), to: "growth-\(size).json")
        _ = try write(shape.manifest(size, "microphone"), to: "growth-\(size)-changed.json")
      }
      for command in shape.commands {
        func arguments(_ size: Int) -> [String] {
          let words = command.split(separator: " ").map(String.init)
          let others: [String: [String]] = [
            "plan": ["f0"], "diff": [path("growth-\(size)-changed.json")],
            "test": [suite], "audience": [state],
          ]
          return [words[0], path("growth-\(size).json")] + (others[words[0]] ?? [])
            + words.dropFirst()
        }
        let isLarge = shape.withLargeOutput.contains(command)
        let (small, medium, large) = (sizes[0], sizes[1], sizes[2])
        try grow(
          command, atMost: isLarge ? 6 : 3,
          [
            "\(small)": arguments(small), "\(medium)": arguments(medium),
            "\(large)": arguments(large),
          ])
      }
    }
  }

  private static var shapes: [Shape] {
    let hard = ["evaluate", "validate", "diff", "report", "plan"]
    let proofs = ["test --coverage", "test --mutate"]
    let usual = ["validate", "plan", "diff", "cover", "report", "audience"]
    return [
      Shape(
        name: "one feature that requires N products", size: 500, commands: usual + proofs,
        withLargeOutput: Set(["cover"] + proofs)
      ) { size, permission in
        let required = list((0..<size).map { #""P\#($0)""# })
        return Self.manifest(
          products: size, feature(0, #""purchases":[\#(required)],\#(permissions(permission))"#))
      },
      Shape(
        name: "N features with a product, a permission and a toggle each", size: 500,
        commands: usual + proofs, manifest: independentFeatures),
      Shape(
        name: "N features that are too complex to analyze", size: 5,
        commands: ["validate", "diff", "cover", "report", "audience", "test --coverage"]
      ) { size, permission in
        var random = BenchmarkGenerator(seed: 3)
        let features = (0..<size).map { index in
          let clauses = (0..<90).map { _ in
            #"{"anyOf":[\#(list(random.few(3...3, of: Array(0..<90)).map { #""P\#($0)""# }))]}"#
          }
          return feature(index, #""purchases":[\#(list(clauses))],\#(permissions(permission))"#)
        }
        return Self.manifest(products: 90, list(features))
      },
      Shape(name: "N alternatives in pairs", size: 2500, commands: hard) { size, permission in
        let pairs = (0..<size).map { #"{"allOf":["P\#($0)","P\#($0 + size)"]}"# }
        return Self.manifest(
          products: 2 * size,
          feature(0, #""purchases":[{"anyOf":[\#(list(pairs))]}],\#(permissions(permission))"#))
      },
      Shape(name: "N conditional blocks", size: 250, commands: hard) { size, permission in
        let blocks = (0..<size).map { index in
          """
          {"when":{"attributes":{"c":\(index)}},\
          "constraints":{"attributes":{"c":{"below":\(2 * index)}}}}
          """
        }
        return Self.manifest(
          feature(0, #""conditional":[\#(list(blocks))],\#(permissions(permission))"#))
      },
      Shape(name: "N intervals of an integer", size: 4000, commands: hard) { size, permission in
        let intervals = (0..<size).map { index in
          #"{"attributes":{"c":{"atLeast":\#(2 * index),"below":\#(2 * index + 1)}}}"#
        }
        return Self.manifest(
          feature(0, #""anyOf":[\#(list(intervals))],\#(permissions(permission))"#))
      },
    ]
  }

  // MARK: Parts

  private static func independentFeatures(_ size: Int, _ permission: String) -> String {
    let features = (0..<size).map { index in
      let asked = permissions([permission, "photos", "contacts"][index % 3])
      return feature(
        index, #""purchases":["P\#(index)"],"userToggled":{"defaultValue":true},\#(asked)"#)
    }
    return manifest(products: size, list(features))
  }

  private static func permissions(_ name: String) -> String { #""permissions":["\#(name)"]"# }

  private static func feature(_ index: Int, _ constraints: String) -> String {
    #"{"id":"f\#(index)","constraints":{\#(constraints)}}"#
  }

  private static func manifest(products: Int = 0, _ features: String) -> String {
    let products = (0..<products).map { #"{"id":"P\#($0)","type":"nonConsumable"}"# }
    return """
      {"manifestVersion":1,"products":[\(list(products))],\
      "attributes":[{"id":"c","type":"integer"}],"features":[\(features)]}
      """
  }
}
