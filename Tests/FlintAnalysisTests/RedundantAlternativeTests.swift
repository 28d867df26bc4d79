import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis
@testable import FlintModel

@Suite("Redundant alternatives")
struct RedundantAlternativeTests {
  @Test("An alternative is reported if removing it changes nothing")
  func agreesWithTheManifestWithout() {
    var count = 0
    for seed in TestDepth.seeds(36, thorough: 480) {
      var random = SeededGenerator(seed: seed)
      let manifest = Self.manifest(&random)
      let found = ProvenFindings.find(in: manifest).compactMap { finding -> [WrittenStep]? in
        guard case .within(_, let path) = finding.location else { return nil }
        return path
      }
      #expect(found == Self.tried(manifest), "seed \(seed)")
      count += found.count
    }
    #expect(count > 0)
  }

  @Test("A redundant alternative is found among a thousand")
  func thousands() {
    // The last of the thousand values repeats an earlier one.
    let values = (0..<1000).map { Int64($0 == 999 ? 500 : $0) }
    let alternatives = values.map { value in
      Condition([
        .attribute(.init(attribute: 0, accepted: .integers([value]))), .permission(.camera),
      ])
    }
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "n", domain: .integer)],
      features: [FeatureDeclaration(id: "f", constraints: [.anyOf(alternatives)])])
    let found = ProvenFindings.find(in: manifest).filter { $0.rule != .neverAvailableOn }
    #expect(found.map(\.rule) == [.redundantAlternative, .redundantAlternative])
    #expect(
      found.map(\.location)
        == [500, 999].map {
          .within(
            .constraints(feature: 0, block: nil), path: [.constraint(.anyOf, 0), .element($0)])
        })
  }

  // MARK: Random manifests

  /// Returns a feature with nested lists and, in half of the cases, a further constraint.
  private static func manifest(_ random: inout SeededGenerator) -> Manifest {
    var constraints = [list(&random, depth: 3)]
    if random.oneIn(2) { constraints.append(fact(&random)) }
    return Manifest(
      attributes: (0..<4).map { AttributeDeclaration(id: "a\($0)", domain: .boolean) },
      features: [FeatureDeclaration(id: "f", constraints: constraints)])
  }

  private static func fact(_ random: inout SeededGenerator) -> Constraint {
    .attribute(.init(attribute: random.int(0...3), accepted: .boolean(random.oneIn(2))))
  }

  private static func list(_ random: inout SeededGenerator, depth: Int) -> Constraint {
    let kind = random.int(0...4)
    if kind == 0 { return .not(condition(&random, depth: depth - 1)) }
    let conditions = (0..<random.int(1...3)).map { _ in condition(&random, depth: depth - 1) }
    return kind < 3 ? .anyOf(conditions) : .allOf(conditions)
  }

  private static func condition(_ random: inout SeededGenerator, depth: Int) -> Condition {
    Condition(
      (0..<random.int(1...2)).map { _ in
        depth > 0 && random.oneIn(2) ? list(&random, depth: depth) : fact(&random)
      })
  }

  // MARK: Reference search

  private static func tried(_ manifest: Manifest) -> [[WrittenStep]] {
    let others = Set(ProvenFindings.find(in: manifest).map(\.rule))
    guard !others.contains(.neverAvailable) else { return [] }
    let constraints = manifest.features[0].constraints
    func isSame(_ list: Constraint?) -> Bool {
      let rest = (list.map { [$0] } ?? []) + constraints.dropFirst()
      let other = Manifest(
        attributes: manifest.attributes,
        features: [FeatureDeclaration(id: "f", constraints: rest)])
      return (try? Differences.between(manifest, other).unchanged) == 1
    }
    // If the whole constraint is redundant, that is reported instead.
    return isSame(nil) ? [] : tried(constraints[0], [], isSame)
  }

  private static func tried(
    _ constraint: Constraint, _ path: [WrittenStep], _ isSame: (Constraint?) -> Bool
  ) -> [[WrittenStep]] {
    var found: [[WrittenStep]] = []
    for (number, operand) in constraint.operands.enumerated() {
      let inside = path + constraint.path(to: number)
      if constraint.kind != .not, constraint.operands.count > 1,
        isSame(constraint.replacing(number, by: nil))
      {
        found.append(inside)
        continue
      }
      for (index, inner) in operand.constraints.enumerated() {
        found += tried(inner, inside) { changed in
          guard let changed else { return false }
          return isSame(
            constraint.replacing(number, by: operand.replacing(index, by: changed)))
        }
      }
    }
    return found
  }
}
