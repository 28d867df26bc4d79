internal import FlintPopulation
internal import FlintText

/// Names the first lines that could not be read, and keeps all of them in a file where that is asked for.
final class RejectedLines: @unchecked Sendable {
  // INVARIANT: what changes is touched by `add`, which one thread calls at a time, and by nobody before all are done.
  private static let namedAtMost = 10

  private let files: PopulationFiles
  private let command: ForeignAdvice
  private let diagnostics: Diagnostics
  private let file: OutputStream?
  private var named = 0

  /// The source that was said to be something else as a whole.
  private var foreignSource: Int?

  init(
    of files: PopulationFiles, for command: ForeignAdvice, keptIn path: String?,
    reportedTo diagnostics: Diagnostics
  ) throws(FileProblem) {
    self.files = files
    self.command = command
    self.diagnostics = diagnostics
    if let path {
      file = OutputStream(try Output(path: path))
    } else {
      file = nil
    }
  }

  func add(_ source: Int, _ rejection: Rejection) {
    if let file {
      file.write(rejection.text.bytes)
      withUnsafeBytes(of: UInt8(ascii: "\n")) { file.write($0) }
    }
    if source == foreignSource { return }
    let path = files.paths[source]
    if let foreign = files.foreignInput(in: source) {
      foreignSource = source
      diagnostics.write(command.diagnostic(of: foreign, in: path), path: path)
      return
    }
    guard named < Self.namedAtMost else { return }
    named += 1
    let line = SourceFile(path: path, text: rejection.text, firstLine: rejection.line)
    diagnostics.write(rejection.problems, in: line)
  }

  /// Puts the kept lines in their place.
  func finish() throws(FileProblem) {
    try file?.finish()
  }
}
