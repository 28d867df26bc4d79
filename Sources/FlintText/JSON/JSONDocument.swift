/// A parsed JSON text. It keeps the text and the position of each value in the text.
package final class JSONDocument: @unchecked Sendable {
  // INVARIANT: text and tape never change after `init`, so that threads may share them.
  package let text: SourceText
  private let nodes: UnsafeMutablePointer<JSONNode>
  /// The number of entries of the tape, the array with an entry for each value, key and closing bracket of the text.
  package let nodeCount: Int
  /// The duplicate keys in all objects of the document, in the order in which they occur in the text.
  package let duplicateKeys: [JSONDuplicateKey]

  package init(_ text: SourceText) throws(JSONSyntaxError) {
    let result = try JSONParser.parse(text.bytes)
    self.text = text
    nodes = result.nodes
    nodeCount = result.count
    duplicateKeys = result.duplicates
  }

  package convenience init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(SourceText(bytes))
  }

  package convenience init(_ text: String) throws(JSONSyntaxError) {
    try self.init(SourceText(text))
  }

  deinit { nodes.deallocate() }

  /// Calls `body` with the root value of the document. The value may be used only within `body`, because it points into
  /// the document's memory. Its `index` can be kept for ``withValue(at:_:)``.
  package func withRoot<Result: ~Copyable, Failure: Error>(
    _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withValue(at: 0, body)
  }

  /// Calls `body` with the value that has the given `index`, which was taken from a value of the same document.
  package func withValue<Result: ~Copyable, Failure: Error>(
    at index: Int, _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(index >= 0 && index < nodeCount)
    guard let bytes = text.bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
      preconditionFailure("empty text is not JSON")
    }
    defer { withExtendedLifetime(self) {} }
    return try body(JSONValue(bytes: bytes, nodes: nodes, index: index))
  }
}
