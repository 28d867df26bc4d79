import FlintText

struct MCPTool: Sendable {
  let name: String

  let description: String

  let inputSchema: String
  let outputSchema: String

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

struct MCPCall: Sendable {
  let number: Int

  let words: [String]
}

struct MCPOutcome: Sendable {
  /// Result, warnings and errors; none is empty.
  let texts: [String]

  /// One line of UTF-8.
  let structured: [UInt8]?

  let isError: Bool

  init(texts: [String], structured: [UInt8]?, isError: Bool) {
    self.texts = texts
    self.structured = structured
    self.isError = isError
  }
}

struct MCPResource: Sendable {
  let uri: String
  let name: String
  let title: String
  let mimeType: String

  /// Nil if it can no longer be read.
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
