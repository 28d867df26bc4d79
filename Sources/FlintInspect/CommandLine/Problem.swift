/// Why a command has no result, in words; errors in the content of a file are ``InvalidInput``.
struct Problem: Error, Equatable {
  let message: String
  let hint: String?

  /// With `--lenient`, this warning replaces the problem. Another version of the manifest may
  /// declare the id or accept the value.
  var lenientWarning: String?
  var absence: Absence?

  enum Absence { case onDisk, inGit }

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  init(_ error: any Error) {
    self = error as? Problem ?? Problem(visible("\(error)"))
  }

  private func ignorable(_ warning: String? = nil) -> Problem {
    var problem = self
    problem.lenientWarning = (warning ?? message) + "; ignored"
    return problem
  }
}

/// All problems of a command line, to be reported together.
struct Problems: Error {
  let list: [Problem]

  init(_ list: [Problem]) { self.list = list }

  /// Adds the hint to run `--help`, unless a problem has a hint.
  init(usage list: [Problem], of command: String? = nil) {
    var list = list
    if let last = list.last, list.allSatisfy({ $0.hint == nil }) {
      list[list.count - 1] = .usage(last.message, of: command)
    }
    self.list = list
  }
}

// MARK: - Command lines

extension Problem {
  static func usage(_ message: String, of command: String?) -> Problem {
    let words = [programName, command, "--help"].compactMap(\.self)
    return Problem(message, hint: "see '\(words.joined(separator: " "))'")
  }

  static func unknownOption(_ name: String, nearest: String?) -> Problem {
    Problem("unknown option \(quoted(name))", hint: didYouMean(nearest))
  }

  static func invalidValue(_ value: String, of parameter: String, hint: String?) -> Problem {
    let spelled = parameter.hasPrefix("--") ? "'\(parameter)'" : parameter
    return Problem("invalid value \(quoted(value)) for \(spelled)", hint: hint)
  }

  // MARK: Files

  static func read(_ path: String, _ reason: String, hint: String? = nil) -> Problem {
    Problem("\(unread(path)): \(reason)", hint: hint)
  }

  static func read(_ path: String, _ error: any Error) -> Problem {
    switch error as? SystemError {
    case .notFound: missing(path, hint: didYouMean(nearestFile(to: path)))
    case .isDirectory: read(path, "the path is a directory")
    default: read(path, "\(error)")
    }
  }

  static func read(_ path: String, fromGit problem: GitProblem) -> Problem {
    var read = Problem(
      "\(unread(path)) from Git: \(visible(problem.reason))",
      hint: problem.hint ?? "no file has this name, so it was read as REV:PATH")
    if problem.isMissingPath { read.absence = .inGit }
    return read
  }

  static func missing(_ path: String, hint: String?) -> Problem {
    var missing = read(path, "no such file", hint: hint)
    missing.absence = .onDisk
    return missing
  }

  /// A client of `mcp` may not read the path.
  static func outsideFolder(_ path: String) -> Problem {
    read(
      path, "the path is outside the folder that the server was started in",
      hint: "only files in that folder can be read; start the server in a folder that contains it")
  }

  static func write(_ path: String, _ reason: String, hint: String? = nil) -> Problem {
    Problem(
      "cannot write \(path == "-" ? "to standard output" : quoted(path)): \(reason)", hint: hint)
  }

  static func write(_ path: String, _ error: any Error) -> Problem {
    switch error as? SystemError {
    case .isDirectory: write(path, "the path is a directory")
    case .exists:
      write(
        path, "it already exists", hint: "choose another name; existing files are not replaced")
    default: write(path, "\(error)")
    }
  }

  static func write(_ path: String, alsoNamedBy option: String) -> Problem {
    write(path, "'--\(option)' names the same file", hint: "name another file")
  }

  private static func unread(_ path: String) -> String {
    "cannot read \(path == "-" ? "standard input" : quoted(path))"
  }
}

func nearestFile(to path: String) -> String? {
  let folder = path.folder
  return nearestName(
    to: String(path.dropFirst(folder.count)), among: POSIX.names(in: folder.isEmpty ? "." : folder)
  ).map { folder + $0 }
}

// MARK: - Values

extension Problem {
  /// - Parameter option: The option in which the name was given; nil for an argument.
  static func unknown(
    _ kind: EntityKind, _ name: String, option: String?, hint: String?
  ) -> Problem {
    let problem = Problem("unknown \(kind.rawValue) \(quoted(name))\(inOption(option))", hint: hint)
    return switch kind {
    case .feature, .product, .attribute, .bucket:
      problem.ignorable("\(kind.rawValue) \(quoted(name)) is not declared")
    case .permission, .group, .state, .team: problem
    }
  }

  static func ambiguous(
    _ kind: EntityKind, _ name: String, option: String?, candidates: [String]
  ) -> Problem {
    Problem(
      "several \(kind.rawValue)s have the name \(quoted(name))\(inOption(option))",
      hint: "use an id: \(visible(candidates.shortList))")
  }

  /// - Parameter kind: Describes valid values that are too many to list.
  static func invalidValue(
    _ value: String, of name: String, option: String, choices: [String], beside kind: String?,
    canBeUnknown: Bool = false, nearest: String?
  ) -> Problem {
    let expected =
      kind.map { "expected \(alternatives([$0] + choices))" }
      ?? "one of \(choices.list())"
    let problem = Problem(
      "invalid value \(quoted(value)) for \(quoted(name)) in '--\(option)'",
      hint: didYouMean(nearest)
        ?? visible(expected) + (canBeUnknown ? ", or \(visible(name))= for unknown" : ""))
    let mayBeAccepted =
      option == "attribute"
      || option == "purchase"
        && (PurchaseStatus.words.value(of: value) != nil || value.hasPrefix("until:"))
    return mayBeAccepted ? problem.ignorable() : problem
  }

  /// - Parameter form: An example with a value.
  static func missingValue(of name: String, option: String, form: String) -> Problem {
    Problem(
      "\(quoted(name)) has no value in '--\(option)'",
      hint: "write \(ShellWord.option(option, form))")
  }

  static func notAVersion(_ text: String, option: String) -> Problem {
    Problem(
      "\(quoted(text)) is not a version in '--\(option)'",
      hint: Diagnostic.hint(forVersion: text)
        ?? "write one to three numbers, such as 17.2, or latest")
  }

  static func notADate(_ text: String, option: String) -> Problem {
    Problem(
      "\(quoted(text)) is not a date in '--\(option)'",
      hint: Diagnostic.hint(forDate: text).map { visible($0) }
        ?? "write a date such as 2026-12-24 or 2026-12-24T18:00Z, in UTC")
  }

  static func needsCredits(_ product: String) -> Problem {
    Problem(
      "consumable \(quoted(product)) has credits, not a purchase status",
      hint: "write \(ShellWord.option("credits", "\(listItem(product))=1"))"
    ).ignorable()
  }

  static func hasNoCredits(_ product: String) -> Problem {
    Problem(
      "\(quoted(product)) has no credits: it is not a consumable",
      hint: "write \(ShellWord.option("purchase", listItem(product)))"
    ).ignorable()
  }

  static let nothingToExpect = Problem("no features to write scenarios for")

  static func tooLarge(_ error: LimitExceeded, feature: Int, in manifest: Manifest) -> Problem {
    let id = manifest.features[feature].id
    return Problem(
      "\(quoted(id)) is too complex to analyze: \(error.reason(of: id, in: manifest))")
  }

  private static func inOption(_ option: String?) -> String {
    option.map { " in '--\($0)'" } ?? ""
  }
}

// MARK: - Words

/// Puts quotes around a text, and makes controls visible.
func quoted(_ text: String) -> String {
  "'\(visible(FileName.shown(text)))'"
}

func alternativeOptions(_ names: [String]) -> String {
  alternatives(names.map { "'--\($0)'" })
}

func didYouMean(_ name: String?) -> String? {
  name.map { "did you mean \(quoted($0))?" }
}

/// Suggests the nearest name. Without one, suggests names that contain `name` or a word of it, else
/// lists up to ten known names.
func suggestion(for name: String, among known: [(id: String, name: String)]) -> String? {
  let nearest =
    nearestName(to: name, among: known.lazy.map(\.id))
    ?? nearestName(to: name, among: known.lazy.map(\.name))
  if let nearest { return didYouMean(nearest) }
  let similar = similarNames(to: name, among: known) { [$0.id, $0.name] }.map { id, name in
    name.isEmpty || name == id ? quoted(id) : "\(quoted(id)) (“\(visible(name))”)"
  }
  return similar.isEmpty ? oneOf(known.map(\.id)) : didYouMean(oneOf: similar)
}

func suggestion(for name: String, among known: [String]) -> String? {
  suggestion(for: name, among: known.map { ($0, "") })
}

/// - Parameter names: With quotes.
func didYouMean(oneOf names: [String]) -> String {
  names.count == 1 ? "did you mean \(names[0])?" : "did you mean one of \(names.shortList)?"
}

func oneOf(_ names: [String]) -> String? {
  switch names.count {
  case 0: nil
  case 1: "the only one is \(visible(names[0]))"
  default: "one of \(visible(names.shortList))"
  }
}
