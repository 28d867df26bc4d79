internal import FlintCore
internal import FlintManifest
internal import FlintPopulation
internal import FlintText

extension CommandContext {
  /// Reads a result of `audience --format json`.
  ///
  /// - Parameter manifest: The manifest whose features the result must count, or nil to accept any result.
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
    case .wrongSum, .tooMuch, .tooManyImpossible, .tooMuchChange, .wrongMoves, .wrongAffected,
      .wrongGroups:
      .wrongSum
    case .undeclaredFeature, .missingFeature, .otherConstraints, .otherAssumptions,
      .otherComparison, .halfComparison:
      .otherManifest
    case .otherGroup, .disorderedGroups: .wrongGroups
    }
  }

  private var message: String {
    switch fact {
    case .input: ""
    case .notAnAudience: "found no result of 'audience --format json'"
    case .wrongSum(let feature, let weight):
      "the statuses of '\(feature)' do not add up to the weight, \(weight)"
    case .tooMuch(let feature, let constraint):
      "'\(constraint)' of '\(feature)' holds back more than there is"
    case .undeclaredFeature(let feature, _):
      "the result counts feature '\(feature)', which the manifest does not declare"
    case .missingFeature(let feature):
      "the result does not count feature '\(feature)' here, as the manifest has it"
    case .otherConstraints(let feature):
      "the manifest declares other constraints for '\(feature)' than the result counts"
    case .otherAssumptions: "the manifest declares other assumptions than the result counts"
    case .tooManyImpossible(let assumption):
      "more states break assumption '\(assumption)' than there are"
    case .tooMuchChange(let feature): "more people lose or gain '\(feature)' than there are"
    case .wrongMoves(let feature):
      "the moves of '\(feature)' do not add up to its losses and gains, or are not in order"
    case .wrongAffected: "'affected' does not fit the losses and gains of the features"
    case .halfComparison: "the result has only one of 'affected' and 'against'; expected both"
    case .otherComparison: "the comparison is of other features than the result counts"
    case .otherGroup:
      "the group has other keys, features or constraints than the rest of the result"
    case .disorderedGroups: "the group does not stand behind those with lower keys"
    case .wrongGroups: "the groups do not add up to the whole"
    }
  }

  private var hint: String? {
    let command = "\(programName) audience MANIFEST STATES --format json"
    switch fact {
    case .notAnAudience: return "make one with '\(command)'"
    case .undeclaredFeature(_, let nearest?): return "did you mean '\(nearest)'?"
    case .undeclaredFeature, .missingFeature, .otherConstraints, .otherAssumptions, .halfComparison:
      return "count again with this manifest: '\(command)'"
    case .input, .wrongSum, .tooMuch, .tooManyImpossible, .tooMuchChange, .wrongMoves,
      .wrongAffected, .otherComparison, .otherGroup, .disorderedGroups, .wrongGroups:
      return nil
    }
  }
}

/// The rules that a result of `audience` is checked against when it is read.
enum AudienceRule: String, CaseIterable {
  case notAnAudience = "not-an-audience"
  case wrongSum = "wrong-sum"
  case otherManifest = "other-manifest"
  case wrongGroups = "wrong-groups"

  var summary: String {
    switch self {
    case .notAnAudience: "what is added up or drawn is a result of 'audience --format json'"
    case .wrongSum: "the numbers of a result add up"
    case .otherManifest: "a result has the features and constraints of the manifest"
    case .wrongGroups: "the groups of a result have the same keys, and stand in order"
    }
  }
}
