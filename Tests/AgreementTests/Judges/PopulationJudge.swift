import FlintManifest
import FlintModel
import FlintPopulation
import FlintText
import Synchronization

/// The compiled program of `stream`. It parses the manifest and one line for each state, and its results are parsed
/// again.
struct PopulationJudge: Judge {
  let name = "population"

  func judge(_ groups: [Group]) throws -> [[[Verdict]?]] { try groups.map { try judge($0) } }

  private func judge(_ group: Group) throws -> [[Verdict]?] {
    let file = try ManifestFile(
      SourceFile(path: "manifest.json", text: SourceText(group.manifest.json)))
    var lines = ""
    for state in group.states {
      var json = JSONWriter(.compact)
      StateWriter.write(state, of: group.manifest, to: &json)
      lines += json.text + "\n"
    }
    let input = Mutex(Array(lines.utf8)[...])
    let output = Mutex<[UInt8]>([])
    let run = PopulationRun(file, LineOptions(isStrict: true), workers: 1)
    _ = try run.stream(
      PopulationInput(sources: 1) { _, memory in
        input.withLock { input in
          let piece = input.prefix(memory.count)
          memory.copyBytes(from: piece)
          input = input.dropFirst(piece.count)
          return piece.count
        }
      }
    ) { bytes in
      output.withLock { $0 += bytes }
      return true
    }
    let results = output.withLock { $0.split(separator: UInt8(ascii: "\n")) }
    guard results.count == group.states.count else { throw Unusable() }
    return try results.map { try verdicts($0, of: file) }
  }

  /// An error for an output line that `stream` must not write.
  struct Unusable: Error {}

  private func verdicts(
    _ line: ArraySlice<UInt8>, of file: ManifestFile
  ) throws -> [Verdict] {
    let document = try JSONDocument(Array(line))
    var verdicts = [Verdict?](repeating: nil, count: file.manifest.features.count)
    try document.withRoot { result in
      func feature(_ id: JSONValue) throws -> Int {
        guard let index = id.withUTF8({ file.names.features.index(of: $0) }) else {
          throw Unusable()
        }
        return index
      }
      guard let available = result.member("available"),
        let undetermined = result.member("undetermined"),
        let unavailable = result.member("unavailable")
      else { throw Unusable() }
      for id in available.elements {
        verdicts[try feature(id)] = Verdict(status: .available, blockers: [])
      }
      for id in undetermined.elements {
        verdicts[try feature(id)] = Verdict(status: .undetermined)
      }
      for (id, blockers) in unavailable.members {
        verdicts[try feature(id)] = Verdict(
          status: .unavailable, blockers: blockers.elements.map { $0.string ?? "" })
      }
    }
    return try verdicts.map { verdict in
      guard let verdict else { throw Unusable() }
      return verdict
    }
  }
}
