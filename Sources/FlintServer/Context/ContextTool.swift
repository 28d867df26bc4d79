package import FlintText

/// A question that clients can ask, and what an answer looks like.
package struct ContextTool: Sendable {
  package let name: String

  /// What it answers, for whoever chooses between tools.
  package let description: String

  /// JSON Schemas of the arguments and of the structured result, each an object.
  package let inputSchema: String
  package let outputSchema: String

  /// The call that arguments ask for, as words of a command line.
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

/// Arguments that the tool's schema refuses.
package struct UnfitArguments: Error, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A call that a client waits for.
package struct ContextCall: Sendable {
  /// Tells it from all other calls.
  package let number: Int

  /// The words of the command line to run.
  package let words: [String]
}

/// What a call came to.
package struct ContextOutcome: Sendable {
  /// For people: the result, and what went with it on standard error.
  package let texts: [String]

  /// The result as JSON on one line; nil where there is none.
  package let structured: [UInt8]?

  /// Whether no answer could be given.
  package let isError: Bool

  package init(texts: [String], structured: [UInt8]?, isError: Bool) {
    self.texts = texts
    self.structured = structured
    self.isError = isError
  }
}

/// A text that clients can read.
package struct ContextResource: Sendable {
  package let uri: String
  package let name: String
  package let title: String
  package let mimeType: String

  /// The text as it is now; nil where it cannot be read any more.
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
