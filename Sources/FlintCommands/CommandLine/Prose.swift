internal import FlintAnalysis
internal import FlintCore
internal import FlintPopulation
internal import FlintProject
internal import FlintReport
internal import FlintText

// The wording of everything that can go wrong outside of the input's own text.

extension UsageProblem {
  /// - Parameter command: The command whose line it was, for the way to its help page.
  var notice: Notice {
    switch self {
    case .unknownCommand(let name, let nearest):
      Notice(message: "unknown command \(quoted(name))", hint: didYouMean(nearest))
    case .unknownOption(let name, let nearest):
      Notice(message: "unknown option \(quoted(name))", hint: didYouMean(nearest))
    case .optionBeforeCommand(let name):
      Notice(message: "option \(quoted(name)) stands before the command", hint: nil)
    case .missingValue(let option, let following):
      Notice(
        message: "option '--\(option)' needs a value",
        hint: following.map { "if \(quoted($0)) is the value, write --\(option)=\(visible($0))" })
    case .unexpectedValue(let option, let value):
      Notice(message: "option '--\(option)' takes no value, but has \(quoted(value))", hint: nil)
    case .notAChoice(let place, let value, let choices, let nearest):
      Notice(
        message: "\(quoted(value)) is not a value of \(spelled(place))",
        hint: NameSuggestions(value, nearest: nearest, among: choices).hint)
    case .notACount(let place, let value):
      Notice(
        message: "\(quoted(value)) is not a number in \(spelled(place))",
        hint: "a whole number from 1 on")
    case .notAPercentage(let place, let value):
      Notice(
        message: "\(quoted(value)) is not a value of \(spelled(place))",
        hint: "write a number from 0 to 100")
    case .emptyItem(let option):
      Notice(message: "option '--\(option)' has an empty value", hint: nil)
    case .repeated(let option):
      Notice(message: "option '--\(option)' is given more than once", hint: nil)
    case .conflict(let option, let other):
      Notice(message: "'--\(option)' and '--\(other)' cannot be given together", hint: nil)
    case .missingCompanion(let option, let needs):
      Notice(
        message: "option '--\(option)' has a meaning only with "
          + alternatives(needs.map { "'--\($0)'" }), hint: nil)
    case .pageOnTerminal:
      Notice(
        message: "the page would go to the terminal",
        hint: "write it to a file: --output report.html")
    case .updateOfStandardInput:
      Notice(message: "'--update' cannot rewrite standard input ('-')", hint: "name the file")
    case .mixedImport(let path, let kind, let first):
      Notice(
        message: "\(quoted(path)) is \(kind.prose), but the first file is \(first.prose)",
        hint: "import one kind of files at a time")
    case .severalTemplates(let path):
      Notice(
        message: "\(quoted(path)) is a second Remote Config template",
        hint: "import one template at a time")
    case .foreignImportOption(let option, let path, let kind):
      Notice(
        message: "option '--\(option)' is not for \(kind.prose), which \(quoted(path)) is",
        hint: kind == .storeRecords ? "write the state to a file, and give it to '--with'" : nil)
    case .missingOption(let options):
      Notice(message: "missing option \(alternatives(options.map { "'--\($0)'" }))", hint: nil)
    case .missingArgument(let placeholder, let choices):
      Notice(
        message: "missing argument \(placeholder)",
        hint: choices.isEmpty ? nil : "one of \(choices.joined(separator: ", "))")
    case .unexpectedArgument(let value):
      Notice(message: "unexpected argument \(quoted(value))", hint: nil)
    }
  }
}

extension ImportedFile.Kind {
  fileprivate var prose: String {
    switch self {
    case .storeConfiguration: "a store configuration"
    case .remoteConfigTemplate: "a Remote Config template"
    case .storeRecords: "a file of App Store records"
    }
  }
}

extension UsageProblems {
  /// One notice a problem; where none has a hint, the last leads to the help page.
  var notices: [Notice] {
    var notices = problems.map(\.notice)
    if notices.allSatisfy({ $0.hint == nil }), let last = notices.indices.last {
      let page = command.map { "\(programName) \($0) --help" } ?? "\(programName) --help"
      notices[last].hint = "see '\(page)'"
    }
    return notices
  }
}

extension FileProblem {
  var notice: Notice {
    switch reason {
    case .notFound(let nearest):
      Notice(message: "\(undone): no such file", hint: didYouMean(nearest))
    case .isDirectory:
      Notice(message: "\(undone): it is a directory", hint: nil)
    case .exists:
      Notice(message: "\(undone): it exists already", hint: "name another file; none is replaced")
    case .standardInputTaken:
      Notice(message: "standard input ('-') can be read only once", hint: nil)
    case .standardInputServes:
      Notice(
        message: "cannot read standard input ('-'): it has the messages of the protocol",
        hint: "name a file in the folder that the server was started in")
    case .outsideFolder:
      Notice(
        message: "\(undone): it is outside the folder that the server was started in",
        hint: "only files in that folder can be read; start the server in a folder that contains it"
      )
    case .readOnly: Notice(message: "\(undone): the server writes no files", hint: nil)
    case .noScenarios:
      Notice(message: "no file in folder \(quoted(path)) has scenarios", hint: nil)
    case .noStates:
      Notice(
        message: "there are no states to count",
        hint: "where a part may be empty, write --allow-empty")
    case .tooMuchWeight:
      Notice(message: "the weights add up to more than \(Int64.max)", hint: nil)
    case .tooManyGroups:
      Notice(
        message: "there are more than \(Audience.mostGroups) groups",
        hint: "group by fewer keys, or by ones with fewer values")
    case .otherKeys:
      Notice(
        message: "\(quoted(path)) is grouped by other keys than the first result",
        hint: "add up results that have the same '--by'")
    case .noComparison:
      Notice(
        message: "\(quoted(path)) is no comparison, so that nobody loses anything in it",
        hint: "count the parts with '--against OLD'")
    case .otherManifest:
      Notice(
        message: "\(quoted(path)) has other features or constraints than the first result",
        hint: "add up results of one manifest")
    case .system(let reason):
      Notice(message: "\(undone): \(reason)", hint: nil)
    case .git(let problem):
      Notice(
        message: "\(undone) from Git: \(visible(problem.reason))",
        hint: problem.hint ?? "no file has this name, so it is read as REV:PATH")
    case .noHistory(let problem):
      Notice(
        message: "cannot read the history of \(quoted(path)): \(visible(problem.reason))",
        hint: problem.hint)
    case .inRevision:
      Notice(
        message: "\(undone): it is in Git, where nothing can be written",
        hint: "name a file; one whose name has a colon is './NAME'")
    }
  }

  private var undone: String {
    switch (operation, path) {
    case (.read, "-"): "cannot read standard input"
    case (.read, _): "cannot read \(quoted(path))"
    case (.write, "-"): "cannot write to standard output"
    case (.write, _): "cannot write \(quoted(path))"
    }
  }
}

extension GitProblem {
  /// Words that go on after "cannot be read: ".
  var reason: String {
    switch self {
    case .cannotStart(let reason): "cannot start 'git': \(reason)"
    case .said(let text): text
    case .stopped: "'git' ended before it had answered"
    case .missingObject(let id): "the repository lacks object \(id)"
    case .malformedObject(let id): "object \(id) is malformed"
    case .tooLarge(let bytes, let limit): "it has \(bytes) bytes; at most \(limit) are read"
    case .link(let target): "it is a symbolic link to '\(target)'"
    case .folder: "it is a directory"
    case .submodule: "it is in a submodule, whose files are in another repository"
    case .notFound: "no file is there"
    case .noCommits: "the repository has no commits yet"
    case .neverValid: "no commit has a valid manifest there"
    case .withoutHistory(.index): "the index has no history"
    case .withoutHistory(.standardInput): "standard input has no history"
    case .outsideRepository: "it is outside the repository"
    case .outsideServedFolder: "it is outside the folder that the server was started in"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .cannotStart: "install Git, or name a file"
    case .missingObject: "fetch the whole repository; it may be a partial clone"
    case .link: "name the file that the link leads to"
    case .withoutHistory: "name a file, or a commit as in HEAD:flint.json"
    case .said, .stopped, .malformedObject, .tooLarge, .folder, .submodule, .notFound, .noCommits,
      .neverValid, .outsideRepository, .outsideServedFolder:
      nil
    }
  }
}

extension ScreenProblem {
  var notice: Notice {
    switch self {
    case .notATerminal:
      Notice(
        message: "'browse' needs a terminal for standard input and output",
        hint: "'evaluate' prints the same for a file or a pipe")
    case .dumb:
      Notice(
        message: "'browse' needs a terminal that can show a full screen, and TERM is 'dumb'",
        hint: "'evaluate' prints the same line by line")
    }
  }
}

/// `text` in single quotes, harmless for a terminal.
func quoted(_ text: String) -> String {
  "'\(visible(FileName.shown(text)))'"
}

private func place(_ option: String?) -> String { option.map { " in '--\($0)'" } ?? "" }

/// An option is quoted, an argument is not.
private func spelled(_ place: String) -> String {
  place.hasPrefix("--") ? "'\(place)'" : place
}

private func didYouMean(_ name: String?) -> String? {
  name.map { "did you mean \(quoted($0))?" }
}

extension NameSuggestions {
  fileprivate var hint: String? {
    switch self {
    case .nearest(let name): didYouMean(name)
    case .similar(let candidates):
      candidates.count == 1
        ? "did you mean \(candidates[0].text)?"
        : "did you mean one of \(candidates.map(\.text).shortList)?"
    case .all(let names):
      names.isEmpty
        ? nil : "\(names.count > 1 ? "one of" : "there is only") \(visible(names.shortList))"
    }
  }
}

extension NameSuggestions {
  /// - Parameter nearest: The value that was probably meant, where that is known.
  fileprivate init(_ value: String, nearest: String?, among choices: [String]) {
    let few = 12
    let similar = choices.count > few ? similarNames(to: value, among: choices) : []
    if let nearest {
      self = .nearest(nearest)
    } else {
      self =
        similar.isEmpty ? .all(choices) : .similar(similar.map { Candidate(id: $0, name: "") })
    }
  }
}

extension NameSuggestions.Candidate {
  /// `'photo-capture' (“Photo capture”)`
  fileprivate var text: String {
    name.isEmpty || name == id ? quoted(id) : "\(quoted(id)) (“\(visible(name))”)"
  }
}

extension IneffectiveFlag {
  var message: String {
    let lack =
      switch lack {
      case .purchase: "asks for no purchase"
      case .toggle: "does not ask for 'userToggled'"
      case .runtimeFlag: "does not ask for 'runtimeEnabled'"
      }
    return "feature '\(feature)' \(lack), so '--\(option)' changes nothing"
  }
}

extension ValueProblem {
  var notice: Notice {
    switch self {
    case .unknownRevision(let name, let option, let reason):
      Notice(
        message: "\(quoted(name)) in '--\(option)' is not a commit: \(visible(reason))", hint: nil)
    case .unknown(.state, let name, let option, let known):
      Notice(
        message: "\(quoted(name)) in '--\(option ?? "")' is not a state of the manifest",
        hint: known.hint)
    case .unknown(let kind, let name, let option, let known):
      Notice(
        message: "unknown \(kind.rawValue) \(quoted(name))\(place(option))", hint: known.hint)
    case .ambiguous(let kind, let name, let option, let candidates):
      Notice(
        message: "several \(kind.rawValue)s are called \(quoted(name))\(place(option))",
        hint: "name one by its id: \(visible(candidates.shortList))")
    case .unknownState(let name, let option, let known):
      Notice(
        message: "\(quoted(name)) in '--\(option)' is neither a state of the manifest nor a file",
        hint: known.hint
          ?? "the manifest declares no states; name a file with a state, or write the state as JSON"
      )
    case .invalidValue(let value, let name, let option, let choices, let kind, let nearest):
      Notice(
        message: "\(quoted(value)) is not a value for \(quoted(name)) in '--\(option)'",
        hint: didYouMean(nearest)
          ?? (kind.map { $0 + " or " } ?? "one of ")
          + visible(choices.joined(separator: kind == nil ? ", " : " or ")))
    case .missingValue(let name, let option, let form):
      Notice(
        message: "\(quoted(name)) has no value in '--\(option)'",
        hint: "write \(ShellWord.option(option, form))")
    case .notAVersion(let text, let option):
      Notice(
        message: "\(quoted(text)) is not a version in '--\(option)'",
        hint: "one to three numbers, as in 17.2, or latest")
    case .notADate(let text, let option):
      Notice(
        message: "\(quoted(text)) is not a date in '--\(option)'",
        hint: "write a date such as 2026-12-24 or 2026-12-24T18:00Z, in UTC")
    case .notADraw(let text, let bucket):
      Notice(
        message: "\(quoted(text)) of \(quoted(bucket)) is not a place in a bucket",
        hint: "write a number from 0 to below 100, with four decimals at most")
    case .notCredits(let text, let product):
      Notice(
        message: "\(quoted(text)) is not a number of credits for \(quoted(product))",
        hint: "a whole number from 0 on")
    case .needsCredits(let product):
      Notice(
        message: "\(quoted(product)) is a consumable, which is held in credits",
        hint: "write \(ShellWord.option("credits", listItem(product) + "=1"))")
    case .hasNoCredits(let product):
      Notice(
        message: "\(quoted(product)) is not a consumable and has no credits",
        hint: "write \(ShellWord.option("purchase", listItem(product)))")
    case .noScenario(let text, let option):
      Notice(message: "no scenario's name contains \(quoted(text)) in '--\(option)'", hint: nil)
    case .noScenarios:
      Notice(message: "there are no scenarios to run", hint: nil)
    case .scenarioExists(let name, let path):
      Notice(
        message: "\(quoted(path)) has a scenario called \(quoted(name)) already",
        hint: "name it differently; none is replaced")
    case .nothingToExpect:
      Notice(message: "there is no feature of which a scenario could expect something", hint: nil)
    case .noNamedStates:
      Notice(
        message: "the manifest names no states",
        hint: "write --vary platform, or what else is to vary")
    case .notVaried(let text):
      Notice(
        message: "\(quoted(text)) is not a thing that '--vary' can vary",
        hint: alternatives(VariedKind.all.map(\.form)))
    case .variedConsumable(let product):
      Notice(
        message:
          "\(quoted(product)) in '--vary' is a consumable, whose credits have too many values",
        hint: nil)
    case .notAGroupKey(let text):
      Notice(
        message: "cannot group by \(quoted(text)); expected \(GroupKey.forms)", hint: nil)
    case .repeatedKey(let text, let option):
      Notice(message: "\(quoted(text)) is given more than once in '--\(option)'", hint: nil)
    case .tooManyColumns(let limit):
      Notice(
        message: "the matrix would have more than \(counted(limit, "column"))",
        hint: "vary less, or allow more with --limit")
    case .noSharedState:
      Notice(
        message: "no state is possible under the assumptions of both manifests",
        hint: "compare each of them with a manifest that has neither's new assumptions")
    case .tooLarge(let feature, let reason):
      Notice(message: "\(quoted(feature)) is too large to analyze: \(reason)", hint: nil)
    }
  }
}
