internal import FlintCore
internal import FlintManifest
internal import FlintPopulation
internal import FlintText

extension CommandContext {
  /// Reads a result of `audience --format json`, for example to add it to another one (`--merge`). If `manifest` is not
  /// nil, the result must list the features of this manifest.
  mutating func readAudience(
    _ path: String, of manifest: Manifest? = nil
  ) throws(CommandFailure) -> Audience {
    let source = try read(path)
    do throws(InvalidInput) {
      let document = try source.document()
      do throws(AudienceReader.Problems) {
        return try AudienceReader.read(document, of: manifest)
      } catch {
        throw InvalidInput(source, error.found.map(\.diagnostic))
      }
    } catch {
      throw .invalidInput(error)
    }
  }
}

extension AudienceReader.Problem {
  var diagnostic: Diagnostic {
    if case .input(let fact) = fact { return InputProblem(fact: fact, range: range).diagnostic }
    return Diagnostic(
      .error, rule: rule?.rawValue ?? "", message: message, hint: hint, range: range)
  }

  private var rule: AudienceRule? {
    switch fact {
    case .input: nil
    case .notAnAudience: .notAnAudience
    case .wrongSum, .constraintWeightTooLarge, .tooManyImpossible, .changeTooLarge, .wrongMoves,
      .wrongAffected,
      .wrongGroups:
      .wrongSum
    case .undeclaredFeature, .missingFeature, .repeatedFeature, .otherConstraints,
      .otherAssumptions,
      .otherComparison, .halfComparison:
      .otherManifest
    case .otherGroup, .disorderedGroups: .wrongGroups
    }
  }

  private var message: String {
    switch fact {
    case .input: ""
    case .notAnAudience: "the file is not a result of 'audience --format json'"
    case .wrongSum(let feature, let weight):
      "the numbers of the statuses of '\(feature)' do not add up to 'weight', which is \(weight)"
    case .constraintWeightTooLarge(let feature, let constraint):
      "constraint '\(constraint)' of '\(feature)' has a number of users that is too large"
    case .undeclaredFeature(let feature, _):
      "feature '\(feature)' of the result is not declared in the manifest"
    case .missingFeature(let feature):
      "expected feature '\(feature)' here: a result lists the features in the manifest's order"
    case .repeatedFeature(let feature):
      "the result lists feature '\(feature)' twice"
    case .otherConstraints(let feature):
      "the manifest and the result have different constraints for '\(feature)'"
    case .otherAssumptions: "the manifest and the result have different assumptions"
    case .tooManyImpossible(let assumption):
      "assumption '\(assumption)' is false for more users than there are in total"
    case .changeTooLarge(let feature):
      "'gained' of '\(feature)' exceeds 'available', or 'lost' exceeds the users without it"
    case .wrongMoves(let feature):
      "'moves' of '\(feature)' does not add up to 'lost' and 'gained', or is out of order"
    case .wrongAffected: "'affected' does not match the losses and gains of the features"
    case .halfComparison: "the result has only one of 'affected' and 'against'; expected both"
    case .otherComparison:
      "the list 'against' does not begin with the features of this result, in the same order"
    case .otherGroup:
      """
      the group's keys differ from those of the first group, \
      or its features or constraints differ from those of the whole result
      """
    case .disorderedGroups:
      "the groups in 'by' are not sorted by the values in 'key', or a group occurs twice"
    case .wrongGroups:
      "the numbers of the groups in 'by' do not add up to those of the whole result"
    }
  }

  private var hint: String? {
    let command = "\(programName) audience MANIFEST STATES --format json"
    switch fact {
    case .notAnAudience: return "create one with '\(command)'"
    case .undeclaredFeature(_, let nearest?): return "did you mean '\(nearest)'?"
    case .undeclaredFeature, .missingFeature, .repeatedFeature, .otherConstraints,
      .otherAssumptions, .halfComparison:
      return "create the result again with this manifest: '\(command)'"
    case .input, .wrongSum, .constraintWeightTooLarge, .tooManyImpossible, .changeTooLarge,
      .wrongMoves,
      .wrongAffected, .otherComparison, .otherGroup, .disorderedGroups, .wrongGroups:
      return nil
    }
  }
}

/// The rules that a file must follow when it is read as a result of `audience --format json`. They detect files that
/// were changed by hand, or that belong to another manifest.
enum AudienceRule: String, CaseIterable {
  case notAnAudience = "not-an-audience"
  case wrongSum = "wrong-sum"
  case otherManifest = "other-manifest"
  case wrongGroups = "wrong-groups"

  var summary: String {
    switch self {
    case .notAnAudience: "a file to merge or show must be a result of 'audience --format json'"
    case .wrongSum:
      "the counts in an audience result must not contradict each other or the total"
    case .otherManifest:
      "an audience result must list exactly the manifest's features and constraints"
    case .wrongGroups: "the groups of an audience result must have the same keys and be sorted"
    }
  }
}
