internal import FlintCore
internal import FlintManifest
internal import FlintText

extension CommandContext {
  /// The manifest in a file that is free of errors.
  mutating func readManifest(_ path: String) throws(CommandFailure) -> ManifestFile {
    let source = try read(path)
    do throws(InvalidInput) {
      return try ManifestFile(source)
    } catch {
      throw .invalidInput(error)
    }
  }

  mutating func readState(
    _ path: String, for manifest: ManifestFile
  ) throws(CommandFailure) -> DeviceState {
    let source = try read(path)
    do throws(InvalidInput) {
      return try manifest.state(in: source)
    } catch {
      throw .invalidInput(error)
    }
  }

  /// The features named by ids, each once and in the manifest's order.
  ///
  /// - Parameter option: The option that names them, nil for arguments.
  func features(
    _ ids: some Collection<String>, option: Option? = nil, of manifest: Manifest,
    problems: inout [ValueProblem]
  ) -> [Int] {
    var features: Set<Int> = []
    for id in ids {
      if let index = manifest.features.firstIndex(where: { $0.id.isSame(as: id) }) {
        features.insert(index)
      } else {
        let nearest = nearestName(to: id, among: manifest.features.lazy.map(\.id))
        problems.append(.unknown(.feature, id, option: option?.name, nearest: nearest))
      }
    }
    return features.sorted()
  }
}
