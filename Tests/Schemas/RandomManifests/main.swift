// RandomManifests COUNT SEED: prints valid random manifests with named states, one in each line.

import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
precondition(numbers.count == 2, "COUNT and SEED are wanted")
for number in 0..<numbers[0] {
  var random = SeededGenerator(seed: UInt64(numbers[1] + number))
  let manifest = random.manifest()
  let states = (0...random.int(0...2)).map {
    Manifest.NamedState(name: "state \($0)", state: random.state(for: manifest))
  }
  let whole = manifest.with(states: states)
  var json = JSONWriter(.compact)
  ManifestWriter.write(whole, to: &json)
  print(json.text)
}
