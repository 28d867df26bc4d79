import TestSupport
import Testing

@testable import FlintText

@Suite struct DisplayWidthTests {
  @Test(
    "A text has the width that it has in a terminal",
    arguments: [
      ("", 0), ("plain", 5), ("漢字", 4), ("かな", 4), ("한글", 4), ("ｆｕｌｌ", 8), ("ｶﾅ", 2),
      ("é", 1), ("e\u{301}", 1), ("💎", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1),
      ("☎", 1), ("⌚", 2), ("“x”", 3), ("a\u{200B}b", 2), ("\u{1100}\u{1161}", 2), ("1️⃣", 1),
      ("Ω≈ç", 3), ("𠀀", 2), ("✓✗…", 3),
    ])
  func width(text: String, cells: Int) {
    #expect(DisplayWidth.of(text) == cells)
  }

  @Test(
    "A text measured scalar by scalar is as wide as its characters, if none of its scalars combine")
  func common() {
    var random = SeededGenerator(seed: 4)
    let common = (0...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .filter { DisplayWidth.ofCommon($0) != nil }
    #expect(common.count > 20_000)
    for scalar in common {
      let pair = String(Character(scalar)) + String(Character(random.pick(common)))
      #expect(pair.count == 2, "\(pair)")
      #expect(pair.reduce(0) { $0 + DisplayWidth.of($1) } == DisplayWidth.of(pair), "\(pair)")
    }
  }
}
