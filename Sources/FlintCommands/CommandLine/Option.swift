/// One option of the command line: everything that the parser, the help pages and the completions
/// know of it.
struct Option: Sendable {
  /// Where an option stands on a help page.
  enum Section: Sendable, CaseIterable {
    case command, state, output, general
  }

  /// Long name without the dashes.
  let name: String
  /// The one-letter form, which only `--help` has.
  var short: Character?
  let value: ValueKind
  /// What stands for the value on a help page, where the kind's own word says too little.
  var placeholder: String?
  /// Whether it may be given more than once.
  var repeats = false
  /// Whether one value may be several, separated by commas (`\,` is a comma).
  var takesList = false
  var section = Section.command
  let help: String

  /// The option as a person writes it, `--grant NAME`.
  var spelling: String {
    let word = placeholder ?? value.placeholder
    return word.isEmpty ? "--\(name)" : "--\(name) \(word)"
  }
}

/// What the value of an option, or an argument, is. Completions offer by it; the parser checks what
/// can be checked without a manifest.
indirect enum ValueKind: Sendable, Equatable {
  /// No value: the option is there or not.
  case none
  /// One of these words.
  case choice([String])
  case file
  case text
  case version
  case feature
  case product
  case permission
  case attribute
  /// The name of one of the manifest's states, else a file.
  case state
  /// The name of one of the manifest's states, or all of them.
  case stateName
  /// A fact of a state, `platform` or `permission:camera`.
  case variable
  /// `NAME=VALUE`, split at the last `=` whose right side is valid.
  case assignment(ValueKind, ValueKind)

  var placeholder: String {
    switch self {
    case .none: ""
    case .choice(let words): words.joined(separator: "|")
    case .file: "FILE"
    case .text: "TEXT"
    case .version: "VERSION"
    case .feature: "FEATURE"
    case .product: "ID"
    case .permission: "NAME"
    case .attribute: "ID"
    case .state: "STATE"
    case .stateName: "all|NAME"
    case .variable: "THING"
    case .assignment(let left, let right): "\(left.placeholder)=\(right.placeholder)"
    }
  }
}

/// One positional argument, or the run of them at the end of the line.
struct Argument: Sendable {
  enum Count: Sendable {
    case one, optional, any, oneOrMore
  }

  /// As it stands in the usage line: `MANIFEST`.
  let placeholder: String
  let kind: ValueKind
  var count = Count.one
  let help: String

  var spelling: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .any: "[\(placeholder)...]"
    case .oneOrMore: "\(placeholder)..."
    }
  }
}
