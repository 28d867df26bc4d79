package import FlintModel
import FlintLogic

package enum ProvenFindings {
  /// Problems of features, then of assumptions, then of other declarations.
  /// - Parameter today: For findings about expiry; nil to skip them.
  package static func find(in manifest: Manifest, today: DateTime? = nil) -> [ProvenFinding] {
    var search = FindingSearch(in: manifest, today: today)
    while search.proceed() {}
    return search.findings
  }
}

/// Analyzes one feature for each ``proceed()``, so that the caller can do other work.
package struct FindingSearch: ~Copyable {
  private var proof: FeatureProof
  private let assumptions: AssumptionProof
  private var analyzed = 0

  private var kept: KeptProofs?

  /// - Parameters:
  /// - today: For findings about expiry; nil to skip them.
  /// - earlier: Results before the last edit, which save time.
  package init(
    in manifest: Manifest, today: DateTime? = nil, after earlier: ProvenFeatures? = nil
  ) {
    proof = FeatureProof(of: manifest, today: today)
    assumptions = AssumptionProof(of: manifest, in: &proof.space)
    proof.hasPossibleState = assumptions.conflict == nil
    kept = earlier.flatMap { KeptProofs(of: $0, in: manifest, proof.space.breakpoints) }
  }

  /// False if no feature is left or the search was canceled.
  package mutating func proceed() -> Bool {
    if Cancellation.isRequested { return false }
    let count = proof.manifest.features.count
    if let kept {
      while analyzed < count, let counterpart = kept.counterpart(of: analyzed) {
        proof.take(analyzed, as: counterpart, of: kept.proven)
        analyzed += 1
      }
    }
    guard analyzed < count else { return false }
    proof.analyze(analyzed)
    analyzed += 1
    return true
  }

  package var findings: [ProvenFinding] {
    let checked = CheckedManifest(
      manifest: proof.manifest, used: UsedDeclarations(in: proof.manifest), today: proof.today)
    var findings = proof.findings
    for rule in ProvenRule.allCases { findings += rule.checker.check(assumptions) }
    for rule in ProvenRule.allCases { findings += rule.checker.check(checked) }
    return findings
  }

  /// For the search after the next edit; nil until complete, or with a date.
  package var proven: ProvenFeatures? {
    analyzed == proof.manifest.features.count ? ProvenFeatures(proof) : nil
  }
}

/// Results by feature, to be copied after an edit that does not affect them.
package struct ProvenFeatures: Sendable {
  fileprivate let manifest: Manifest
  fileprivate let breakpoints: Breakpoints
  fileprivate let findings: [ProvenFinding]

  private let beginnings: [Int]
  fileprivate let isNeverAvailable: [Bool]
  fileprivate let neverAvailableOn: [[Platform]]

  /// Nil with a date, on which findings about expiry depend.
  init?(_ proof: borrowing FeatureProof) {
    guard proof.today == nil else { return nil }
    manifest = proof.manifest
    breakpoints = proof.space.breakpoints
    findings = proof.findings
    beginnings = proof.beginnings
    isNeverAvailable = proof.isNeverAvailable
    neverAvailableOn = proof.neverAvailableOn
  }

  fileprivate func findings(of feature: Int) -> ArraySlice<ProvenFinding> {
    let end = feature + 1 < beginnings.count ? beginnings[feature + 1] : findings.count
    return findings[beginnings[feature]..<end]
  }
}

private struct KeptProofs {
  let proven: ProvenFeatures
  private let inputs: UnchangedInputs

  /// Nil if the edit may affect every feature.
  init?(of proven: ProvenFeatures, in manifest: Manifest, _ breakpoints: Breakpoints) {
    guard breakpoints.triesTheSame(as: proven.breakpoints) else { return nil }
    inputs = UnchangedInputs(proven.manifest, manifest)
    // Findings contain the names of declarations, so even changes that do not affect a status matter.
    guard inputs.declarationsMatch, inputs.assumptionsMatch else { return nil }
    self.proven = proven
  }

  /// Nil if its findings may have changed.
  func counterpart(of feature: Int) -> Int? {
    guard inputs.isKept[feature], let counterpart = inputs.counterparts[feature],
      // A rule may check the texts of a feature too, such as its name.
      inputs.haveSameTexts(feature, counterpart)
    else { return nil }
    return counterpart
  }
}

extension FeatureProof {
  fileprivate mutating func take(
    _ feature: Int, as earlier: Int, of proven: borrowing ProvenFeatures
  ) {
    begin(feature)
    for finding in proven.findings(of: earlier) { report(finding.moved(to: feature)) }
    setNeverAvailable(proven.isNeverAvailable[earlier], on: proven.neverAvailableOn[earlier])
  }
}
