import FlintText

struct CommandContext {
  let invocation: Invocation
  let host: CommandHost
  private var reader = InputReader()

  /// One Git process for all `REV:PATH`.
  let revisions: Revisions

  /// `mcp` does not cache such results.
  var dependsOnGit = false

  private(set) var pathsRead: [WatchedPath] = []

  /// Not repeated for another state.
  var writtenIDWarnings: Set<String> = []

  init(_ invocation: Invocation, for host: CommandHost = .process) {
    self.invocation = invocation
    self.host = host
    switch host {
    case .process: revisions = Revisions(in: nil)
    case .call(let call): revisions = Revisions(in: call.folder)
    }
  }

  var colorChoice: ColorChoice { invocation[.color] }

  /// Standard error, or the result of a call of `mcp`.
  var diagnostics: Diagnostics {
    switch host {
    case .process: .standardError(colorChoice)
    case .call(let call): .collected { call.errors += $0 }
    }
  }

  /// Of a client of `mcp`.
  mutating func checkAccess(to path: String) throws(CommandFailure) {
    let revision = revision(named: path)
    if revision != nil { dependsOnGit = true }
    guard case .call(let call) = host else { return }
    if let revision { return try checkAccess(to: revision) }
    do throws(FileProblem) {
      try call.folder.check(path)
    } catch {
      throw .file(error)
    }
  }

  /// `-` is standard input; `REV:PATH` is Git's if there is no such file.
  mutating func read(_ path: String) throws(CommandFailure) -> SourceFile {
    try checkAccess(to: path)
    if let revision = revision(named: path) { return try read(revision) }
    if path != "-" { pathsRead.append(WatchedPath(path)) }
    do throws(FileProblem) {
      return SourceFile(path: FileName.shown(path), text: try reader.read(path))
    } catch {
      throw .file(error)
    }
  }

  /// So that `--watch` sees new and removed files.
  mutating func watch(_ folder: String) { pathsRead.append(WatchedPath(folder)) }

  mutating func watch(_ paths: [WatchedPath]) { pathsRead += paths }

  /// Once; ``read(_:)`` does it itself.
  mutating func takeStandardInput() throws(FileProblem) { try reader.takeStandardInput() }

  /// To `--output`, standard output, or a client of `mcp`.
  func writeResult(_ body: (inout ByteSink) -> Void) throws(CommandFailure) {
    switch host {
    case .process:
      let isGitHub = invocation.options.contains { $0.name == "format" && $0.value == "github" }
      let filter = WorkflowCommandFilter(keepsAnnotations: isGitHub)
      let path = invocation[.output] ?? "-"
      do throws(FileProblem) {
        try refuseReplacing(path)
      } catch {
        throw .file(error)
      }
      try write(to: path, filter: filter, body)
    case .call(let call): call.text += CommandHost.rendered(body)
    }
  }

  func write(
    to path: String, existing: Output.Existing = .replace, filter: WorkflowCommandFilter? = nil,
    _ body: (inout ByteSink) -> Void
  ) throws(CommandFailure) {
    do throws(FileProblem) {
      if case .call = host { throw FileProblem(.write, path, .readOnly) }
      let stream = OutputStream(
        try Output(path: path, existing: existing), filter: filter)
      var sink = ByteSink { stream.write($0) }
      body(&sink)
      sink.flush()
      try stream.finish()
    } catch {
      throw .file(error)
    }
  }

  /// 80 columns and plain in a file.
  var textStyle: TextStyle {
    if case .call = host { return TextStyle() }
    let isForFile = invocation[.output] != nil
    if colorChoice == .auto, isForFile { return TextStyle() }
    let terminal = Terminal.output
    let width = isForFile ? 80 : terminal.width
    return TextStyle(
      width: width, color: terminal.usesColor(colorChoice),
      isASCII: !isForFile && !Terminal.usesUTF8)
  }
}
