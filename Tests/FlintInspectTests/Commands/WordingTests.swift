import FlintModel
import FlintText
import Foundation
import ProgramHarness
import Testing

@testable import FlintInspect

@Suite("The wording of messages") struct WordingTests {
  @Test(
    "No line of a state in detail is wider than the terminal",
    arguments: ["museum-guide", "kitchen-sink", "podcast-player"],
    [33, 40, 60, 80, 120] as [UInt16])
  func columns(app: String, width: UInt16) throws {
    let terminal = try PseudoTerminal(columns: width)
    let text = try terminal.run([
      "evaluate", "Fixtures/\(app)/manifest.json", "--verbose", "--color", "never",
    ])
    for line in text.split(separator: "\r\n") {
      #expect(DisplayWidth.of(String(line)) <= Int(width), "\(line)")
    }
  }
}
