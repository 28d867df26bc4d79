import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintScenarios

@Suite("The mutations of a manifest")
struct MutationListTests {
  @Test(
    "Are these for each kind of constraint and declaration",
    arguments: ExampleFile.examples("mutations", "mutations-of-declarations"))
  func mutations(example: ExampleFile.Example) throws {
    let file = try manifestFile(example.whole)
    let locations = ManifestLocations(file)
    let bytes = Array(example.whole.utf8)
    let found = file.manifest.mutations(locations).map { mutation in
      let written = String(decoding: bytes[locations.range(of: mutation.location)], as: UTF8.self)
      let constraint = mutation.constraint.map { " in \($0)" } ?? ""
      guard case .movedBound(_, let bound) = mutation.change else {
        return "\(mutation.kind.name) \(written)\(constraint)"
      }
      return "\(mutation.kind.name) \(written)\(constraint) to \(bound)"
    }
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("Undoing a mutation restores the manifest", arguments: TestDepth.seeds(5, thorough: 150))
  func revert(seed: UInt64) throws {
    let file = try RandomSuite(seed: seed).file
    var mutant = file.manifest
    for mutation in file.manifest.mutations(ManifestLocations(file)) {
      mutation.apply(to: &mutant)
      #expect(mutant != file.manifest, "seed \(seed): \(mutation.location)")
      mutation.revert(&mutant, to: file.manifest)
      #expect(mutant == file.manifest, "seed \(seed): \(mutation.location)")
    }
  }
}
