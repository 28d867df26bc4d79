/// A parsed text, with where each value is in it.
package final class JSONDocument: @unchecked Sendable {
  // INVARIANT: text and tape never change after `init`, so that threads may share them.
  package let text: SourceText
  private let nodes: UnsafeMutablePointer<JSONNode>
  package let nodeCount: Int
  /// In the order of the text.
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

  /// The value points into the document's memory; keep its `index` for ``withValue(at:_:)``.
  package func withRoot<Result: ~Copyable, Failure: Error>(
    _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withValue(at: 0, body)
  }

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
