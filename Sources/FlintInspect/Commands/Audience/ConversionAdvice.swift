import FlintModel
import FlintPopulation
import FlintText

/// How to convert a file of another form.
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
  func write(ofForeignFilesIn files: PopulationFiles, _ advice: ConversionAdvice) {
    for (source, path) in files.paths.enumerated() {
      guard let unsupported = files.unsupportedInput(in: source) else { continue }
      write(advice.diagnostic(of: unsupported, in: path), path: path)
    }
  }
}
