import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

/// Changes as findings, for services that show these.
extension DifferenceReport {
  private var findings: [Findings] {
    guard let files else { return [] }
    var (inNew, inOld): ([Diagnostic], [Diagnostic]) = ([], [])
    let (newNames, oldNames) = (files.new.names.features, files.old.names.features)
    let (newLocations, oldLocations) = (ManifestLocations(files.new), ManifestLocations(files.old))
    for feature in difference.features {
      if let index = newNames.index(of: feature.id) {
        inNew.append(diagnostic(feature, at: newLocations.feature(index)))
      } else if let index = oldNames.index(of: feature.id) {
        inOld.append(diagnostic(feature, at: oldLocations.feature(index)))
      }
    }
    return [Findings](in: files.new.source, inNew) + [Findings](in: files.old.source, inOld)
  }

  private func diagnostic(_ feature: FeatureDifference, at range: Range<Int>) -> Diagnostic {
    let rule = DifferenceRule(feature.change)
    let examples = feature.examples.map { example in
      let flags = flags(example)
      let state = flags.isEmpty ? "on a fresh install" : "with \(flags.joined(separator: " "))"
      return "\(example.old.name) → \(example.new.name) \(state)"
    }
    return Diagnostic(
      rule.severity, rule: rule.rawValue,
      message: ([sentence(on: feature)] + examples).joined(separator: "; "), range: range,
      feature: feature.id)
  }

  private func sentence(on feature: FeatureDifference) -> String {
    let change =
      switch feature.change {
      case .added: "is added"
      case .removed: "is removed"
      case .gained: "is available in more states"
      case .lost: "is available in fewer states"
      case .changed: "changes its status in some states"
      case .undecided: "is too complex to compare in every state"
      }
    let phrase = versions.phrase
    return "“\(feature.name)” \(change)\(phrase.isEmpty ? "" : " ")\(phrase)"
  }

  func writeSARIF(version: String, into sink: inout ByteSink) {
    FindingsSARIF(rules: DifferenceRule.allCases.map(\.description), version: version)
      .write(findings, into: &sink)
  }

  func writeGitHub(into sink: inout ByteSink) {
    FindingsGitHub().writeAnnotations(findings, into: &sink)
    sink.append("\(countsDisplayText)\n")
  }
}
