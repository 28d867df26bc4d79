package import FlintModel
package import FlintText

extension Manifest {
  /// With the feature's id, team and `until`; without `feature` none of them.
  package func diagnostic(
    _ severity: Diagnostic.Severity, rule: String, message: String, hint: String? = nil,
    range: Range<Int>? = nil, feature: Int?, platform: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity, rule: rule, message: message, hint: hint, range: range,
      feature: feature.map { features[$0].id }, team: feature.flatMap { team(of: $0) },
      until: feature.flatMap { features[$0].until?.description }, platform: platform)
  }
}
