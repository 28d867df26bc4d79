/// A text that is JSON, with the place of every value in it.
package final class JSONDocument: @unchecked Sendable {
  // INVARIANT: text and tape never change after `init`, which makes sharing them safe.
  package let text: SourceText
  private let nodes: UnsafeMutablePointer<JSONNode>
  /// How many places the tape has.
  package let nodeCount: Int
  /// Every key given again in its object, in the order of the text.
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

  /// Lends the one value of the text. Values must not leave the closure; their `index` may.
  package func withRoot<Result: ~Copyable, Failure: Error>(
    _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withValue(at: 0, body)
  }

  /// Lends the value at a place on the tape that a value of this document gave.
  package func withValue<Result: ~Copyable, Failure: Error>(
    at index: Int, _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(index >= 0 && index < nodeCount)
    guard let bytes = text.bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
      preconditionFailure("an empty text is not JSON")
    }
    defer { withExtendedLifetime(self) {} }
    return try body(JSONValue(bytes: bytes, nodes: nodes, index: index))
  }
}
