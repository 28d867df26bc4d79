internal import FlintAnalysis
internal import FlintCore

/// A problem with a value on the command line, such as an undeclared id. It contains the data for the error message,
/// not its text.
enum ValueProblem: Error, Equatable {
  /// No entity of this kind has the name. `option` is the option that contains the name; nil if it is an argument.
  case unknown(EntityKind, String, option: String?, known: NameSuggestions)
  /// Several entities of this kind have the same display name. `candidates` are their ids.
  case ambiguous(EntityKind, String, option: String?, candidates: [String])
  /// The revision does not name a commit. `reason` is the message of Git.
  case unknownRevision(String, option: String, reason: String)
  /// The name is neither a state of the manifest nor a file.
  case unknownState(String, option: String, known: NameSuggestions)
  /// The value is invalid. `choices` are the valid words. `beside` describes further valid values that are too many to
  /// list, such as “a date”; nil if there are none.
  case invalidValue(
    String, of: String, option: String, choices: [String], beside: String?, nearest: String?)
  /// The text in an option lacks a value: for example, `--permission camera` has no `=`. The parameter `of` is that
  /// text, and `form` is an example of the correct syntax, such as `camera=denied`.
  case missingValue(of: String, option: String, form: String)
  case notAVersion(String, option: String)
  case notADate(String, option: String)
  /// The text is not a position in a rollout bucket, which is a number from 0 to below 100. The parameter `of` is the
  /// name of the bucket.
  case invalidRolloutPosition(String, of: String)
  case notCredits(String, of: String)
  /// `--purchase` sets the status of a consumable product, which has credits instead of a status.
  case needsCredits(String)
  /// `--credits` sets the credits of a product that is not a consumable, so that it has none.
  case hasNoCredits(String)
  /// No scenario has a name that contains the text of `--filter`.
  case noScenario(String, option: String)
  /// The files contain no scenarios.
  case noScenarios
  /// The file already has a scenario of this name.
  case scenarioExists(String, path: String)
  /// The manifest has no features, so a scenario would expect nothing.
  case nothingToExpect
  /// The manifest declares no states.
  case noNamedStates
  /// The text is not a fact that `--vary` supports.
  case notVaried(String)
  /// `--vary` cannot vary a consumable product, because its number of credits has too many values.
  case variedConsumable(String)
  /// The text is not a key by which `--by` can group states.
  case notAGroupKey(String)
  /// The option `--by` contains the same key twice.
  case repeatedKey(String, option: String)
  case tooManyColumns(limit: Int)
  /// No state is possible with both manifests that `diff` compares, because their assumptions contradict each other.
  case noSharedState
  /// A feature is too complex: its analysis would exceed a limit, such as the maximum number of steps. `reason` names
  /// the limit and the part of the manifest that is too complex.
  case tooLarge(feature: String, reason: String)

  static func tooLarge(_ error: TooLarge, feature: Int, in manifest: Manifest) -> ValueProblem {
    let id = manifest.features[feature].id
    return .tooLarge(feature: id, reason: error.reason(of: id, in: manifest))
  }
}
