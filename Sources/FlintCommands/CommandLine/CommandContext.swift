internal import FlintReport
internal import FlintText

/// What a running command has: its line, its input and its way to speak.
struct CommandContext {
  let invocation: Invocation
  private var reader = InputReader()

  /// What is read from Git, by one process for all inputs.
  let revisions = Revisions()

  /// The files and folders that the answer depends on, in the order in which they were asked for.
  private(set) var pathsRead: [WatchedPath] = []

  /// The warnings about undeclared ids that have been written, each of which is written once.
  var ignoredIDs: Set<String> = []

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  var colorChoice: ColorChoice { invocation[.color] }

  /// Reads a file whole; `-` is standard input, and what names no file but has the form `REV:PATH` is read from Git.
  mutating func read(_ path: String) throws(CommandFailure) -> SourceFile {
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
    try write(to: invocation[.output] ?? "-", body)
  }

  /// A file has the new content when all of it could be written, else it is as it was.
  func write(
    to path: String, existing: Output.Existing = .replace, _ body: (inout ByteSink) -> Void
  ) throws(CommandFailure) {
    do throws(FileProblem) {
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
    let isForFile = invocation[.output] != nil
    if colorChoice == .auto, isForFile { return TextStyle() }
    let terminal = Terminal.output
    let width = isForFile ? 80 : terminal.width
    return TextStyle(
      width: width, color: terminal.usesColor(colorChoice),
      isASCII: !isForFile && !Terminal.usesUTF8)
  }
}
