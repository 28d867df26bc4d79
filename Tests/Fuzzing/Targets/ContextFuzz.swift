import FlintText

@testable import FlintInspect

/// Sends lines to the MCP server. Each answer must consist of lines of JSON, and no file outside the folder may be
/// read.
enum ContextFuzz: FuzzTarget {
  private nonisolated(unsafe) static var folder: ServedFolder!
  private static let manifest = "Fixtures/kitchen-sink/manifest.json"

  static func prepare() throws {
    try KitchenSink.load()
    guard let folder = ServedFolder("Fixtures") else { fatalError("there are no fixtures") }
    self.folder = folder
  }

  static func run(_ input: [UInt8]) {
    let server = MCPServer(
      "", tools: Tool.all(about: manifest).map(\.listed), resources: { [] })
    // In two pieces, as a pipe may deliver them. The calls of the first may be canceled by the second.
    let middle = input.count / 2
    input[..<middle].withUnsafeBytes { server.receive($0) }
    let early = server.takeCalls()
    input[middle...].withUnsafeBytes { server.receive($0) }
    server.endInput()
    for call in early.filter({ server.isOpen($0.number) }) + server.takeCalls() {
      // Analyses take long, and use only names from the input.
      guard ["evaluate", "explain", "matrix"].contains(call.words.first) else { continue }
      server.finish(call.number, with: ToolCall.run(call.words, in: folder))
    }
    for line in server.takeOutput().split(separator: UInt8(ascii: "\n")) {
      hold((try? JSONDocument(SourceText(line))) != nil, "every response is one line of JSON")
    }
  }
}
