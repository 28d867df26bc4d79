/// A parsed JSON text. It keeps the text, and each value knows its position in it.
package final class JSONDocument: @unchecked Sendable {
  // INVARIANT: text and tape never change after `init`, so that threads may share them.
  package let text: SourceText
  private let nodes: UnsafeMutablePointer<JSONNode>
  /// The number of entries of the tape, the array into which the parser writes an entry for each value.
  package let nodeCount: Int
  /// The duplicate keys of all objects, in the order of the text.
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

  /// Calls `body` with the root value. A value is valid only within the closure, because it points into the document's
  /// memory; its `index` remains valid.
  package func withRoot<Result: ~Copyable, Failure: Error>(
    _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withValue(at: 0, body)
  }

  /// Calls `body` with the value whose `index` was taken from a value of the same document.
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
