import FlintAnalysis
import FlintManifest
import FlintModel
import FlintPopulation
import FlintProject
import FlintText

// The messages of all errors except those about the content of an input file, which are diagnostics with a line.

extension UsageProblem {
  var notice: Notice {
    switch self {
    case .unknownCommand(let name, let nearest):
      Notice(message: "unknown command \(quoted(name))", hint: didYouMean(nearest))
    case .unknownOption(let name, let nearest):
      Notice(message: "unknown option \(quoted(name))", hint: didYouMean(nearest))
    case .optionBeforeCommand(let name):
      Notice(message: "option \(quoted(name)) must follow the command", hint: nil)
    case .missingValue(let option, let following):
      Notice(
        message: "option '--\(option)' needs a value",
        hint: following.map { "if \(quoted($0)) is the value, write --\(option)=\(visible($0))" })
    case .unexpectedValue(let option, let value):
      Notice(message: "option '--\(option)' takes no value, got \(quoted(value))", hint: nil)
    case .notAChoice(let parameter, let value, let choices, let nearest):
      Notice(
        message: "invalid value \(quoted(value)) for \(spelled(parameter))",
        hint: NameSuggestions(value, nearest: nearest, among: choices).hint)
    case .notACount(let parameter, let value):
      Notice(
        message: "invalid value \(quoted(value)) for \(spelled(parameter))",
        hint: "write a whole number, 1 or greater")
    case .notAPercentage(let parameter, let value):
      Notice(
        message: "invalid value \(quoted(value)) for \(spelled(parameter))",
        hint: "write a number from 0 to 100")
    case .emptyItem(let option):
      Notice(message: "option '--\(option)' has an empty value", hint: nil)
    case .repeated(let option):
      Notice(message: "option '--\(option)' is given more than once", hint: nil)
    case .conflict(let option, let other):
      Notice(message: "'--\(option)' and '--\(other)' cannot be given together", hint: nil)
    case .missingCompanion(let option, let needs):
      Notice(
        message: "option '--\(option)' requires "
          + (needs.count > 4
            ? "an option that describes a state, such as '--\(needs[0])'"
            : alternativeOptions(needs)),
        hint: nil)
    case .pageOnTerminal:
      Notice(
        message: "cannot print the HTML page to a terminal",
        hint: "write it to a file: --output report.html")
    case .updateOfStandardInput:
      Notice(
        message: "'--update' cannot rewrite standard input ('-')", hint: "give the path of the file"
      )
    case .mixedImport(let path, let kind, let first):
      Notice(
        message: "\(quoted(path)) is \(kind.prose), but the first file is \(first.prose)",
        hint: "import files of one kind at a time")
    case .severalTemplates(let path):
      Notice(
        message: "\(quoted(path)) is a second Remote Config template",
        hint: "import one Remote Config template at a time")
    case .foreignImportOption(let option, let path, let kind):
      Notice(
        message: "option '--\(option)' does not apply to \(quoted(path)), \(kind.prose)",
        hint: nil)
    case .missingOption(let options):
      Notice(message: "missing option \(alternativeOptions(options))", hint: nil)
    case .missingArgument(let placeholder, let choices):
      Notice(
        message: "missing argument \(placeholder)",
        hint: choices.isEmpty ? nil : "one of \(choices.joined(separator: ", "))")
    case .unexpectedArgument(let value, let option):
      Notice(
        message: "unexpected argument \(quoted(value))",
        hint: option.map { "did you mean \(visible(ShellWord.option($0, value)))?" })
    }
  }
}

extension ImportedFile.Kind {
  fileprivate var prose: String {
    switch self {
    case .storeConfiguration: "a store configuration"
    case .remoteConfigTemplate: "a Remote Config template"
    case .storeRecords: "an App Store records file"
    }
  }
}

extension UsageProblems {
  /// One each; “see --help” if none has a hint.
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
    case .noPathAtRevision:
      Notice(
        message: "\(undone): no such file",
        hint: "to read a file at a revision, write \(visible(path)):PATH")
    case .isInput:
      Notice(message: "\(undone): the command reads it", hint: "name another file")
    case .isOtherOutput(let option):
      Notice(message: "\(undone): '--\(option)' names the same file", hint: "name another file")
    case .isDirectory:
      Notice(message: "\(undone): the path is a directory", hint: nil)
    case .exists:
      Notice(
        message: "\(undone): it already exists",
        hint: "choose another name; existing files are not replaced")
    case .changed:
      Notice(
        message: "\(undone): another program changed it meanwhile", hint: "run the command again")
    case .standardInputTaken:
      Notice(message: "standard input ('-') can be read only once", hint: nil)
    case .standardInputServes:
      Notice(
        message: "cannot read standard input ('-'): the server receives its messages there",
        hint: "use a file in the folder that the server was started in")
    case .outsideFolder:
      Notice(
        message: "\(undone): the path is outside the folder that the server was started in",
        hint: "only files in that folder can be read; start the server in a folder that contains it"
      )
    case .readOnly: Notice(message: "\(undone): the server cannot write files", hint: nil)
    case .noScenarios:
      Notice(message: "folder \(quoted(path)) contains no scenario files", hint: nil)
    case .noStates:
      Notice(
        message: "the input contains no states",
        hint: "to accept an empty input, add --allow-empty")
    case .tooMuchWeight:
      Notice(message: "the weights of all states add up to more than \(Int64.max)", hint: nil)
    case .tooManyGroups:
      Notice(
        message: "the number of groups exceeds \(Audience.maxGroups)",
        hint: "group by fewer facts, or by facts with fewer values")
    case .otherKeys:
      Notice(
        message: "\(quoted(path)) and the first result have different groups",
        hint: "merge results that were counted with the same '--by'")
    case .noComparison:
      Notice(
        message: "\(quoted(path)) is not a comparison of two manifests, so losses are unknown",
        hint: "create each result with 'audience --against OLD'")
    case .otherManifest:
      Notice(
        message: "\(quoted(path)) and the first result come from different manifests",
        hint: "merge results that were counted with the same manifests")
    case .system(let reason):
      Notice(message: "\(undone): \(reason)", hint: nil)
    case .git(let problem):
      Notice(
        message: "\(undone) from Git: \(visible(problem.reason))",
        hint: problem.hint ?? "no file has this name, so it was read as REV:PATH")
    case .noHistory(let problem):
      Notice(
        message: "cannot read the history of \(quoted(path)): \(visible(problem.reason))",
        hint: problem.hint)
    case .inRevision:
      Notice(
        message: "\(undone): it is a path in Git, which is read-only",
        hint: "name a file on the disk; if its name contains a colon, put './' before it")
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
  /// Follows "cannot read 'FILE' from Git: ".
  var reason: String {
    switch self {
    case .cannotStart(let reason): "cannot start 'git': \(reason)"
    case .failed(let text), .missingPath(let text): text
    case .stopped: "'git' ended unexpectedly"
    case .missingObject(let id): "the repository lacks object \(id)"
    case .malformedObject(let id): "object \(id) is malformed"
    case .tooLarge(let bytes, let limit): "its size of \(bytes) bytes exceeds the limit of \(limit)"
    case .link(let target): "the path is a symbolic link to '\(target)'"
    case .folder: "the path is a directory"
    case .submodule: "the path is in a submodule; files of other repositories are not read"
    case .notFound: "no such file"
    case .noCommits: "the repository has no commits yet"
    case .neverValid: "no commit contains a valid manifest at this path"
    case .withoutHistory(.index): "the index of Git contains no commits, so it has no history"
    case .withoutHistory(.standardInput): "standard input is not in Git, so it has no history"
    case .outsideRepository: "the path is outside the repository"
    case .outsideServedFolder: "the path is outside the folder that the server was started in"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .cannotStart(GitProblem.noProgram):
      "install Git, or write the path of a file instead of REVISION:PATH"
    case .missingObject: "fetch the whole repository; this may be a partial clone"
    case .link: "use the path of the link's target"
    case .withoutHistory: "use a file, or a commit such as HEAD:flint.json"
    case .cannotStart, .failed, .missingPath, .stopped, .malformedObject, .tooLarge, .folder,
      .submodule, .notFound, .noCommits, .neverValid, .outsideRepository, .outsideServedFolder:
      nil
    }
  }
}

/// Controls are made visible.
func quoted(_ text: String) -> String {
  "'\(visible(FileName.shown(text)))'"
}

private func inOption(_ option: String?) -> String { option.map { " in '--\($0)'" } ?? "" }

private func spelled(_ parameter: String) -> String {
  parameter.hasPrefix("--") ? "'\(parameter)'" : parameter
}

private func alternativeOptions(_ names: [String]) -> String {
  alternatives(names.map { "'--\($0)'" })
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
      switch names.count {
      case 0: nil
      case 1: "the only one is \(visible(names.shortList))"
      default: "one of \(visible(names.shortList))"
      }
    case .products(let ids, let group):
      "\(quoted(group)) is a subscription group"
        + (ids.isEmpty ? "" : "; its products are \(visible(ids.shortList))")
    }
  }
}

extension NameSuggestions {
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
  fileprivate var text: String {
    name.isEmpty || name == id ? quoted(id) : "\(quoted(id)) (“\(visible(name))”)"
  }
}

extension ValueProblem {
  var notice: Notice {
    switch self {
    case .unknownRevision(let name, let option, let reason):
      Notice(
        message: "\(quoted(name)) in '--\(option)' is not a commit: \(visible(reason))", hint: nil)
    case .unknown(let kind, let name, let option, let known):
      Notice(
        message: "unknown \(kind.rawValue) \(quoted(name))\(inOption(option))", hint: known.hint)
    case .ambiguous(let kind, let name, let option, let candidates):
      Notice(
        message: "several \(kind.rawValue)s have the name \(quoted(name))\(inOption(option))",
        hint: "use an id: \(visible(candidates.shortList))")
    case .unknownState(let name, let option, let known):
      Notice(
        message: "no such state or file \(quoted(name)) in '--\(option)'",
        hint: known.hint
          ?? "the manifest declares no states; use a file or JSON"
      )
    case .invalidValue(let value, let name, let option, let choices, let kind, let nearest):
      Notice(
        message: "invalid value \(quoted(value)) for \(quoted(name)) in '--\(option)'",
        hint: didYouMean(nearest)
          ?? visible(
            kind.map { "expected " + alternatives([$0] + choices) }
              ?? "one of " + choices.joined(separator: ", "))
          + (option == "attribute" ? ", or \(visible(name))= for unknown" : ""))
    case .missingValue(let name, let option, let form):
      Notice(
        message: "\(quoted(name)) has no value in '--\(option)'",
        hint: "write \(ShellWord.option(option, form))")
    case .notAVersion(let text, let option):
      Notice(
        message: "\(quoted(text)) is not a version in '--\(option)'",
        hint: InputProblem.hint(forVersion: text)
          ?? "write one to three numbers, such as 17.2, or latest")
    case .notADate(let text, let option):
      Notice(
        message: "\(quoted(text)) is not a date in '--\(option)'",
        hint: InputProblem.hint(forDate: text).map { visible($0) }
          ?? "write a date such as 2026-12-24 or 2026-12-24T18:00Z, in UTC")
    case .invalidRolloutPosition(let text, let bucket):
      Notice(
        message: "\(quoted(text)) is not a position in rollout bucket \(quoted(bucket))",
        hint: "write a number from 0 to below 100 with at most four decimals")
    case .notCredits(let text, let product):
      Notice(
        message: "\(quoted(text)) is not a number of credits for \(quoted(product))",
        hint: "write a whole number, 0 or greater")
    case .needsCredits(let product):
      Notice(
        message: "consumable \(quoted(product)) has credits, not a purchase status",
        hint: "write \(ShellWord.option("credits", listItem(product) + "=1"))")
    case .hasNoCredits(let product):
      Notice(
        message: "\(quoted(product)) has no credits: it is not a consumable",
        hint: "write \(ShellWord.option("purchase", listItem(product)))")
    case .noScenario(let text, let option):
      Notice(message: "no scenario's name contains \(quoted(text)) ('--\(option)')", hint: nil)
    case .noScenarios:
      Notice(message: "the files contain no scenarios", hint: nil)
    case .scenarioExists(let name, let path):
      Notice(
        message: "\(quoted(path)) already contains a scenario \(quoted(name))",
        hint: "choose another name; existing scenarios are not replaced")
    case .nothingToExpect:
      Notice(message: "no features to write scenarios for", hint: nil)
    case .noNamedStates:
      Notice(
        message: "the manifest declares no states",
        hint: "use --vary, for example --vary platform")
    case .notVaried(let text):
      Notice(
        message: "cannot vary \(quoted(text))",
        hint: "write \(alternatives(VariedKind.all.map(\.form)))")
    case .variedConsumable(let product):
      Notice(
        message:
          "cannot vary \(quoted(product)): a consumable's credits have too many values",
        hint: nil)
    case .notAGroupKey(let text):
      Notice(
        message: "cannot group by \(quoted(text)); expected \(GroupKey.forms)", hint: nil)
    case .repeatedKey(let text, let option):
      Notice(message: "\(quoted(text)) is given more than once in '--\(option)'", hint: nil)
    case .ambiguousGroup(let group):
      Notice(
        message: """
          cannot group by \(quoted(group)): it has a level or product '\(GroupKey.unknown)', \
          the name of the users whose purchases are not known
          """, hint: nil)
    case .tooManyColumns(let limit):
      Notice(
        message: "the matrix would exceed \(columns(limit))",
        hint: "vary fewer values, or raise --limit")
    case .noSharedState(let message):
      Notice(
        message: message,
        hint: "remove the contradictory assumptions from copies of the manifests, and compare these"
      )
    case .tooLarge(let feature, let reason):
      Notice(message: "\(quoted(feature)) is too complex to analyze: \(reason)", hint: nil)
    }
  }

  private func columns(_ count: Int) -> String { counted(count, "column") }
}
