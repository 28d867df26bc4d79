internal import FlintAnalysis
internal import FlintCore

/// A value on the command line that does not fit the manifest: facts, without wording.
enum ValueProblem: Error, Equatable {
  /// `option` is nil for an argument.
  case unknown(EntityKind, String, option: String?, known: NameSuggestions)
  /// A name that several things have, which ids tell apart.
  case ambiguous(EntityKind, String, option: String?, candidates: [String])
  /// No commit, and what Git says about it.
  case unknownRevision(String, option: String, reason: String)
  /// Neither a state of the manifest nor a file.
  case unknownState(String, option: String, known: NameSuggestions)
  /// `value` stands where one of `choices` should, or something `beside` them of which there is too much to be listed.
  case invalidValue(
    String, of: String, option: String, choices: [String], beside: String?, nearest: String?)
  /// `form` is how the value could be written.
  case missingValue(of: String, option: String, form: String)
  case notAVersion(String, option: String)
  case notADate(String, option: String)
  /// No place in a bucket.
  case notADraw(String, of: String)
  case notCredits(String, of: String)
  /// `--purchase` of a consumable.
  case needsCredits(String)
  /// `--credits` of a product that is none.
  case hasNoCredits(String)
  /// No scenario's name contains it.
  case noScenario(String, option: String)
  /// The files of scenarios are all empty.
  case noScenarios
  /// A scenario of that name is in the file already.
  case scenarioExists(String, path: String)
  /// A scenario that would expect nothing.
  case nothingToExpect
  /// The manifest names no states.
  case noNamedStates
  /// Not a thing that `--vary` knows.
  case notVaried(String)
  /// A consumable in `--vary`: credits have no few values.
  case variedConsumable(String)
  /// Not a thing by which `--by` can group.
  case notAGroupKey(String)
  /// A key that `--by` has already.
  case repeatedKey(String, option: String)
  case tooManyColumns(limit: Int)
  /// The assumptions of two manifests together exclude every state.
  case noSharedState
  /// The answer about a feature takes more work than its budget; `reason` says how much, and what is too large.
  case tooLarge(feature: String, reason: String)

  static func tooLarge(_ error: TooLarge, feature: Int, in manifest: Manifest) -> ValueProblem {
    let id = manifest.features[feature].id
    return .tooLarge(feature: id, reason: error.reason(of: id, in: manifest))
  }
}
