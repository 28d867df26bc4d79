import Testing

@testable import FlintCommands

@Suite("Decoding of keys") struct KeyDecoderTests {
  @Test(
    "Decodes the sequences that terminals send",
    arguments: [
      ("a", [Key.character("a")]), ("é💎", [.character("é"), .character("💎")]),
      ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[F", [.pageUp, .pageDown, .home, .end]),
      ("\u{1B}[1;5A", [.up]),
      ("\t\r\n\u{7F}\u{8}", [.tab, .enter, .enter, .backspace, .backspace]),
      ("\u{1B}[3~\u{1B}[Z", [.backspace, .tab]), ("\u{1B}\u{1B}[A", [.escape, .up]),
      ("\u{1B}q", [.escape, .character("q")]), ("\u{1}\u{1B}[200~b", [.character("b")]),
    ])
  func keys(text: String, keys: [Key]) {
    var whole = KeyDecoder()
    var pieces = KeyDecoder()
    let decoded: [[Key]] = [
      whole.decode(text.utf8), text.utf8.flatMap { pieces.decode([$0]) },
    ]
    #expect(decoded == [keys, keys])
    #expect(!whole.isWaiting)
  }

  @Test("Waits for the bytes after an escape, and decodes a lone escape as a key")
  func escape() {
    var decoder = KeyDecoder()
    let decoded = decoder.decode([0x1B])
    #expect(decoded.isEmpty && decoder.isWaiting)
    let flushed = decoder.flush()
    #expect(flushed == [.escape] && !decoder.isWaiting)
  }

  @Test("Ignores bytes that are not valid text")
  func invalid() {
    let cases: [(bytes: [UInt8], keys: [Key])] = [
      ([0xFF, 0xC0, 0x61], [.character("a")]),
      ([0xE2, 0x28, 0xA1, 0x62], [.character("("), .character("b")]),
      ([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 40), []),
    ]
    var decoder = KeyDecoder()
    for (bytes, expected) in cases {
      let keys = decoder.decode(bytes)
      #expect(keys == expected && !decoder.isWaiting, "\(bytes)")
    }
  }
}
