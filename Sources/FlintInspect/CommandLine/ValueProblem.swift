import FlintAnalysis
import FlintModel

/// Found with the manifest, without its text.
enum ValueProblem: Error, Equatable {
  /// `option` is nil for an argument.
  case unknown(EntityKind, String, option: String?, known: NameSuggestions)
  /// Ids with the same name.
  case ambiguous(EntityKind, String, option: String?, candidates: [String])
  case unknownRevision(String, option: String, reason: String)
  case unknownState(String, option: String, known: NameSuggestions)
  /// `beside` describes what is too much to list.
  case invalidValue(
    String, of: String, option: String, choices: [String], beside: String?, nearest: String?)
  /// `form` is an example.
  case missingValue(of: String, option: String, form: String)
  case notAVersion(String, option: String)
  case notADate(String, option: String)
  case invalidRolloutPosition(String, of: String)
  case notCredits(String, of: String)
  case needsCredits(String)
  case hasNoCredits(String)
  case noScenario(String, option: String)
  case noScenarios
  case scenarioExists(String, path: String)
  case nothingToExpect
  case noNamedStates
  case notVaried(String)
  case variedConsumable(String)
  case notAGroupKey(String)
  case repeatedKey(String, option: String)
  /// A level or product of the subscription group that `--by` names is called like the group of uncertain purchases.
  case ambiguousGroup(String)
  case tooManyColumns(limit: Int)
  /// `diff` cannot compare two manifests, because no state satisfies the assumptions of both. (An assumption is a
  /// condition in a manifest that is true on every real device.)
  case noSharedState(String)
  /// `reason` names limit and part.
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
