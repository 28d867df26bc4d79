import FlintManifest
import FlintModel

@testable import FlintInspect

/// Parses command lines, one argument in each line of the input. The flags printed for the resulting state must
/// describe that state.
enum ArgumentsFuzz: FuzzTarget {
  static func prepare() throws { try KitchenSink.load() }

  static func run(_ input: [UInt8]) {
    let words = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if words.isEmpty { return }
    let manifest = KitchenSink.file.manifest
    _ = Completion(of: words) { _ in manifest }
    let request: Request
    do {
      request = try Parser.parse(words)
    } catch {
      let problems = (error as? Problems)?.list ?? []
      hold(!problems.isEmpty, "rejected input has at least one problem")
      for problem in problems { hold(!problem.message.isEmpty, "and the reason can be told") }
      return
    }
    guard case .run(let invocation) = request else { return }
    var flags = StateFlags(manifest: manifest, state: DeviceState())
    flags.apply(invocation.stateFlags)
    for problem in flags.problems { hold(!problem.message.isEmpty, "a reason can be told") }
    check(flags.state, of: manifest)
  }

  private static func check(_ state: DeviceState, of manifest: Manifest) {
    let start = StateArguments.Start.freshInstall(of: manifest)
    let printed = StateArguments(state, of: manifest, from: start).words
    // A state that flags cannot describe is printed as a file.
    if printed.contains(where: { $0.hasPrefix("--state") }) { return }
    let words = ["evaluate", "m.json"] + printed.flatMap { ShellWords.read($0) }
    guard case .run(let invocation)? = try? Parser.parse(words) else {
      fatalError("cannot parse the printed options: \(printed)")
    }
    var flags = StateFlags(manifest: manifest, state: DeviceState())
    flags.apply(invocation.stateFlags)
    hold(flags.problems, equals: [], "the printed options fit the manifest")
    hold(flags.state, equals: state, "the printed options describe the same state")
  }
}

/// Splits a command line like a POSIX shell, with single quotes and backslashes only.
enum ShellWords {
  static func read(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for scalar in line.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        word = (word ?? "") + String(scalar)
        isEscaped = false
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case "\\" where !isQuoted: isEscaped = true
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(scalar)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
