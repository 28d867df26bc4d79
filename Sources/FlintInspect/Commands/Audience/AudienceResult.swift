import FlintModel
import FlintManifest
import FlintPopulation
import FlintText

extension CommandContext {
  /// Reads a result of `audience --format json`, which must be of the manifest if one is given.
  mutating func readAudience(
    _ path: String, of manifest: ManifestFile? = nil
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
    case .otherManifest, .irregular: .otherManifest
    }
  }

  private var message: String {
    switch fact {
    case .input: ""
    case .notAnAudience: "the file is not a result of 'audience --format json'"
    case .otherManifest: "the result was counted with another manifest"
    case .irregular: "the features and constraints of the result are not those of one manifest"
    }
  }

  private var hint: String? {
    let command = "\(programName) audience MANIFEST STATES --format json"
    switch fact {
    case .notAnAudience: return "create one with '\(command)'"
    case .otherManifest, .irregular:
      return "create the result again with this manifest: '\(command)'"
    case .input: return nil
    }
  }
}

/// The rules for a saved result of `audience --format json`.
enum AudienceRule: String, CaseIterable {
  case notAnAudience = "not-an-audience"
  case otherManifest = "other-manifest"

  var summary: String {
    switch self {
    case .notAnAudience: "a file to merge or show must be a result of 'audience --format json'"
    case .otherManifest: "an audience result must have been counted with the same manifest"
    }
  }
}
