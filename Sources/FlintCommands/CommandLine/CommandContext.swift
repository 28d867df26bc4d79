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
  mutating func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    do throws(FileProblem) {
      return try reader.read(path)
    } catch {
      throw .file(error)
    }
  }

  /// Has a result written where `--output` says. What the body throws leaves a file as it was.
  func writeResult(
    _ body: (inout Output) throws(FileProblem) -> Void
  ) throws(CommandFailure) {
    try write(to: invocation.value(of: .output) ?? "-", body)
  }

  func write(
    to path: String, existing: Output.Existing = .replace,
    _ body: (inout Output) throws(FileProblem) -> Void
  ) throws(CommandFailure) {
    do throws(FileProblem) {
      var output = try Output(path: path, existing: existing)
      try body(&output)
      try output.finish()
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
