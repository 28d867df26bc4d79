import FlintText

struct Tool: Sendable {
  let command: Command

  private let result: JSONSchema

  /// Positional ones first. Options apply in this order, since JSON has none.
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

  /// - Parameter manifest: Nil if each call names its own.
  static func all(about manifest: String?) -> [Tool] {
    table.map { Tool($0, $1, manifest: manifest) }
  }

  var listed: MCPTool {
    var schema = ByteSink()
    result.write(to: &schema)
    return MCPTool(
      name: command.name, description: command.summary, inputSchema: inputSchema,
      outputSchema: schema.string.onOneLine
    ) { (arguments) throws(InvalidArguments) in try words(for: arguments) }
  }

  private var inputSchema: String {
    let members = arguments.map { ($0.name, $0.schema) }
    let required = arguments.filter { $0.isRequired && !isDefaulted($0) }.map(\.name)
    return SchemaWriter.text(of: .closed(members, required: required)).onOneLine
  }

  private func isDefaulted(_ argument: ToolArgument) -> Bool {
    manifest != nil && command.name == Command.diff.name && argument.name == "new"
  }

  // MARK: Calls

  func words(for given: JSONValue?) throws(InvalidArguments) -> [String] {
    var values: [String: JSONValue] = [:]
    if let given, given.kind != .null {
      guard given.kind == .object else {
        throw InvalidArguments("the arguments of '\(command.name)' must be an object")
      }
      for (key, value) in given.members {
        guard let name = key.string, arguments.contains(where: { $0.name == name }) else {
          throw unknown(key.string ?? "")
        }
        values[name] = value
      }
    }
    var options: [String] = []
    var positional: [String] = []
    for argument in arguments {
      guard let value = values[argument.name], value.kind != .null else { continue }
      for text in try argument.texts(of: value) {
        if let option = argument.option {
          options.append(option.value == .none ? "--\(option.name)" : "--\(option.name)=\(text)")
        } else {
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

  private func unknown(_ name: String) -> InvalidArguments {
    let names = arguments.map(\.name)
    let nearest = nearestName(to: name, among: names)
    let allNames = names.joined(separator: ", ")
    let advice = nearest.map { "did you mean '\($0)'?" } ?? "expected one of \(allNames)"
    return InvalidArguments("'\(command.name)' has no argument '\(name)': \(advice)")
  }
}

extension Argument {
  fileprivate var isManifest: Bool { placeholder == Argument.manifest.placeholder }
}

extension String {
  /// Strings have no line feeds.
  var onOneLine: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isIndentation = false
    for byte in utf8 {
      if byte == UInt8(ascii: "\n") {
        isIndentation = true
      } else if byte != UInt8(ascii: " ") || !isIndentation {
        isIndentation = false
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
