import FlintModel
import Testing

@testable import FlintPopulation

@Suite("Invalid lines")
struct UnreadableLineTests {
  private static let manifest = Manifest(features: [FeatureDeclaration(id: "f")])

  static let notUTF8: [[UInt8]] = [
    [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x92],
  ]

  @Test("A line that is not UTF-8 is rejected", arguments: notUTF8)
  func isRejected(bytes: [UInt8]) throws {
    let before = Array(#"{"id":""#.utf8)
    let judged = try judge([before + bytes + Array("\"}\n{}".utf8)], of: Self.manifest)
    #expect(judged.rejected == ["0:1: invalid-json"])
    #expect(judged.audience.states == 1)
  }
}
