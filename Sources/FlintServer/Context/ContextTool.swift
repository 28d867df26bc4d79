package import FlintText

/// A tool that clients can call with the Model Context Protocol, with the JSON Schemas of its arguments and of its
/// result.
package struct ContextTool: Sendable {
  package let name: String

  /// The purpose of the tool. Assistants read it to select a tool.
  package let description: String

  /// The JSON Schema of the arguments, as text. `outputSchema` is that of the structured result. Both describe JSON
  /// objects.
  package let inputSchema: String
  package let outputSchema: String

  /// Converts the JSON arguments of a call to the arguments of the command line that is run.
  package let words: @Sendable (_ arguments: JSONValue?) throws(UnfitArguments) -> [String]

  package init(
    name: String, description: String, inputSchema: String, outputSchema: String,
    words: @escaping @Sendable (JSONValue?) throws(UnfitArguments) -> [String]
  ) {
    self.name = name
    self.description = description
    self.inputSchema = inputSchema
    self.outputSchema = outputSchema
    self.words = words
  }
}

/// An error for arguments of a tool call that the tool's schema does not allow.
package struct UnfitArguments: Error, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A call of a tool by a client, which the program that contains the server must run.
package struct ContextCall: Sendable {
  /// The number that identifies the tool call.
  package let number: Int

  /// The arguments of the command line to run.
  package let words: [String]
}

/// The result of a tool call.
package struct ContextOutcome: Sendable {
  /// The output as texts: the result, and the text that was printed to standard error. An empty text is left out.
  package let texts: [String]

  /// The result as JSON on one line, in UTF-8; nil if there is none.
  package let structured: [UInt8]?

  /// Whether the call failed, so that there is no result.
  package let isError: Bool

  package init(texts: [String], structured: [UInt8]?, isError: Bool) {
    self.texts = texts
    self.structured = structured
    self.isError = isError
  }
}

/// A resource of the Model Context Protocol: a text that clients can read, such as the manifest or a guide.
package struct ContextResource: Sendable {
  package let uri: String
  package let name: String
  package let title: String
  package let mimeType: String

  /// Returns the resource's current text, or nil if it can no longer be read.
  package let read: @Sendable () -> String?

  package init(
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
