import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

extension MutationReport {
  static var json: JSONOutput<(MutationReport, Manifest)> {
    .object(
      "mutation",
      "The result of mutation testing: how many mistakes in the manifest the scenarios detect"
    ) {
      JSONMember(
        "mutants", .count,
        "The number of mutants, which are copies of the manifest with one mistake each"
      ) {
        $0.0.tally.mutants
      }
      JSONMember("killed", .count, "The number of mutants with which at least one scenario fails") {
        $0.0.tally.killed
      }
      JSONMember(
        "equivalent", .count, "The number of mutants that change no feature's status in any state"
      ) {
        $0.0.tally.equivalent
      }
      JSONMember(
        "score", .digits(.percentage),
        """
        The percentage of mutants that the scenarios detect, not counting `equivalent` ones; \
        rounded down to one decimal
        """
      ) { $0.0.tally.percentText }
      JSONMember(
        optional: "demanded", .digits(.percentage),
        "The mutation score in percent that `--min-score` requires"
      ) {
        $0.0.requiredPercent == nil ? nil : $0.0.requiredPercentText
      }
      JSONMember("survivors", .list(of: survivor), "The mutants that no scenario detects") {
        mutation, manifest in mutation.survivors.map { ($0, manifest) }
      }
    }
  }

  private static var survivor: JSONOutput<(Survivor, Manifest)> {
    .object("survivor", "A changed copy of the manifest (mutant) that passes every scenario") {
      JSONMember("mutation", .name, "The kind of mutation") { $0.0.mutation.kind }
      JSONMember(
        "feature", .orNull(.id),
        "The id of the mutated feature; null for a named condition or an attribute"
      ) { survivor, manifest in survivor.mutation.feature.map { manifest.features[$0].id } }
      JSONMember(
        "constraint", .orNull(.constraintID),
        """
        The id of the feature's constraint that the mutant changes; null if `feature` is null, or if \
        the mutant changes `isEnabled` or the condition of a conditional block
        """
      ) { $0.0.mutation.constraint }
      JSONMember("path", .text, "The path of the file") { $0.0.path }
      JSONMember("line", .ordinal, "The line, counted from 1") { $0.0.location.line }
      JSONMember("column", .ordinal, "The column in Unicode scalars, counted from 1") {
        $0.0.location.column
      }
      JSONMember("message", .nonEmptyText, "The mutation, as a sentence") { survivor, manifest in
        survivor.message(in: manifest)
      }
      JSONMember(
        "case", .orNull(RecordedCase.json()),
        "A scenario case that would detect the mutant; null if the search found none"
      ) { survivor, manifest in survivor.suggestedCase.map { ($0, manifest) } }
    }
  }
}
