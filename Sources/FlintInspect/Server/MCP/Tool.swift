extension ToolCall {
  static func run(_ words: [String], in folder: ServedFolder) -> MCPOutcome {
    let call = ToolCall(in: folder)
    let status = call.run(words)
    return MCPOutcome(
      texts: [call.text, call.errors].filter { !$0.isEmpty }, structured: call.json?.onOneLine,
      isError: status == .noResult)
  }

  private func run(_ words: [String]) -> ExitStatus {
    do {
      // The command line of a tool call is never a request for help.
      guard case .run(let invocation) = try Parser.parse(words) else { return .noResult }
      var context = CommandContext(invocation, for: self)
      return try invocation.command.run(&context)
    } catch {
      Diagnostics.collected { self.errors += $0 }.write(error)
      return .noResult
    }
  }
}

struct Tool {
  let command: Command

  private let result: JSONSchema

  /// Positional arguments, then options. Options apply in this order, since keys of JSON have none.
  let arguments: [ToolArgument]

  private let manifest: String?

  private init(_ command: Command, _ result: JSONSchema, manifest: String?) {
    self.command = command
    self.result = result
    self.manifest = manifest
    let positional = command.arguments.filter { manifest == nil || !$0.isManifest }
    arguments =
      positional.map { ToolArgument($0) }
      + command.options.filter(\.isForTools).map { ToolArgument($0) }
  }

  private static let table: [(Command, JSONSchema)] = [
    (.evaluate, .evaluation), (.explain, .explanation), (.validate, .findings), (.test, .test),
    (.plan, .plan), (.diff, .diff), (.impact, .impact), (.cover, .cover), (.matrix, .matrix),
    (.history, .history),
  ]

  /// - Parameter manifest: A path; nil if each call names its own manifest.
  static func all(about manifest: String?) -> [Tool] {
    table.map { Tool($0, $1, manifest: manifest) }
  }

  var listed: MCPTool {
    var schema = ByteSink()
    result.write(to: &schema)
    return MCPTool(
      name: command.name, description: command.summary, inputSchema: inputSchema,
      outputSchema: schema.string.onOneLine
    ) { (arguments) throws(ResponseError) in try words(for: arguments) }
  }

  private var inputSchema: String {
    let required = arguments.filter { $0.isRequired && !isDefaulted($0) }.map(\.name)
    return SchemaWriter.text(
      of: .closed(arguments.map { ($0.name, $0.schema) }, required: required)
    ).onOneLine
  }

  private func isDefaulted(_ argument: ToolArgument) -> Bool {
    manifest != nil && command.name == Command.diff.name && argument.name == "new"
  }

  // MARK: Calls

  func words(for given: JSONValue?) throws(ResponseError) -> [String] {
    var values: [String: JSONValue] = [:]
    if let given, given.kind != .null {
      guard given.kind == .object else {
        throw .invalidParams("the arguments of '\(command.name)' must be an object")
      }
      for (key, value) in given.members {
        let (name, names) = (key.string ?? "", arguments.map(\.name))
        guard names.contains(name) else {
          let advice =
            nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
            ?? "expected one of \(names.list())"
          throw .invalidParams("'\(command.name)' has no argument '\(name)': \(advice)")
        }
        values[name] = value
      }
    }
    var options: [String] = []
    var positional: [String] = []
    var isMissing = false
    for argument in arguments {
      guard let value = values[argument.name], value.kind != .null else {
        isMissing = isMissing || argument.isRequired
        continue
      }
      for text in try argument.texts(of: value) {
        if let option = argument.option {
          options.append(option.value == .none ? "--\(option.name)" : "--\(option.name)=\(text)")
        } else if !isMissing {
          // Otherwise it would take the place of the missing one.
          positional.append(text)
        }
      }
    }
    if let manifest, command.arguments.contains(where: \.isManifest) {
      positional.insert(manifest, at: 0)
    } else if let manifest, positional.count == 1, arguments.contains(where: isDefaulted) {
      positional.append(manifest)
    }
    return [command.name] + options + ["--"] + positional
  }
}

extension Argument {
  fileprivate var isManifest: Bool { placeholder == Argument.manifest.placeholder }
}

extension String {
  /// Removes indentation and line feeds from JSON, whose strings contain none.
  var onOneLine: String {
    String(utf8: utf8.split { $0 == "\n" }.map { $0.drop { $0 == 0x20 } }.joined())
  }
}

struct ToolArgument {
  /// The key in JSON: `os_version`, `features`.
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
    isList = argument.count.isList
    self.name = isList && !name.hasSuffix("s") ? "\(name)s" : name
    isRequired = argument.count.isRequired
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
    let schema = isList ? Schema.list(of: valueSchema) : valueSchema
    return (isList && isRequired ? schema.with(["minItems": 1]) : schema).described(help)
  }

  private var valueSchema: Schema {
    switch kind {
    case .none: .boolean
    case .choice(let words): .names(words)
    case .count: .integer(from: 1)
    case .percent: ["type": "number", "minimum": 0, "maximum": 100]
    case .declared(.permission): .names(SystemPermission.allCases.map(\.name))
    default: .nonEmptyText
    }
  }

  // MARK: Values

  /// The option's values on a command line. An array repeats the option; a flag is one empty word,
  /// or none.
  func texts(of value: JSONValue) throws(ResponseError) -> [String] {
    guard isList else { return try text(of: value).map { [$0] } ?? [] }
    guard value.kind == .array else { throw unfit("an array") }
    var texts: [String] = []
    for element in value.elements {
      guard let text = try text(of: element) else { continue }
      texts.append(takesCommaList ? listItem(text) : text)
    }
    return texts
  }

  private func text(of value: JSONValue) throws(ResponseError) -> String? {
    switch kind {
    case .none:
      guard let isOn = value.bool else { throw unfit("true or false") }
      return isOn ? "" : nil
    case .count, .percent:
      guard value.kind == .number else { throw unfit("a number") }
      return value.source
    default:
      guard let text = value.string else {
        throw unfit(value.kind == .number ? "a string: write \"\(value.source)\"" : "a string")
      }
      if text.utf8.contains(0) { throw unfit("a string without the character U+0000") }
      return text
    }
  }

  private func unfit(_ expected: String) -> ResponseError {
    let expected = isList ? "an array of strings" : expected
    return .invalidParams("'\(name)' must be \(expected)")
  }
}

extension Option {
  /// Whether only the last of several values would count.
  fileprivate var setsOneValue: Bool {
    switch value {
    case .choice, .text, .version: section == .state && !takesList
    default: false
    }
  }
}
