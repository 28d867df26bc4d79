package import FlintCore

/// The error for a manifest, or for two manifests together, with assumptions that no state satisfies.
package struct NoPossibleState: Error, Hashable, Sendable {
  /// A smallest set of assumptions of one manifest that cannot all be satisfied in one state, as ascending indices into
  /// the manifest's assumptions. Empty if the error is about two manifests that are compared: each of them has possible
  /// states, but no state is possible in both. No set of assumptions is computed then.
  package let conflict: [Int]

  /// The text of the error: one sentence without a full stop.
  package let message: String

  init(of conflict: [Int], in manifest: Manifest) {
    self.conflict = conflict
    let names = conflict.map { "'\(manifest.assumptions[$0].id)'" }
    let reason =
      switch names.count {
      case 1: "assumption \(names[0]) can never be satisfied"
      case 2: "assumptions \(names[0]) and \(names[1]) exclude each other"
      default: "assumptions \(listed(names)) can never be satisfied together"
      }
    message = "no state is possible: \(reason)"
  }

  init() {
    conflict = []
    message = "no state is possible under the assumptions of both manifests"
  }
}

extension Manifest {
  /// Throws an error if no state satisfies the manifest's assumptions.
  ///
  /// A manifest without assumptions is accepted at once. Assumptions that are too complex to analyze within the limit
  /// of steps are accepted too.
  package func requirePossibleState() throws(NoPossibleState) {
    if assumptions.isEmpty { return }
    var space = StateSpace(self)
    if let conflict = AssumptionProof(of: self, in: &space).conflict {
      throw NoPossibleState(of: conflict, in: self)
    }
  }
}
