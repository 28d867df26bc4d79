package enum Program {
  package static func main() -> Never {
    POSIX.ignoreWriteSignals()
    POSIX.exit(run(POSIX.arguments).rawValue)
  }

  static func run(_ words: [String]) -> ExitStatus {
    guard !words.isEmpty else {
      writeToStandardError(HelpPage.overview(width: Terminal.diagnostics.width))
      return .noResult
    }
    do {
      return run(try Parser.parse(words))
    } catch {
      return report(error, color: .auto)
    }
  }

  private static func run(_ request: Request) -> ExitStatus {
    switch request {
    case .overview: return print(HelpPage.overview(width: Terminal.output.width))
    case .help(let command): return print(HelpPage.page(for: command, width: Terminal.output.width))
    case .stateHelp: return print(HelpPage.state(width: Terminal.output.width))
    case .version: return print("\(programName) \(programVersion)\n")
    case .completion(let words): return print(Completion(of: words, read: manifest(at:)).text)
    case .manual: return print(ManualPage.text())
    case .run(let invocation):
      guard invocation[.watch] else { return answer(invocation).status }
      Watch.run { answer(invocation).watched }
    }
  }

  private static func answer(
    _ invocation: Invocation
  ) -> (status: ExitStatus, watched: [WatchedPath]) {
    var context = CommandContext(invocation)
    do {
      let status = try invocation.command.run(&context)
      return (status, context.pathsRead)
    } catch {
      return (report(error, color: context.colorChoice), context.pathsRead)
    }
  }

  /// The manifest for completion. Nil after any error, since no message may appear while the user
  /// types.
  private static func manifest(at path: String) -> Manifest? {
    var reader = InputReader()
    guard path != "-", let text = try? reader.read(path),
      let file = try? ManifestFile(
        SourceFile(path: path, text: text), including: DiskFiles())
    else { return nil }
    return file.manifest
  }

  private static func print(_ page: String) -> ExitStatus {
    do {
      let output = try Output()
      output.write(Terminal.usesUTF8 ? page : ASCIIForm.of(page))
      try output.finish()
      return .success
    } catch {
      return report(error, color: .auto)
    }
  }

  private static func report(_ failure: any Error, color: ColorChoice) -> ExitStatus {
    Diagnostics.standardError(color).write(failure)
    return .noResult
  }
}
