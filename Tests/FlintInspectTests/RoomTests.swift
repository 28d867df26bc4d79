import Foundation
import Testing

/// Checks that reports only format results.
@Suite("Output")
struct RoomTests {
  private static let judges =
    #"\b(Evaluator|Planner|Claims|ProvenFindings|Differences|VariedStates|\w+Run(ner)?)\b"#

  @Test("No report evaluates, plans, proves or runs anything")
  func evaluatesNothing() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = package.appending(path: "Sources/FlintInspect/Output")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    for path in paths {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let judge = text.range(of: Self.judges, options: .regularExpression).map { text[$0] }
      #expect(judge == nil, "\(path)")
    }
    #expect(paths.count > 10)
  }
}
