import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension CommandContext {
  /// - Parameter name: Nil for the only state.
  func warnOfImpossibleState(
    breaking assumptions: [Int], of manifest: Manifest, named name: String? = nil
  ) {
    for index in assumptions {
      let assumption = manifest.assumptions[index]
      var text = name.map { "state \(quoted($0)) is impossible" } ?? "the state is impossible"
      text += ": it breaks assumption '\(assumption.id)'"
      if assumption.name != assumption.id { text += " (“\(assumption.name)”)" }
      diagnostics.warn(text)
    }
  }

  /// Throws if the assumptions of a manifest contradict each other, or if it is too complex to find out. An assumption is a condition that is true on every
  /// real device, so the analyses would then have no state to examine.
  func requirePossibleState(of file: ManifestFile) throws(CommandFailure) {
    do throws(NoPossibleState) {
      try file.manifest.requirePossibleState()
    } catch {
      throw .invalidInput(
        InvalidInput(
          file.source,
          [
            file.manifest.diagnostic(
              .error, rule: error.rule.identifier, message: error.message,
              hint: nil, range: ManifestLocations(file).assumption(error.assumption ?? 0),
              feature: nil,
              platform: nil)
          ]))
    }
  }
}
