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
    #expect(whole.decode(text.utf8) == keys)
    #expect(!whole.isWaiting)
    var pieces = KeyDecoder()
    #expect(text.utf8.flatMap { pieces.decode([$0]) } == keys)
  }

  @Test("Waits for the bytes after an escape, and decodes a lone escape as a key")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
  }

  @Test("Ignores bytes that are not valid text")
  func invalid() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0xC0, 0x61]) == [.character("a")])
    #expect(decoder.decode([0xE2, 0x28, 0xA1, 0x62]) == [.character("("), .character("b")])
    let long = [0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 40)
    #expect(decoder.decode(long).isEmpty)
    #expect(!decoder.isWaiting)
  }
}
