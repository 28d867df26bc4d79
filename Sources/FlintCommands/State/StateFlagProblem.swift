/// What is wrong with a state flag, once the manifest is known: facts, without wording.
enum StateFlagProblem: Error, Equatable {
  /// What a flag names.
  enum Kind: String, Sendable {
    case feature, product, permission, attribute
  }

  case unknown(Kind, String, option: String, nearest: String?)
  /// `value` is what stands where one of `choices` should; empty choices: any text of the `form`.
  case invalidValue(String, of: String, option: String, choices: [String], nearest: String?)
  case missingValue(of: String, option: String, form: String)
  case notAVersion(String, option: String)
  case notCredits(String, of: String)
  /// `--purchase` of a consumable.
  case needsCredits(String)
  /// `--credits` of a product that is none.
  case hasNoCredits(String)
}
