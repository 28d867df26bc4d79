package import FlintModel
package import FlintText

extension Manifest {
  /// Creates a diagnostic about a feature. It contains the feature's id, the team that is responsible for the feature,
  /// and the date by which somebody must remove the feature (its key `until`). If `feature` is nil, it contains none of
  /// them.
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
