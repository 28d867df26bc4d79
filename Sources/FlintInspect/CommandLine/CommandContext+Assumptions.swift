import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension CommandContext {
  /// Warns that a state is impossible, with one warning for each assumption that is false in it. (An assumption is a
  /// condition in the manifest that is true on every real device.) The command still evaluates the state.
  ///
  /// - Parameters:
  ///   - assumptions: The indices of the assumptions that are false in the state.
  ///   - name: The name of the state, which the warning contains if the command evaluates several states. Nil if it
  ///     evaluates only one state, which the warning calls “the state”.
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
