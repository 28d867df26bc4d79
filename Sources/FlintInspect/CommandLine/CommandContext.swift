import FlintText

struct CommandContext {
  let invocation: Invocation
  let host: CommandHost
  private var reader = InputReader()

  /// The reader of files at Git revisions, which the command line names in the form `REV:PATH`. It starts one Git
  /// process, which reads all such files.
  let revisions: Revisions

  /// Whether the result depends on a Git repository, and not only on the files in ``pathsRead``. The server `mcp` does
  /// not cache such a result, because the server cannot detect that the repository has changed.
  var dependsOnGit = false

  /// The files and folders on which the result depends, in the order in which the command first read them. With
  /// `--watch`, the command runs again when one of them changes.
  private(set) var pathsRead: [WatchedPath] = []

  /// The warnings that the command has written so far about ids that the manifest does not declare. They are recorded
  /// so that the same warning is not written again for another state.
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

  /// The destination of warnings and errors: standard error or, for a client of the server `mcp`, the result of the
  /// call.
  var diagnostics: Diagnostics {
    switch host {
    case .process: .standardError(colorChoice)
    case .call(let call): .collected { call.errors += $0 }
    }
  }

  /// Throws if a client of the server `mcp` requested the command, and this client may not read the file. A command
  /// that was started from a shell may read every file.
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

  /// Reads a whole file. The path `-` is standard input. A path of the form `REV:PATH` is read from Git if no such file
  /// exists.
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

  /// Records that the result depends on the names of the files in a folder, so that `--watch` also detects new and
  /// removed files.
  mutating func watch(_ folder: String) { pathsRead.append(WatchedPath(folder)) }

  mutating func watch(_ paths: [WatchedPath]) { pathsRead += paths }

  /// Records that the command is about to read standard input, which is possible only once. Throws if it has been read
  /// already. The method ``read(_:)`` does this itself, so only commands that read standard input in another way, such
  /// as servers, call this method.
  mutating func takeStandardInput() throws(FileProblem) { try reader.takeStandardInput() }

  /// Writes the command's result to the file that `--output` names, or to standard output. If a client of the server
  /// `mcp` called the command, adds the result to the text for the client instead.
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

  /// Writes a file atomically: it has either its complete new content or its old content.
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

  /// The layout of text output. Text for a terminal has the width and the colors of the terminal. Text for a file is 80
  /// columns wide, and colored only if the option `--color` requests it.
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
