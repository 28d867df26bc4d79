internal import FlintCore
internal import FlintManifest
internal import FlintScenarios
internal import FlintText

/// The member that `test --mutate` adds to the result.
extension MutationReport {
  static var json: JSONOutput<(MutationReport, Manifest)> {
    .object("mutation", "What the scenarios notice of changes to the manifest") {
      JSONMember("mutants", .count, "How many changes were tried, one at a time") {
        $0.0.tally.mutants
      }
      JSONMember("killed", .count, "Changes on which some scenario fails") { $0.0.tally.killed }
      JSONMember("equivalent", .count, "Changes that change no feature's status in any state") {
        $0.0.tally.equivalent
      }
      JSONMember(
        "score", .digits(.percentage),
        "The share of the killed ones among those that are not equivalent, rounded down to one decimal"
      ) { $0.0.tally.percentText }
      JSONMember(
        optional: "demanded", .digits(.percentage), "The score that `--min-score` requires"
      ) {
        $0.0.leastPercent == nil ? nil : $0.0.leastPercentText
      }
      JSONMember("survivors", .list(of: survivor), "The changes that no scenario notices") {
        mutation, manifest in mutation.survivors.map { ($0, manifest) }
      }
    }
  }

  private static var survivor: JSONOutput<(Survivor, Manifest)> {
    .object("survivor", "A change that no scenario notices") {
      JSONMember("mutation", .name, "The kind of change") { $0.0.mutation.kind }
      JSONMember(
        "feature", .orNull(.id),
        "The feature that it is in; null for a named condition or an attribute"
      ) { survivor, manifest in survivor.mutation.feature.map { manifest.features[$0].id } }
      JSONMember(
        "constraint", .orNull(.constraintID),
        "The feature's own constraint that it is in; null in a guard and for `isEnabled`"
      ) { $0.0.mutation.constraint }
      JSONMember("path", .text, "The file's path") { $0.0.path }
      JSONMember("line", .ordinal, "The line, from 1") { $0.0.location.line }
      JSONMember("column", .ordinal, "The column in Unicode scalars, from 1") {
        $0.0.location.column
      }
      JSONMember("message", .nonEmptyText, "The change as a sentence") { survivor, manifest in
        survivor.message(in: manifest)
      }
      JSONMember(
        "case", .orNull(RecordedCase.json()),
        "A case that would notice it; null where none was found in time"
      ) { survivor, manifest in survivor.pasted.map { ($0, manifest) } }
    }
  }
}
