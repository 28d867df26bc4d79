/// A parsed JSON text that knows the position of every value.
package final class JSONDocument: @unchecked Sendable {
  // INVARIANT: text and tape never change after `init`, so that threads may share them.
  package let text: SourceText
  private let nodes: UnsafeMutablePointer<JSONNode>
  /// The number of entries of the tape.
  package let nodeCount: Int
  /// The repeated keys of all objects, in the order of the text.
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

  /// Calls the closure with the root value. Values must not leave the closure; their `index` may.
  package func withRoot<Result: ~Copyable, Failure: Error>(
    _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withValue(at: 0, body)
  }

  /// Calls the closure with the value at a tape index, taken from a value of this document.
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
