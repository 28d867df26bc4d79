internal import FlintManifest

/// What a running command has: its line, its input and its way to speak.
struct CommandContext {
  let invocation: Invocation
  private var reader = InputReader()

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  var colorChoice: ColorChoice {
    invocation.value(of: .color).flatMap(ColorChoice.init) ?? .auto
  }

  /// Reads a file whole; `-` is standard input.
  mutating func read(_ path: String) throws(CommandFailure) -> SourceFile {
    do throws(FileProblem) {
      return SourceFile(path: path, text: try reader.read(path))
    } catch {
      throw .file(error)
    }
  }

  /// Has a result written where `--output` says.
  func writeResult(_ body: (inout ByteSink) -> Void) throws(CommandFailure) {
    try write(to: invocation.value(of: .output) ?? "-", body)
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

  /// Whether the result is coloured: never in a file, unless it is demanded.
  var colorsResult: Bool {
    if colorChoice == .auto, invocation.has(.output) { return false }
    return Terminal.output.usesColor(colorChoice)
  }

  /// Columns to lay the result out for.
  var width: Int { invocation.has(.output) ? 80 : Terminal.output.width }
}
