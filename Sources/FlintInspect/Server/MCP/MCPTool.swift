import FlintText

struct MCPTool: Sendable {
  let name: String

  /// The purpose of the tool. AI assistants read it to select a tool.
  let description: String

  /// The JSON Schema of the arguments with which clients call this tool, as text.
  let inputSchema: String
  /// The JSON Schema of the result that this tool returns as JSON, as text.
  let outputSchema: String

  /// Converts the JSON arguments of a call to the words of the command line that is run for the call.
  let words: @Sendable (_ arguments: JSONValue?) throws(InvalidArguments) -> [String]

  init(
    name: String, description: String, inputSchema: String, outputSchema: String,
    words: @escaping @Sendable (JSONValue?) throws(InvalidArguments) -> [String]
  ) {
    self.name = name
    self.description = description
    self.inputSchema = inputSchema
    self.outputSchema = outputSchema
    self.words = words
  }
}

struct InvalidArguments: Error, Sendable {
  let message: String

  init(_ message: String) { self.message = message }
}

/// A tool call of a client. The server does not run it itself, but passes it to the program that contains the server.
struct MCPCall: Sendable {
  /// The number with which the server identifies the tool call until it is answered.
  let number: Int

  /// The words of the command line to run, without the program's name.
  let words: [String]
}

struct MCPOutcome: Sendable {
  /// The output of the command, as texts for the AI assistant that called the tool: the result, and the warnings and
  /// errors. A text that would be empty is left out.
  let texts: [String]

  /// The result as JSON on one line, in UTF-8; nil if there is no JSON result.
  let structured: [UInt8]?

  /// Whether the tool call of the client failed: the command that was run for it could not produce a result.
  let isError: Bool

  init(texts: [String], structured: [UInt8]?, isError: Bool) {
    self.texts = texts
    self.structured = structured
    self.isError = isError
  }
}

/// A resource of the Model Context Protocol: a text that clients can read, such as the manifest or a guide.
struct MCPResource: Sendable {
  let uri: String
  let name: String
  let title: String
  let mimeType: String

  /// Returns the resource's current text, or nil if it can no longer be read.
  let read: @Sendable () -> String?

  init(
    uri: String, name: String, title: String, mimeType: String,
    read: @escaping @Sendable () -> String?
  ) {
    self.uri = uri
    self.name = name
    self.title = title
    self.mimeType = mimeType
    self.read = read
  }
}
