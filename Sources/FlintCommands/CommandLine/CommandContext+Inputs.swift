internal import FlintCore
internal import FlintManifest
internal import FlintText

extension CommandContext {
  /// The manifest in a file that is free of errors.
  mutating func readManifest(_ path: String) throws(CommandFailure) -> ManifestFile {
    let source = try read(path)
    do throws(InvalidInput) {
      let file = try manifest(in: source, at: path)
      if case .process = host, !invocation[.watch] { keep(file) }
      return file
    } catch {
      throw .invalidInput(error)
    }
  }

  /// Has a manifest stay until the process ends, which lets go of all memory at once: piece by piece that takes a tenth of
  /// the time in which it was read.
  private func keep(_ file: ManifestFile) {
    final class Kept {
      let file: ManifestFile
      init(_ file: ManifestFile) { self.file = file }
    }
    _ = Unmanaged.passRetained(Kept(file))
  }

  /// The manifest in a file that was read, with what it includes.
  mutating func manifest(
    in source: SourceFile, at path: String
  ) throws(InvalidInput) -> ManifestFile {
    if case .call(let call) = host, let kept = call.manifests.file(of: source, at: path) {
      watch(kept.included)
      return kept.file
    }
    let files = includedFiles(ofManifest: path)
    let disk = files as? DiskFiles
    defer { watch(disk?.looked ?? []) }
    let file = try ManifestFile(source, at: path, including: files)
    // What a revision includes is not watched.
    if case .call(let call) = host, let disk {
      call.manifests.keep(file, of: source, at: path, included: disk.looked)
    }
    return file
  }

  /// The features named by ids, each once and in the manifest's order.
  ///
  /// - Parameter option: The option that names them, nil for arguments.
  func features(
    _ ids: some Collection<String>, option: String? = nil, of manifest: Manifest,
    problems: inout [ValueProblem]
  ) -> [Int] {
    var features = DistinctList<Int>()
    for id in ids {
      do throws(ValueProblem) {
        features.append(try manifest.find(id, .feature, option: option))
      } catch {
        problems.append(error)
      }
    }
    return features.elements.sorted()
  }

  /// The features that the teams of `--team` answer for, in the manifest's order; nil where the option is not given.
  ///
  /// - Parameter old: may know a team that the manifest has not any more.
  func featuresOfTeams(
    of manifest: Manifest, or old: Manifest? = nil, problems: inout [ValueProblem]
  ) -> [Int]? {
    let names = invocation[.team]
    if names.isEmpty { return nil }
    for name in names {
      do throws(ValueProblem) {
        _ = try manifest.find(name, .team, option: Setting.team.name)
      } catch {
        if old?.teams.index(ofSame: name) == nil { problems.append(error) }
      }
    }
    return manifest.features.indices.filter { feature in
      guard let team = manifest.team(of: feature) else { return false }
      return names.contains { $0.isSame(as: team) }
    }
  }
}
