import FlintModel
import FlintText

struct ToolArgument: Sendable {
  /// `os_version`, `features`
  let name: String

  /// Nil for a positional argument.
  let option: Option?
  let isRequired: Bool
  private let kind: ValueKind
  private let isList: Bool
  private let takesCommaList: Bool
  private let help: String

  init(_ argument: Argument) {
    let name = argument.placeholder.lowercased()
    switch argument.count {
    case .one, .optional:
      self.name = name
      isList = false
    case .any, .oneOrMore:
      self.name = name.hasSuffix("s") ? name : name + "s"
      isList = true
    }
    isRequired = argument.count == .one || argument.count == .oneOrMore
    option = nil
    kind = argument.kind
    takesCommaList = false
    help = argument.help
  }

  init(_ option: Option) {
    name = String(option.name.map { $0 == "-" ? "_" : $0 })
    self.option = option
    isRequired = false
    kind = option.value
    isList = option.repeats && !option.setsOneValue
    takesCommaList = option.takesList
    // Add the format of the value, such as `NAME=VALUE`, to the description, because the schema cannot express it.
    let form = option.placeholder ?? option.value.placeholder
    help = form.contains("=") || form.contains("|") ? "\(form). \(option.help)" : option.help
  }

  var schema: Schema {
    let schema: Schema =
      if isList {
        isRequired
          ? .list(of: valueSchema).with(["minItems": 1]) : .list(of: valueSchema)
      } else {
        valueSchema
      }
    return schema.described(help)
  }

  private var valueSchema: Schema {
    switch kind {
    case .none: .boolean
    case .choice(let words): .names(words)
    case .count: .integer(from: 1)
    case .percent: ["type": "number", "minimum": 0, "maximum": 100]
    case .declared(.permission): .names(SystemPermission.allCases.map(\.name))
    case .file, .text, .version, .declared, .state, .stateName, .variable, .groupKey, .assignment:
      .nonEmptyText
    }
  }

  // MARK: Values

  /// An array repeats the option; a flag is one empty word, or none.
  func texts(of value: JSONValue) throws(InvalidArguments) -> [String] {
    guard isList else { return try text(of: value).map { [$0] } ?? [] }
    guard value.kind == .array else { throw unfit("an array") }
    var texts: [String] = []
    for element in value.elements {
      guard let text = try text(of: element) else { continue }
      texts.append(takesCommaList ? listItem(text) : text)
    }
    return texts
  }

  private func text(of value: JSONValue) throws(InvalidArguments) -> String? {
    switch kind {
    case .none:
      guard let isOn = value.bool else { throw unfit("true or false") }
      return isOn ? "" : nil
    case .count, .percent:
      guard value.kind == .number else { throw unfit("a number") }
      return value.source
    case .choice, .file, .text, .version, .declared, .state, .stateName, .variable, .groupKey,
      .assignment:
      guard let text = value.string else {
        throw unfit(value.kind == .number ? "a string: write \"\(value.source)\"" : "a string")
      }
      if text.utf8.contains(0) { throw unfit("a string without the character U+0000") }
      return text
    }
  }

  private func unfit(_ expected: String) -> InvalidArguments {
    let expected = isList ? "an array of strings" : expected
    return InvalidArguments("'\(name)' must be \(expected)")
  }
}

extension Option {
  /// Of several, only the last would count.
  fileprivate var setsOneValue: Bool {
    switch value {
    case .choice, .text, .version: section == .state && !takesList
    case .none, .file, .count, .percent, .declared, .state, .stateName, .variable, .groupKey,
      .assignment:
      false
    }
  }
}
