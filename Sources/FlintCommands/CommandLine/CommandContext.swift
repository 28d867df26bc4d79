internal import FlintReport
internal import FlintText

/// What a running command has: its line, its input and its way to speak.
struct CommandContext {
  let invocation: Invocation
  let host: CommandHost
  private var reader = InputReader()

  /// What is read from Git, by one process for all inputs.
  let revisions: Revisions

  /// Whether the answer depends on what Git has, besides ``pathsRead``.
  var dependsOnGit = false

  /// The files and folders that the answer depends on, in the order in which they were asked for.
  private(set) var pathsRead: [WatchedPath] = []

  /// The warnings about undeclared ids that have been written, each of which is written once.
  var ignoredIDs: Set<String> = []

  init(_ invocation: Invocation, for host: CommandHost = .process) {
    self.invocation = invocation
    self.host = host
    switch host {
    case .process: revisions = Revisions(in: nil)
    case .call(let call): revisions = Revisions(in: call.folder)
    }
  }

  var colorChoice: ColorChoice { invocation[.color] }

  /// Where warnings and errors go.
  var diagnostics: Diagnostics {
    switch host {
    case .process: .standardError(colorChoice)
    case .call(let call): .collected { call.errors += $0 }
    }
  }

  /// Errors: the host does not let that file be read.
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

  /// Reads a file whole; `-` is standard input, and what names no file but has the form `REV:PATH` is read from Git.
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

  /// Has the answer depend on which files stand in a folder.
  mutating func watch(_ folder: String) { pathsRead.append(WatchedPath(folder)) }

  mutating func watch(_ paths: [WatchedPath]) { pathsRead += paths }

  /// Claims standard input for a command that reads it piece by piece.
  mutating func takeStandardInput() throws(FileProblem) { try reader.takeStandardInput() }

  /// Has a result written where `--output` says.
  func writeResult(_ body: (inout ByteSink) -> Void) throws(CommandFailure) {
    switch host {
    case .process: try write(to: invocation[.output] ?? "-", body)
    case .call(let call): call.text += CommandHost.rendered(body)
    }
  }

  /// A file has the new content when all of it could be written, else it is as it was.
  func write(
    to path: String, existing: Output.Existing = .replace, _ body: (inout ByteSink) -> Void
  ) throws(CommandFailure) {
    do throws(FileProblem) {
      if case .call = host { throw FileProblem(.write, path, .readOnly) }
      let stream = OutputStream(try Output(path: path, existing: existing))
      var sink = ByteSink { stream.write($0) }
      body(&sink)
      sink.flush()
      try stream.finish()
    } catch {
      throw .file(error)
    }
  }

  /// How text is laid out: for the terminal if it goes to one; without colour and 80 columns wide
  /// in a file, unless colour is demanded.
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
