package import FlintModel

/// The error for a manifest, or for two manifests together, with assumptions that no state satisfies or that are too
/// complex to find out.
package struct NoPossibleState: Error, Hashable, Sendable {
  package let rule: ProvenRule

  /// The assumption to report. Nil if the error is about two manifests.
  package let assumption: Int?

  /// One sentence without a full stop.
  package let message: String

  init(_ conflict: [Int], in manifest: Manifest) {
    rule = .conflictingAssumptions
    assumption = conflict.last
    let names = conflict.map { "'\(manifest.assumptions[$0].id)'" }
    let reason =
      switch names.count {
      case 1: "assumption \(names[0]) can never be satisfied"
      case 2: "assumptions \(names[0]) and \(names[1]) exclude each other"
      default: "assumptions \(listed(names)) can never be satisfied together"
      }
    message = "no state is possible: \(reason)"
  }

  init(unknown error: LimitExceeded, in manifest: Manifest) {
    rule = .tooLargeToProve
    assumption =
      if case .assumption(let index) = error.origin?.target { index } else {
        manifest.assumptions.indices.last
      }
    message = """
      the assumptions are too complex to analyze: \
      \(error.origin?.name(in: manifest) ?? "the analysis") exceeds the limit of \
      \(error.budget) \(error.unit)
      """
  }

  static let ofBoth = NoPossibleState(
    rule: .conflictingAssumptions, assumption: nil,
    message: "no state is possible under the assumptions of both manifests")

  private init(rule: ProvenRule, assumption: Int?, message: String) {
    (self.rule, self.assumption, self.message) = (rule, assumption, message)
  }
}

extension Manifest {
  /// Throws an error if no state satisfies the manifest's assumptions, or if they are too complex to find out.
  package func requirePossibleState() throws(NoPossibleState) {
    if assumptions.isEmpty { return }
    var space = StateSpace(self)
    let conflict: [Int]?
    do throws(LimitExceeded) { conflict = try space.conflictingAssumptions() } catch {
      throw NoPossibleState(unknown: error, in: self)
    }
    if let conflict { throw NoPossibleState(conflict, in: self) }
  }
}
