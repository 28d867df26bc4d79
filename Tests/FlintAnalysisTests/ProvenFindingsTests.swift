import FlintLogic
import FlintManifest
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis
@testable import FlintModel

@Suite("Proven findings")
struct ProvenFindingsTests {
  @Test(
    "The findings are those that evaluating every state gives",
    arguments: TestDepth.seeds(2, thorough: 40))
  func agreesWithEveryState(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (manifest, states) = ClaimTests.tiny(&random, limit: 5_000)
    let findings = ProvenFindings.find(in: manifest)
    let rules: Set<ProvenRule> = [
      .neverAvailable, .neverAvailableOn, .redundantConstraint, .unreachableBlock,
      .redundantAssumption,
    ]
    let found = Set(findings.filter { rules.contains($0.rule) }.map(Fact.init))
    let conflict = Self.smallestConflict(manifest, states)
    let expected = conflict == nil ? Self.tried(manifest, states) : []
    #expect(found == expected, "seed \(seed)")
    let conflicts = findings.filter { $0.rule == .conflictingAssumptions }
    #expect(conflicts.count == (conflict == nil ? 0 : 1), "seed \(seed)")
    if let conflict, let found = conflicts.first {
      let named = manifest.assumptions.filter { found.message.contains("'\($0.id)'") }
      #expect(named.count == conflict, "seed \(seed): \(found.message)")
    }
    #expect(found.count == findings.count { rules.contains($0.rule) }, "seed \(seed)")
  }

  /// A finding without its message.
  struct Fact: Hashable {
    var rule: ProvenRule
    var location: FindingLocation
    var platform: Platform?

    init(_ finding: ProvenFinding) {
      (rule, location, platform) = (finding.rule, finding.location, finding.platform)
    }

    init(_ rule: ProvenRule, _ location: FindingLocation, _ platform: Platform? = nil) {
      (self.rule, self.location, self.platform) = (rule, location, platform)
    }
  }

  /// Returns the size of the smallest set of assumptions that excludes every state, or nil if some state is possible.
  static func smallestConflict(_ manifest: Manifest, _ states: EveryState) -> Int? {
    var broken: Set<Set<Int>> = []
    states.visitExisting {
      broken.insert(Set(Evaluator(manifest, in: $0).brokenAssumptions))
    }
    let sets = (0..<1 << manifest.assumptions.count).map { bits in
      Set(manifest.assumptions.indices.filter { bits >> $0 & 1 == 1 })
    }
    return sets.filter { set in broken.allSatisfy { !$0.isDisjoint(with: set) } }.map(\.count)
      .min()
  }

  /// Returns the assumptions that are redundant, because the others exclude the same states.
  static func redundantAssumptions(_ manifest: Manifest, _ states: EveryState) -> Set<Fact> {
    var needed: Set<Int> = []
    states.visitExisting { state in
      let broken = Evaluator(manifest, in: state).brokenAssumptions
      if broken.count == 1 { needed.insert(broken[0]) }
    }
    return Set(
      manifest.assumptions.indices.filter { !needed.contains($0) }.map {
        Fact(.redundantAssumption, .declared(.assumption, $0))
      })
  }

  /// Returns the findings from evaluating every state, with the manifest and with the manifest without each constraint.
  static func tried(_ manifest: Manifest, _ states: EveryState) -> Set<Fact> {
    var availableOn = manifest.features.map { _ in Set<Platform>() }
    var guardsMet: Set<FindingLocation> = []
    var statuses: [[FeatureStatus]] = manifest.features.map { _ in [] }
    var platforms: Set<Platform> = []
    states.visitAll { state in
      platforms.insert(state.platform)
      let evaluator = Evaluator(manifest, in: state)
      for (feature, declaration) in manifest.features.enumerated() {
        let status = evaluator.status(of: feature)
        statuses[feature].append(status)
        if status == .available { availableOn[feature].insert(state.platform) }
        for (block, conditional) in declaration.conditional.enumerated()
        where evaluator.truth(
          of: conditional.condition, of: ConstraintContext(feature: feature).inGuard) == .yes
        {
          guardsMet.insert(.block(feature: feature, block))
        }
      }
    }
    var facts = redundantAssumptions(manifest, states)
    for (feature, declaration) in manifest.features.enumerated() {
      for block in declaration.conditional.indices
      where !guardsMet.contains(.block(feature: feature, block)) {
        facts.insert(Fact(.unreachableBlock, .block(feature: feature, block)))
      }
      if availableOn[feature].isEmpty {
        facts.insert(Fact(.neverAvailable, .feature(feature)))
        continue
      }
      let family = [feature] + Array(manifest.ancestors(of: feature))
      for platform in Platform.allCases
      where !availableOn[feature].contains(platform) && platforms.contains(platform) {
        let isDeclared = family.contains {
          manifest.features[$0].constraints.contains(.platform(platform, .unsupported))
        }
        let isReported = family.contains {
          facts.contains(Fact(.neverAvailableOn, .feature($0), platform))
        }
        if !isDeclared, !isReported {
          facts.insert(Fact(.neverAvailableOn, .feature(feature), platform))
        }
      }
      for position in manifest.constraintPositions(of: feature) {
        switch position.constraint(in: manifest) {
        case .platform(_, .any), .platform(_, .unsupported): continue
        case .platform(let platform, _) where !manifest.app.names(platform): continue
        default: break
        }
        if let block = position.block, !guardsMet.contains(.block(feature: feature, block)) {
          continue
        }
        let without = manifest.removing(position)
        var index = 0
        var isSame = true
        states.visitAll { state in
          if Evaluator(without, in: state).status(of: feature) != statuses[feature][index] {
            isSame = false
          }
          index += 1
        }
        if isSame { facts.insert(Fact(.redundantConstraint, .constraint(position))) }
      }
    }
    return facts
  }
}

extension Manifest {
  /// Returns the manifest without one constraint.
  func removing(_ position: ConstraintPosition) -> Manifest {
    var features = features
    let old = features[position.feature]
    var (constraints, conditional) = (old.constraints, old.conditional)
    if let block = position.block {
      var rest = conditional[block].constraints
      rest.remove(at: position.index)
      conditional[block] = ConditionalBlock(when: conditional[block].condition, constraints: rest)
    } else {
      constraints.remove(at: position.index)
    }
    features[position.feature] = FeatureDeclaration(
      id: old.id, parent: old.parent, isEnabled: old.isEnabled, constraints: constraints,
      conditional: conditional)
    return with(features: features)
  }
}

extension Manifest {
  func with(features: [FeatureDeclaration]) -> Manifest {
    Manifest(
      app: app, groups: groups, products: products, attributes: attributes, conditions: conditions,
      assumptions: assumptions, buckets: buckets, features: features)
  }
}

extension Manifest.App {
  /// Whether the app supports any version of a platform.
  fileprivate func names(_ platform: Platform) -> Bool {
    platforms?.contains { $0.platform == platform } ?? true
  }
}
