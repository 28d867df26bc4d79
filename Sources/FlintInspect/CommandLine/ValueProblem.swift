import FlintAnalysis
import FlintModel

/// A problem with a value on the command line that is found with the help of the manifest, such as an undeclared id. It
/// contains the data from which the error message is built, but not its text.
enum ValueProblem: Error, Equatable {
  /// No entity of this kind has this name. `option` is the option whose value is the name; nil if the name is a
  /// positional argument. `known` are the names to suggest.
  case unknown(EntityKind, String, option: String?, known: NameSuggestions)
  /// Several entities of this kind have this display name. `option` is the option whose value is the name; nil if the
  /// name is a positional argument. `candidates` are the ids of these entities.
  case ambiguous(EntityKind, String, option: String?, candidates: [String])
  /// The value of an option (the first associated value) is not a Git revision that names a commit. `reason` is Git's
  /// error message.
  case unknownRevision(String, option: String, reason: String)
  /// The value names no state: neither a state of the manifest nor a file. `known` are the names to suggest.
  case unknownState(String, option: String, known: NameSuggestions)
  /// The first associated value is not a valid value for the entity `of`, such as an attribute. `choices` are the valid
  /// words, and `nearest` is the word that was probably intended, or nil. `beside` describes further valid values, such
  /// as “a date”, that are too many to list; nil if there are none.
  case invalidValue(
    String, of: String, option: String, choices: [String], beside: String?, nearest: String?)
  /// The text in an option lacks a value: for example, `--permission camera` has no `=`. The parameter `of` is that
  /// text, and `form` is an example of the correct syntax, such as `camera=denied`.
  case missingValue(of: String, option: String, form: String)
  case notAVersion(String, option: String)
  case notADate(String, option: String)
  /// The text is not a rollout position: a user's number from 0 to below 100, which decides whether a rollout to, say,
  /// 10 % of the users includes this user. The parameter `of` is the name of the bucket, in which each user has one
  /// position.
  case invalidRolloutPosition(String, of: String)
  case notCredits(String, of: String)
  /// The option `--purchase` names a consumable (a product that the user can buy several times and uses up). It has no
  /// purchase status, but a number of credits, the units that are left. The associated value is the product's id.
  case needsCredits(String)
  /// The option `--credits` sets the units of a product that are left, but the product is not a consumable (one that
  /// the user can buy several times and uses up). The associated value is the product's id.
  case hasNoCredits(String)
  /// No scenario has a name that contains the text in `--filter`.
  case noScenario(String, option: String)
  case noScenarios
  case scenarioExists(String, path: String)
  /// A scenario for the current results is requested, but no feature is listed, so the scenario would expect nothing.
  /// Either the manifest has no features, or options such as `--baseline` exclude all of them.
  case nothingToExpect
  /// The option `--states` selects states of the manifest, but the manifest declares none.
  case noNamedStates
  /// The value of `--vary` is not a fact, such as `platform`, of which `matrix` can show all values.
  case notVaried(String)
  /// The option `--vary` names a consumable (a product that the user can buy several times and uses up). The number of
  /// units that are left has too many possible values for a table. The associated value is the product's id or name.
  case variedConsumable(String)
  /// The value of `--by` is not a fact, such as `platform`, by which `audience` can group users.
  case notAGroupKey(String)
  case repeatedKey(String, option: String)
  /// A level or product of the subscription group that `--by` names is called like the group of uncertain purchases.
  case ambiguousGroup(String)
  case tooManyColumns(limit: Int)
  /// `diff` cannot compare two manifests, because no state satisfies the assumptions of both. (An assumption is a
  /// condition in a manifest that is true on every real device.)
  case noSharedState(String)
  /// A feature is too complex: its analysis would exceed a limit, such as the maximum number of steps. `reason` names
  /// the limit and the part of the manifest that is too complex.
  case tooLarge(feature: String, reason: String)

  /// The warning with which `--lenient` ignores an option that sets a state, because another version of the manifest
  /// can declare its id or accept its value; nil if none can.
  var lenientWarning: String? {
    switch self {
    case .unknown(let declared, let name, _, _):
      switch declared {
      case .feature, .product, .attribute, .bucket:
        "\(declared.rawValue) \(quoted(name)) is not declared; ignored"
      case .permission, .group, .state, .team: nil
      }
    case .invalidValue(let value, _, let option, _, _, _)
    where option == "attribute"
      || option == "purchase"
        && (PurchaseStatus.words.value(of: value) != nil || value.hasPrefix("until:")):
      notice.message + "; ignored"
    case .needsCredits, .hasNoCredits: notice.message + "; ignored"
    default: nil
    }
  }

  static func tooLarge(_ error: LimitExceeded, feature: Int, in manifest: Manifest) -> ValueProblem
  {
    let id = manifest.features[feature].id
    return .tooLarge(feature: id, reason: error.reason(of: id, in: manifest))
  }
}
