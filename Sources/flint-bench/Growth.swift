/// The feature to query is `f0`.
private struct Shape {
  /// N in it is the size.
  let name: String

  /// The smallest; the others are twice and four times as large.
  let size: Int
  var commands = ["validate", "plan", "diff", "cover", "report", "audience"]

  /// Commands whose output grows fourfold.
  var withLargeOutput: Set<String> = []
  var claims: (Int) -> [String] = { _ in
    [#"{"name":"one","cases":[{"expect":{"f0":"unavailable"}}]}"#]
  }
  let manifest: (_ size: Int, _ permission: String) -> String
}

extension Bench {
  /// Three sizes, each twice the last: time may triple, or grow sixfold with fourfold output.
  func growth() throws {
    let state = try write("{\"platform\":\"iOS\"}\n", to: "one-state.ndjson")
    for shape in Self.shapes {
      show("  \(shape.name)")
      let sizes = [1, 2, 4].map { $0 * shape.size }
      for size in sizes {
        _ = try write(shape.manifest(size, "camera"), to: "growth-\(size).json")
        _ = try write(shape.manifest(size, "microphone"), to: "growth-\(size)-changed.json")
        _ = try write(
          #"{"scenarioVersion":1,"scenarios":[\#(list(shape.claims(size)))]}"#,
          to: "growth-\(size)-suite.json")
      }
      for command in shape.commands {
        func arguments(_ size: Int) -> [String] {
          let words = command.split(separator: " ").map(String.init)
          let others: [String: [String]] = [
            "plan": ["f0"], "diff": [path("growth-\(size)-changed.json")],
            "test": [path("growth-\(size)-suite.json")], "audience": [state],
          ]
          return [words[0], path("growth-\(size).json")] + (others[words[0]] ?? [])
            + words.dropFirst()
        }
        let isLarge = shape.withLargeOutput.contains(command)
        let (small, medium, large) = (sizes[0], sizes[1], sizes[2])
        try grow(
          command, atMost: isLarge ? 6 : 3, note: isLarge ? "output grows fourfold" : "",
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
      Shape(
        name: "N claims about 200 features", size: 200, commands: ["test", "test --mutate"],
        claims: { size in
          (0..<size).map { index in
            """
            {"name":"claim \(index)","never":{"available":"f\(index % 200)"},\
            "where":{"purchases":{"P\(index % 200)":"notPurchased"}}}
            """
          }
        }, manifest: { independentFeatures(200, $1) }),
      Shape(
        name: "N nested features around chains of siblings", size: 25, commands: ["audience"],
        withLargeOutput: ["audience"]
      ) { size, _ in
        let siblings = (0..<50 * size).map { index in
          feature(index, (index == 0 ? "" : #""features":["f\#(index - 1)"],"#) + toggle)
        }
        return Self.manifest(
          (0..<size).reduce(list(siblings)) { features, index in
            #"{"id":"group\#(index)","constraints":{\#(toggle)},"features":[\#(features)]}"#
          })
      },
      Shape(name: "N keys without meaning", size: 20_000, commands: hard) { size, permission in
        let keys = list((0..<size).map { #""x-\#($0)":1"# })
        return Self.manifest(feature(0, permissions(permission)), more: keys)
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

  private static let toggle = #""userToggled":{"defaultValue":true}"#

  private static func independentFeatures(_ size: Int, _ permission: String) -> String {
    let features = (0..<size).map { index in
      let asked = permissions([permission, "photos", "contacts"][index % 3])
      return feature(index, #""purchases":["P\#(index)"],\#(toggle),\#(asked)"#)
    }
    return manifest(products: size, list(features))
  }

  private static func permissions(_ name: String) -> String { #""permissions":["\#(name)"]"# }

  private static func feature(_ index: Int, _ constraints: String) -> String {
    #"{"id":"f\#(index)","constraints":{\#(constraints)}}"#
  }

  private static func manifest(
    products: Int = 0, _ features: String, more: String = #""x-none":0"#
  ) -> String {
    let products = (0..<products).map { #"{"id":"P\#($0)","type":"nonConsumable"}"# }
    return """
      {"manifestVersion":1,"products":[\(list(products))],\
      "attributes":[{"id":"c","type":"integer"}],\(more),"features":[\(features)]}
      """
  }
}
