import FlintPopulation
import FlintText

/// Errors of the first ten; all go to `--rejects`.
final class RejectedLines: @unchecked Sendable {
  // INVARIANT: only `add` accesses the mutable state before the run ends, and only one thread at a time calls `add`.
  private static let namedAtMost = 10

  private let files: PopulationFiles
  private let command: ConversionAdvice
  private let diagnostics: Diagnostics
  private let file: OutputStream?
  private var named = 0

  /// Its lines get no further errors.
  private var foreignSource: Int?

  init(
    of files: PopulationFiles, for command: ConversionAdvice, keptIn path: String?,
    reportedTo diagnostics: Diagnostics
  ) throws(FileProblem) {
    self.files = files
    self.command = command
    self.diagnostics = diagnostics
    if let path {
      file = OutputStream(try Output(path: path), filter: nil)
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
    if let unsupported = files.unsupportedInput(in: source) {
      foreignSource = source
      diagnostics.write(command.diagnostic(of: unsupported, in: path), path: path)
      return
    }
    guard named < Self.namedAtMost else { return }
    named += 1
    let line = SourceFile(path: path, text: rejection.text, firstLine: rejection.line)
    diagnostics.write(rejection.problems, in: line)
  }

  func finish() throws(FileProblem) {
    try file?.finish()
  }
}
