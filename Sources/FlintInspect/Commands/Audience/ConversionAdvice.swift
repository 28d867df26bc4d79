import FlintModel
import FlintPopulation
import FlintText

/// Advice for an input file that does not have one JSON state per line, such as a CSV file: a shell command that
/// converts the file and passes it to the command that the user wanted to run.
struct ConversionAdvice {
  private let command: String
  private let manifest: String

  init(_ invocation: Invocation) {
    command = invocation.command.name
    manifest = invocation.arguments[0]
  }

  func diagnostic(of input: UnsupportedInput, in path: String) -> Diagnostic {
    let word = path == "-" ? nil : ShellWord.path(path)
    let command = input.command(word, isPlain: word?.isSame(as: path) ?? true)
    let hint = command.map { words in
      "\(path == "-" ? "… | " : "")\(words) | \(programName) \(self.command) "
        + ShellWord.path(manifest)
    }
    return Diagnostic(
      .error, rule: "not-lines-of-json", message: input.prose,
      hint: hint.map { "convert the input to lines: \($0)" })
  }
}

extension Diagnostics {
  /// Writes an error with advice for each input file that does not have one JSON state per line, in the order of the
  /// files.
  func write(ofForeignFilesIn files: PopulationFiles, _ advice: ConversionAdvice) {
    for (source, path) in files.paths.enumerated() {
      guard let unsupported = files.unsupportedInput(in: source) else { continue }
      write(advice.diagnostic(of: unsupported, in: path), path: path)
    }
  }
}
