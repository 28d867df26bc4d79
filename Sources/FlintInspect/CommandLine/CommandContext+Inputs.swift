import FlintModel
import FlintManifest
import FlintProject
import FlintText

extension CommandFailure {
  fileprivate var suggestingRevision: CommandFailure {
    guard case .file(let problem) = self, case .notFound(nearest: nil) = problem.reason,
      !problem.path.isEmpty, !problem.path.hasSuffix(".json"),
      problem.path.allSatisfy({ character in
        character.isASCII && (character.isLetter || character.isNumber)
          || "/._-~^@{}".contains(character)
      })
    else { return self }
    return .file(FileProblem(problem.operation, problem.path, .noPathAtRevision))
  }
}

extension CommandContext {
  mutating func readManifest(_ path: String) throws(CommandFailure) -> ManifestFile {
    let source: SourceFile
    do throws(CommandFailure) {
      source = try read(path)
    } catch {
      throw error.suggestingRevision
    }
    do throws(InvalidInput) {
      let file = try manifest(in: source, at: path)
      if case .process = host, !invocation[.watch] { keep(file) }
      return file
    } catch {
      throw .invalidInput(error)
    }
  }

  /// Reads the manifest before a change. With `--allow-missing`, a file that does not exist is a manifest without
  /// features.
  mutating func readOldManifest(
    _ path: String
  ) throws(CommandFailure) -> (file: ManifestFile, isMissing: Bool) {
    let allowsMissing = invocation[.allowMissing]
    do throws(CommandFailure) {
      return (try readManifest(path), false)
    } catch {
      guard allowsMissing, !path.isEmpty, path.last != ":", case .file(let problem) = error,
        problem.reason.isMissingFile
      else { throw error }
      let shown = FileName.shown(path)
      diagnostics.note("\(quoted(path)) does not exist; it counts as a manifest without features")
      let empty = SourceText(#"{"manifestVersion": 1}"#)
      do throws(InvalidInput) {
        return (try ManifestFile(SourceFile(path: shown, text: empty)), true)
      } catch {
        throw .invalidInput(error)
      }
    }
  }

  private func keep(_ file: ManifestFile) {
    final class Kept {
      let file: ManifestFile
      init(_ file: ManifestFile) { self.file = file }
    }
    _ = Unmanaged.passRetained(Kept(file))
  }

  /// Cached between calls of `mcp` while files are unchanged.
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
    // Cache only manifests on disk, because changes of files at a Git revision are not watched.
    if case .call(let call) = host, let disk {
      call.manifests.keep(file, of: source, at: path, included: disk.looked)
    }
    return file
  }

  /// In the manifest's order, without duplicates; adds unknown and ambiguous names to `problems`.
  /// - Parameter option: Nil for arguments.
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

  /// Nil without `--team`; adds unknown teams to `problems`.
  /// - Parameter old: Also knows teams, in a comparison.
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

extension FileProblem.Reason {
  fileprivate var isMissingFile: Bool {
    switch self {
    case .notFound, .noPathAtRevision, .git(.missingPath(_)), .git(.notFound): true
    case .isDirectory, .isInput, .isOtherOutput, .exists, .changed, .standardInputTaken,
      .standardInputServes,
      .outsideFolder, .readOnly, .noScenarios, .noStates, .tooMuchWeight, .otherManifest,
      .otherKeys, .noComparison, .tooManyGroups, .system, .git, .noHistory, .inRevision:
      false
    }
  }
}
