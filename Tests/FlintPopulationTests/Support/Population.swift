import FlintManifest
import FlintModel
import FlintPopulation
import FlintText
import RandomModels
import Synchronization
import TestSupport

extension ManifestNames {
  init(of manifest: Manifest) {
    self.init()
    features = NameIndex(manifest.features.map(\.id))
    products = NameIndex(manifest.products.map(\.id))
    attributes = NameIndex(manifest.attributes.map(\.id))
    buckets = NameIndex(manifest.buckets)
  }
}

/// Returns an input that delivers at most the given number of bytes at a time, like a pipe.
func input(_ sources: [[UInt8]], piece: Int = .max) -> PopulationInput {
  let position = Mutex((source: 0, offset: 0))
  return PopulationInput(sources: sources.count) { source, memory in
    position.withLock { position in
      if position.source != source { position = (source, 0) }
      let bytes = sources[source].dropFirst(position.offset).prefix(min(piece, memory.count))
      memory.copyBytes(from: bytes)
      position.offset += bytes.count
      return bytes.count
    }
  }
}

struct Judged: Equatable {
  var audience: Audience
  var rejected: [String]
  var lines: [String]
}

func judge(
  _ sources: [[UInt8]], of manifest: Manifest, _ options: LineOptions = LineOptions(),
  workers: Int = 1, piece: Int = .max
) throws -> Judged {
  let run = PopulationRun(manifest, ManifestNames(of: manifest), options, workers: workers)
  let rejected = Mutex<[String]>([])
  let audience = try run.audience(input(sources, piece: piece)) { source, rejection in
    rejected.withLock {
      $0.append("\(source):\(rejection.line): \(rejection.problems[0].rule)")
    }
  } progress: { _, _ in
  }
  let written = Mutex<[UInt8]>([])
  _ = try run.stream(input(sources, piece: piece)) { bytes in
    written.withLock { $0 += bytes }
    return true
  }
  let lines = written.withLock { String(decoding: $0, as: UTF8.self) }
    .split(separator: "\n").map(String.init)
  return Judged(audience: audience, rejected: rejected.withLock { $0 }, lines: lines)
}

func judge(
  _ text: String, of manifest: Manifest, _ options: LineOptions = LineOptions()
) throws -> Judged {
  try judge([Array(text.utf8)], of: manifest, options)
}

extension SeededGenerator {
  /// Returns a state as a line of JSON, with members in random order, `extra` members and random white space.
  mutating func line(_ state: DeviceState, of manifest: Manifest, extra: [String] = []) -> String {
    var json = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &json)
    let text = json.text
    guard let document = try? JSONDocument(text) else { return text }
    var members = document.withRoot { root in
      root.members.map { key, value in
        let range = key.range.lowerBound..<value.range.upperBound
        return String(decoding: Array(text.utf8)[range], as: UTF8.self)
      }
    }
    members = (members + extra).shuffled(using: &self)
    let space = oneIn(3) ? " " : ""
    return "{\(space)" + members.joined(separator: "\(space),\(space)") + "}\(space)"
  }
}
