import FlintManifest
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis
@testable import FlintModel

@Suite("Redundancies of which only one can be removed")
struct JointRemovalTests {
  @Test("Two constraints are alternatives exactly where some status changes without both")
  func agreesWithEveryState() {
    var alternatives = 0
    var others = 0
    for seed in TestDepth.seeds(400, thorough: 4_000) {
      var random = SeededGenerator(seed: seed)
      let (manifest, states) = ClaimTests.tiny(&random, limit: 300)
      let findings = ProvenFindings.find(in: manifest)
      let found = findings.compactMap { finding in
        if case .constraint(let position) = finding.location,
          finding.rule == .redundantConstraint
        {
          (position, finding.message)
        } else {
          nil
        }
      }
      for (one, message) in found {
        for (other, _) in found where other.feature == one.feature && other != one {
          let later = one.isBefore(other) ? other : one
          let earlier = later == one ? other : one
          let without = manifest.removing(later).removing(earlier)
          var isSame = true
          states.visitAll { state in
            let statuses = [manifest, without].map {
              Evaluator($0, in: state).status(of: one.feature)
            }
            if statuses[0] != statuses[1] { isSame = false }
          }
          let name = other.constraint(in: manifest).name(block: other.block, in: manifest)
          let advice = message.split(separator: "remove only one of").dropFirst().joined()
          if !isSame { #expect(advice.contains("'\(name)'"), "seed \(seed): \(message)") }
          // A third redundant part may be needed without one of the two.
          if isSame, findings.count == 2 { #expect(advice.isEmpty, "seed \(seed): \(message)") }
          alternatives += isSame ? 0 : 1
          others += isSame ? 1 : 0
        }
      }
    }
    #expect(alternatives > 0 && others > 0)
  }
}

extension ConstraintPosition {
  fileprivate func isBefore(_ other: ConstraintPosition) -> Bool {
    (block ?? -1, index) < (other.block ?? -1, other.index)
  }
}
