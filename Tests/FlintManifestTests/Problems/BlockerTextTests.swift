import FlintCore
import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite("Names of blockers in results")
struct BlockerTextTests {
  @Test(
    "Contain ids",
    arguments: [
      ("purchase:SUB0001", ["product SUB0001"]),
      (
        "smart/purchase:A or (B and 5xC)",
        ["feature smart", "product A", "product B", "product C"]
      ),
      ("when[2]/permission:photos=authorized|limited", ["permission photos"]),
      ("a.b/when[1]/attribute:build", ["feature a.b", "attribute build"]),
      ("/platform:iOS", ["platform iOS"]),
      ("/platforms", []),
      ("group/runtimeEnabled", ["feature group"]),
      (
        "purchase:group:main>=plus or group:other=expired",
        ["group main", "level plus", "group other"]
      ),
      (#"purchase:5x"5x" or "and"=expired|revoked"#, ["product 5x", "product and"]),
      (
        #"purchase:"a/b \"or\" c" and (x or "\\")"#,
        [#"product a/b "or" c"#, "product x", #"product \"#]
      ),
      ("purchase:\"\u{301}\" or b", ["product \u{301}", "product b"]),
      ("feature:F", ["feature F"]), ("condition:paid", ["condition paid"]),
      ("rollout", []), ("anyOf", []), ("", []), ("/", []), (":", []), ("when[", []),
      ("purchase:", []), ("purchase:\"", []), ("purchase:()", []), ("purchase:= =", []),
      ("purchase:\"a", []), ("nonsense:x", []),
    ])
  func names(text: String, expected: [String]) {
    let blocker = BlockerText(text)
    let names = blocker.pieces.compactMap { piece in
      if case .name(let kind, let name, _, _) = piece { "\(kind.rawValue) \(name)" } else { nil }
    }
    #expect(names == expected)
    #expect(blocker.text { _, _, _ in nil } == text)
  }

  /// Renames every id, and checks that each constraint's name is the one in the renamed manifest.
  @Test(
    "Change only in the ids if all ids are renamed",
    arguments: TestDepth.seeds(30, thorough: 1000))
  func renamed(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    let odd = ["and", "or", "5x", "x y", "\"", "\\", "a)", "=b", "é/", "\u{301}", "group:g", "\n"]
    var products: [String: String] = [:]
    for (index, product) in manifest.products.enumerated() {
      products[product.id] = "\(random.pick(odd))\(index)"
    }
    let other = manifest.renamed { kind, name in
      kind == .product ? products[name] ?? name : "\(name).\(kind.rawValue)"
    }
    for (index, feature) in manifest.features.enumerated() {
      let constraints =
        feature.constraints.map { (nil, $0) }
        + feature.conditional.enumerated().flatMap { block, conditional in
          conditional.constraints.map { (block, $0) }
        }
      for (block, constraint) in constraints {
        for prefix in [false, true] {
          let text = constraint.name(block: block, in: manifest)
          let blocker = BlockerText(prefix ? "\(feature.id)/\(text)" : text)
          let renamed = blocker.text { kind, name, _ in
            switch kind {
            case .permission, .platform: nil
            case .product: products[name]
            default: "\(name).\(kind.rawValue)"
            }
          }
          let expected = constraint.name(block: block, in: other)
          #expect(
            renamed == (prefix ? "\(other.features[index].id)/\(expected)" : expected),
            "seed \(seed)")
        }
      }
    }
  }
}

extension Manifest {
  fileprivate func renamed(_ name: (NameKind, String) -> String) -> Manifest {
    Manifest(
      app: app,
      groups: groups.map {
        GroupDeclaration(
          name(.group, $0.id), name: $0.name, levels: $0.levels.map { name(.level, $0) })
      },
      products: products.map {
        ProductDeclaration(
          id: name(.product, $0.id), name: $0.name, type: $0.type, group: $0.group, level: $0.level)
      },
      attributes: attributes.map {
        AttributeDeclaration(
          id: name(.attribute, $0.id), name: $0.name, domain: $0.domain, owner: $0.owner,
          defaultValue: $0.defaultValue)
      },
      conditions: conditions.map {
        ConditionDeclaration(
          id: name(.condition, $0.id), name: $0.name, is: $0.condition)
      },
      buckets: buckets,
      features: features.map {
        FeatureDeclaration(
          id: name(.feature, $0.id), name: $0.name, parent: $0.parent, isEnabled: $0.isEnabled,
          actions: $0.actions, constraints: $0.constraints, conditional: $0.conditional)
      })
  }
}
