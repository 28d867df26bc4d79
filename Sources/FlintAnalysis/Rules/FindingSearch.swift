package import FlintModel
import FlintLogic

package enum ProvenFindings {
  /// Returns the problems in a manifest: first those of the features in their order, then those of the assumptions, and
  /// at last those of the other declarations.
  ///
  /// - Parameter today: The date for findings about expiry; nil to skip these.
  package static func find(in manifest: Manifest, today: DateTime? = nil) -> [ProvenFinding] {
    var search = FindingSearch(in: manifest, today: today)
    while search.proceed() {}
    return search.findings
  }
}

/// A search for problems in a manifest. It analyzes one feature per call of ``proceed()``, so that the caller can do
/// other work in between.
package struct FindingSearch: ~Copyable {
  private var proof: FeatureProof
  private let assumptions: AssumptionProof
  private var analyzed = 0

  /// The results of the search for problems in the manifest before the last edit, as far as they are still valid; nil
  /// if there are none.
  private var kept: KeptProofs?

  /// Creates a search for problems in a manifest. The search has not analyzed any feature yet; see ``proceed()``.
  ///
  /// - Parameters:
  ///   - today: The date for findings about expiry; nil to skip these.
  ///   - earlier: The results of the search before the last edit of the manifest; nil if there are none. They speed
  ///     up the search and do not change its findings.
  package init(
    in manifest: Manifest, today: DateTime? = nil, after earlier: ProvenFeatures? = nil
  ) {
    proof = FeatureProof(of: manifest, today: today)
    assumptions = AssumptionProof(of: manifest, in: &proof.space)
    proof.hasPossibleState = assumptions.conflict == nil
    kept = earlier.flatMap { KeptProofs(of: $0, in: manifest, proof.space.breakpoints) }
  }

  /// Analyzes the next feature. Before this, copies results from the search before the last edit of the manifest, if
  /// there was one, for as many of the next features as that edit did not affect. Returns false if no feature is left
  /// to analyze or the search was canceled.
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

  /// The problems found so far. The list is complete once ``proceed()`` has returned false without a cancellation.
  package var findings: [ProvenFinding] {
    let checked = CheckedManifest(
      manifest: proof.manifest, used: UsedDeclarations(in: proof.manifest), today: proof.today)
    var findings = proof.findings
    for rule in ProvenRule.allCases { findings += rule.checker.check(assumptions) }
    for rule in ProvenRule.allCases { findings += rule.checker.check(checked) }
    return findings
  }

  /// The results of this search for problems. With them, the search after the next edit of the manifest is faster. Nil
  /// until every feature has been analyzed, and nil if this search was given a date.
  package var proven: ProvenFeatures? {
    analyzed == proof.manifest.features.count ? ProvenFeatures(proof) : nil
  }
}

/// The results of a completed ``FindingSearch``, for each feature. After an edit of the manifest, the next search
/// copies the results of the features that the edit does not affect.
package struct ProvenFeatures: Sendable {
  fileprivate let manifest: Manifest
  fileprivate let breakpoints: Breakpoints
  fileprivate let findings: [ProvenFinding]

  private let beginnings: [Int]
  fileprivate let isNeverAvailable: [Bool]
  fileprivate let neverAvailableOn: [[Platform]]

  /// Stores the results of a completed search for problems in a manifest, so that the search after the next edit can
  /// copy those of unaffected features. Returns nil if the search was given a date, because its findings about expiry
  /// would be wrong on another date.
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

/// The results of an earlier search for problems in the manifest, reduced to the features that an edit of the manifest
/// does not affect. With them, the language server uses half the time for an edit of a manifest with 1,000 features.
private struct KeptProofs {
  let proven: ProvenFeatures
  private let inputs: UnchangedInputs

  /// Compares the edited manifest with the one before the edit, to find the features whose findings can be copied.
  /// `proven` has the results of the search for problems before the edit. Returns nil if none of them can be used,
  /// because the edit may affect every feature.
  init?(of proven: ProvenFeatures, in manifest: Manifest, _ breakpoints: Breakpoints) {
    guard breakpoints.triesTheSame(as: proven.breakpoints) else { return nil }
    inputs = UnchangedInputs(proven.manifest, manifest)
    // Findings contain the names of declarations, so even changes that do not affect a status matter.
    guard inputs.declarationsMatch, inputs.assumptionsMatch else { return nil }
    self.proven = proven
  }

  /// Returns the index that a feature had before the last edit of the manifest; nil if the edit may have changed the
  /// findings about the feature.
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
