import FlintAnalysis
import FlintManifest
import FlintModel
import FlintPopulation

/// Parses manifests. A valid manifest must be written and read as the same manifest, and all commands must accept it.
enum ManifestFuzz: FuzzTarget {
  static func run(_ input: [UInt8]) {
    let file: ManifestFile
    do {
      file = try ManifestFile(source(input))
    } catch {
      return check(error)
    }
    let manifest = file.manifest
    let text = manifest.json
    guard let again = try? ManifestFile(source(text.utf8)) else {
      fatalError("cannot read the written manifest: \(text)")
    }
    hold(again.manifest, equals: manifest, "reading the written manifest gives the same manifest")
    hold(again.manifest.json, equals: text, "and written the same way")
    for state in [DeviceState(), manifest.initialState] + manifest.states.map(\.state).prefix(3) {
      let evaluator = Evaluator(manifest, in: state)
      for evaluation in evaluator.all {
        let feature = evaluation.feature
        for constraint in evaluation.constraints {
          hold(
            !evaluator.message(of: constraint, in: feature).isEmpty,
            "the message of a constraint is not empty")
        }
        _ = evaluation.nextStep?.message(in: evaluator.state)
        hold(
          (evaluation.status == .available) == evaluation.blockers.isEmpty,
          "a feature that is not available has a blocker")
      }
    }
    if input.count < 2048 { _ = ProvenFindings.diagnostics(in: file) }
  }
}
