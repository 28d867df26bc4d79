import Foundation
import ProgramHarness
import Testing

@testable import FlintInspect

@Suite("File names that are not valid UTF-8") struct FileNameTests {
  static let names: [[UInt8]] = [
    Array("m.json".utf8), [0xE9], Array("caf".utf8) + [0xE9, 0x2E, 0xFF], [0xC3],
    [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], Array("é e\u{301} 💎".utf8),
    // A name that contains a scalar that is also used to represent an invalid byte.
    Array("\u{10FFE9}x\u{10FFFF}".utf8), [0xF4, 0x8F, 0xBC],
  ]

  @Test("Are converted back to the same bytes, and remain distinct", arguments: names)
  func roundTrip(name: [UInt8]) {
    let bytes = name.map { CChar(bitPattern: $0) } + [0]
    let text = bytes.withUnsafeBufferPointer { FileName.text(of: $0.baseAddress!) }
    #expect(FileName.bytes(of: text) == bytes)
    #expect(FileName.shown(text).unicodeScalars.allSatisfy { $0.value < 0x10FF00 })
  }

  #if os(Linux)
    @Test("Are read, written and listed like others")
    func program() throws {
      let scratch = try Scratch()
      try scratch.write(#"{"manifestVersion":1,"features":[{"id":"a"}]}"#, to: "m.json")
      try scratch.write(
        #"{"scenarioVersion":1,"scenarios":[{"name":"One","steps":[{"expect":{"a":"available"}}]}]}"#,
        to: "s.json")
      let run = try Run.shell(
        #"""
        name=$(printf 'caf\351.json'); mkdir all; cp s.json "all/$name"; mv m.json "$name"
        "$FLINT" evaluate "$name" --output "$(printf 'out\377')" && cat out*
        "$FLINT" test "$name" all
        "$FLINT" evaluate "$(printf 'cag\351.json')"
        "$FLINT" evaluate "$name" --format json | head -n 3 | tail -n 1
        """#, directory: scratch.folder)
      for text in [
        "✓ 1 available", "1 scenario: 1 passed, 0 failed",
        "\"manifest\": \"caf\u{FFFD}.json\"",
      ] { #expect(run.output.contains(text), "\(text)") }
      let errors =
        "error: cannot read 'cag\u{FFFD}.json': no such file\nhint: did you mean 'caf\u{FFFD}.json'?\n"
      #expect(run.errors == errors)
    }
  #endif

  @Test("Are printed without control characters")
  func controls() throws {
    let run = try Run.program(["evaluate", "a\u{1B}[31m\n\u{202E}b"])
    #expect(run.errors == "error: cannot read 'a\\u001B[31m\\n\\u202Eb': no such file\n")
  }

  @Test("End at a path separator, even before a combining character")
  func combining() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("out"), withIntermediateDirectories: true)
    let run = try Run.shell(
      "chmod a-w .; \"$FLINT\" init --output 'out/\u{301}x'; ls -A out", directory: scratch.folder)
    let errors = "Created out/\u{301}x. Next: flint-inspect evaluate 'out/\u{301}x'\n"
    #expect(run == Run(status: 0, output: "\u{301}x\n", errors: errors))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch.folder.path)
  }
}
