import FlintModel
import FlintManifest
import FlintProject
import FlintText

extension CommandFailure {
  /// This failure, but with a hint if a file was not found and its name could be a Git revision, such as `main` or
  /// `v1.2~3`. The hint explains that a file at a revision is written as `main:PATH`.
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

  /// Prevents a manifest from being released before the process ends. Releasing its objects one by one would take a
  /// tenth of the time for reading it, and the end of the process frees all memory at once.
  private func keep(_ file: ManifestFile) {
    final class Kept {
      let file: ManifestFile
      init(_ file: ManifestFile) { self.file = file }
    }
    _ = Unmanaged.passRetained(Kept(file))
  }

  /// Parses a manifest and the files that it includes. If a client of the server `mcp` called the command, and an
  /// earlier call has parsed the same unchanged files, returns the cached result of that call.
  ///
  /// - Parameters:
  ///   - source: The text of the manifest's file, which has been read already.
  ///   - path: The path of that file.
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

  /// Returns the indices of the features with these ids or display names, without duplicates and in the manifest's
  /// order. For each name that is unknown, or that several features have, adds a problem to `problems`.
  ///
  /// - Parameter option: The option whose values are the names; nil if they are positional arguments.
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

  /// Returns the indices of the features for which the teams in the option `--team` are responsible; nil if the option
  /// is not given. Adds a problem to `problems` for each team that no feature names.
  ///
  /// - Parameter old: An older version of the manifest, if the command compares two. A team that only occurs there is
  ///   not a problem.
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
