import FlintManifest
import FlintModel
import FlintText

/// Parses states. A valid state must be written and read as the same state, and every feature must evaluate in it.
enum StateFuzz: FuzzTarget {
  static func prepare() throws { try KitchenSink.load() }

  static func run(_ input: [UInt8]) {
    let file = KitchenSink.file!
    let state: DeviceState
    do {
      state = try file.state(in: source(input))
    } catch {
      return check(error)
    }
    var writer = JSONWriter(.compact)
    StateWriter.write(state, of: file.manifest, to: &writer)
    let text = writer.text
    guard let again = try? file.state(in: source(text.utf8)) else {
      fatalError("cannot read the written state: \(text)")
    }
    hold(again, equals: state, "reading the written state gives the same state")
    let evaluator = Evaluator(file.manifest, in: state)
    for evaluation in evaluator.all {
      for constraint in evaluation.constraints {
        _ = evaluator.message(of: constraint, in: evaluation.feature)
      }
      _ = evaluation.nextStep?.message(in: evaluator.state)
    }
  }
}
