internal import FlintText

extension CommandContext {
  /// The text of a file, or of every file of scenarios in a folder and its folders, in the order of their names.
  mutating func readScenarioSources(_ path: String) throws(CommandFailure) -> [SourceFile] {
    guard path != "-", Self.isFolder(path) else { return [try read(path)] }
    let folder = path.last == "/" ? String(path.dropLast()) : path
    let sources = try scenarioSources(in: folder)
    if sources.isEmpty { throw .file(FileProblem(.read, path, .noScenarios)) }
    return sources
  }

  private mutating func scenarioSources(in folder: String) throws(CommandFailure) -> [SourceFile] {
    var sources: [SourceFile] = []
    watch(folder)
    for name in POSIX.names(in: folder) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      if Self.isFolder(path) {
        sources += try scenarioSources(in: path)
      } else if name.hasSuffix(".json") {
        let source = try read(path)
        if source.saysScenarios { sources.append(source) }
      }
    }
    return sources
  }

  private static func isFolder(_ path: String) -> Bool {
    do throws(SystemError) {
      return try POSIX.status(path).isDirectory
    } catch {
      return false
    }
  }
}

extension SourceFile {
  /// Whether the key that every file of scenarios has occurs; manifests and states have none such.
  fileprivate var saysScenarios: Bool { text.contains("\"scenarioVersion\"") }
}
