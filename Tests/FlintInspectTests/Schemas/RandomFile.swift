import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport

/// A random manifest with two states, as a file.
struct RandomFile {
  let manifest: Manifest

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bare = random.manifest(RandomManifestShape(features: 3, products: 3))
    let states = ["one", "two"].map {
      Manifest.NamedState(name: $0, state: random.state(for: bare))
    }
    manifest = bare.with(states: states)
  }

  var tree: JSONTree {
    get throws {
      var json = JSONWriter(.compact)
      ManifestWriter.write(manifest, to: &json)
      return try JSONTree(json.text)
    }
  }

  var read: ManifestFile {
    get throws {
      try ManifestFile(SourceFile(path: "m.json", text: SourceText(try tree.text)))
    }
  }
}
