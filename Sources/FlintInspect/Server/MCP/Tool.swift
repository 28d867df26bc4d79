import FlintText

/// A command that AI assistants can call through the MCP server (`mcp`). The arguments of the tool correspond to the
/// arguments and options of the command, and the result is the command's JSON output.
struct Tool: Sendable {
  let command: Command

  private let result: JSONSchema

  /// The arguments that a call can contain: first those for the positional arguments of the command, then those for its
  /// options. The options are applied in the order of this array, because the members of a JSON object have no order.
  let arguments: [ToolArgument]

  /// The manifest with which the server was started, and which all calls use; nil if each call names its own.
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

  /// The commands that clients can call, with the schemas of their JSON results. All of them only read files.
  private static let table: [(Command, JSONSchema)] = [
    (.evaluate, .evaluation), (.explain, .explanation), (.validate, .findings), (.test, .test),
    (.plan, .plan), (.diff, .diff), (.impact, .impact), (.cover, .cover), (.matrix, .matrix),
    (.history, .history),
  ]

  /// Returns all commands that AI assistants can call. `manifest` is the path of the manifest that all calls use; if it
  /// is nil, each call names its own manifest.
  static func all(about manifest: String?) -> [Tool] {
    table.map { Tool($0, $1, manifest: manifest) }
  }

  /// The description of the tool, as the server sends it to its clients.
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

  /// Whether a call may omit this argument of the command. This is true only for the newer manifest of `diff`, if the
  /// server was started with a manifest, which is then used.
  private func isDefaulted(_ argument: ToolArgument) -> Bool {
    manifest != nil && command.name == Command.diff.name && argument.name == "new"
  }

  // MARK: Calls

  /// Converts the JSON arguments of a call to the words of a command line. Throws if the tool's schema does not allow
  /// them.
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
  /// Whether the argument is the path of the manifest. It is not part of a call if the server was started with a
  /// manifest.
  fileprivate var isManifest: Bool { placeholder == Argument.manifest.placeholder }
}

extension String {
  /// The same JSON on a single line, without the line feeds and the indentation. The contents of JSON strings do not
  /// change, because they cannot contain line feeds.
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
