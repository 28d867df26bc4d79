package import FlintCore

/// A search for findings feature by feature, for those who have other things to do meanwhile.
package struct FindingSearch: ~Copyable {
  private var proof: FeatureProof
  private let assumptions: AssumptionProof
  private var judged = 0

  /// What is still as it was, where something has been proven of the manifest before an edit.
  private var kept: KeptProofs?

  /// - Parameter earlier: what was proven of the manifest as it was before an edit; what is found is the same without it.
  package init(
    in manifest: Manifest, today: DateTime? = nil, after earlier: ProvenFeatures? = nil
  ) {
    proof = FeatureProof(of: manifest, today: today)
    assumptions = AssumptionProof(of: manifest, in: &proof.space)
    kept = earlier.flatMap { KeptProofs(of: $0, in: manifest, proof.space.breakpoints) }
  }

  /// Judges one more feature, and takes over those before it that have been judged; false once there is none.
  package mutating func proceed() -> Bool {
    let count = proof.manifest.features.count
    if let kept {
      while judged < count, let counterpart = kept.counterpart(of: judged) {
        proof.take(judged, as: counterpart, of: kept.proven)
        judged += 1
      }
    }
    guard judged < count else { return false }
    proof.judge(judged)
    judged += 1
    return true
  }

  /// What is found; all of it once there is no feature left to judge.
  package var findings: [ProvenFinding] {
    let used = UsedDeclarations(in: proof.manifest)
    var findings = proof.findings
    for rule in ProvenRule.allCases { findings += rule.checker.check(assumptions) }
    for rule in ProvenRule.allCases {
      findings += rule.checker.check(proof.manifest, used, today: proof.today)
    }
    return findings
  }

  /// What is proven of the features once each is judged, for after the next edit.
  package var proven: ProvenFeatures? {
    judged == proof.manifest.features.count ? ProvenFeatures(proof) : nil
  }
}

/// What was proven of each feature of a manifest.
package struct ProvenFeatures: Sendable {
  fileprivate let manifest: Manifest
  fileprivate let breakpoints: Breakpoints
  fileprivate let findings: [ProvenFinding]

  /// Where the findings of each feature begin.
  private let beginnings: [Int]
  fileprivate let isNeverAvailable: [Bool]
  fileprivate let neverAvailableOn: [[Platform]]

  /// Nil where a day was given: what has expired on it may not be asked after the next edit.
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

/// What an edit leaves of what was proven.
private struct KeptProofs {
  let proven: ProvenFeatures
  private let inputs: UnchangedInputs

  /// Nil where an edit may have changed anything about any feature.
  init?(of proven: ProvenFeatures, in manifest: Manifest, _ breakpoints: Breakpoints) {
    guard breakpoints.triesTheSame(as: proven.breakpoints) else { return nil }
    inputs = UnchangedInputs(proven.manifest, manifest)
    // Findings name what is asked for, whether or not it decides.
    guard inputs.declarationsMatch, inputs.assumptionsMatch else { return nil }
    self.proven = proven
  }

  /// The feature that this one was, where all that its findings follow from is what it was.
  func counterpart(of feature: Int) -> Int? {
    inputs.isKept[feature] ? inputs.counterparts[feature] : nil
  }
}

extension FeatureProof {
  /// Takes over what was found of a feature in a manifest in which it was the same.
  fileprivate mutating func take(
    _ feature: Int, as earlier: Int, of proven: borrowing ProvenFeatures
  ) {
    begin(feature)
    for finding in proven.findings(of: earlier) { report(finding.moved(to: feature)) }
    setNeverAvailable(proven.isNeverAvailable[earlier], on: proven.neverAvailableOn[earlier])
  }
}
