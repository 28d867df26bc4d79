import FlintManifest
import FlintProject
import FlintText
import Foundation
import TestSupport
import Testing

@Suite("Property lists")
struct PropertyListTests {
  private func read(_ bytes: some Collection<UInt8>) throws -> PropertyList {
    try PropertyList(SourceFile(path: "Info.plist", text: SourceText(bytes)))
  }

  private func diagnostics(_ text: String) throws -> [Diagnostic] {
    try #require(throws: InvalidInput.self) { try read(text.utf8) }.diagnostics
  }

  private func read(root: String) throws -> PropertyList {
    try read("<?xml version=\"1.0\"?><plist version=\"1.0\">\(root)</plist>".utf8)
  }

  @Test(
    "Keys and kinds of generated lists agree with Foundation",
    arguments: TestDepth.seeds(6, thorough: 200),
    [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func agreesWithFoundation(
    seed: UInt64, format: PropertyListSerialization.PropertyListFormat
  ) throws {
    var random = SeededGenerator(seed: seed)
    let root = Self.dictionary(&random, depth: 0)
    let data = try PropertyListSerialization.data(
      fromPropertyList: root, format: format, options: 0)
    let entries = try read(data).entries
    #expect(entries.count == root.count, "seed \(seed)")
    let found: [String: Bool] = entries.reduce(into: [:]) { $0[$1.key] = $1.isText }
    #expect(found == root.mapValues { $0 is String }, "seed \(seed)")
  }

  @Test(
    "Damage to a binary list results at most in an error",
    arguments: TestDepth.seeds(5, thorough: 40))
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let data = try PropertyListSerialization.data(
      fromPropertyList: Self.dictionary(&random, depth: 0), format: .binary, options: 0)
    for _ in 0..<300 {
      var bytes = Array(data)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 6..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<40, using: &random)) }
      do {
        _ = try read(bytes)
      } catch {
        #expect((error as? InvalidInput)?.diagnostics.map(\.rule) == ["invalid-property-list"])
      }
    }
  }

  @Test(
    "A file of another format is identified",
    arguments: [
      ("", "the property list is empty", nil),
      (
        "{}", "expected '<plist>'",
        "expected a property list in XML or binary form, a project.pbxproj or an .xcconfig file"
      ),
      (
        "<plist><dict>\n#ifdef DEBUG\n",
        "found '#ifdef', which the preprocessor replaces during a build",
        "validate the Info.plist of the built app, such as My.app/Info.plist"
      ),
      (
        "#include \"Base.plist\"\n<plist/>",
        "found '#include', which the preprocessor replaces during a build",
        "validate the Info.plist of the built app, such as My.app/Info.plist"
      ),
      (
        "\u{4}\"M!", "expected '<plist>'",
        "expected a property list in XML or binary form, a project.pbxproj or an .xcconfig file"
      ),
      ("PK\u{3}\u{4}", "the file is a ZIP archive", "run 'unzip -p FILE' to print its text"),
      ("MZ\u{0}", "the file is binary, not text", nil),
    ])
  func foreign(text: String, message: String, hint: String?) throws {
    let found: [[String?]] = try diagnostics(text).map { [$0.message, $0.hint] }
    #expect(found == [[message, hint]])
  }

  @Test("XML is accepted in all its spellings")
  func spellings() throws {
    let list = try read(
      """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
      <!-- a > b --><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "a>b" [<!ELEMENT a (b)>]>
      <plist version="1.0"> <dict attribute="/>">
        <key>a&amp;&#x41;<![CDATA[<b>]]></key><string>$(VARIABLE)</string>
        <!-- <key>no</key> --><key >c</key ><dict><key>inner</key><array><true/><dict/></array></dict>
        <key/><string/><key>d</key><true></true>
      </dict></plist>

      """.utf8)
    #expect(list.entries.map(\.key) == ["a&A<b>", "c", "", "d"])
    #expect(list.entries.map(\.isText) == [true, false, true, false])
  }

  @Test("UTF-16 with a byte order mark is accepted", arguments: [true, false])
  func utf16(isBigEndian: Bool) throws {
    let text = "\u{FEFF}<plist><dict><key>ä💎</key><string>x</string></dict></plist>"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    #expect(try read(bytes).entries.map(\.key) == ["ä💎"])
  }

  @Test("The location of a key is its text")
  func positions() throws {
    let list = try read(root: "<dict><key>NSKey</key><string>x</string></dict>")
    let text = list.entries[0].range.map { range in
      String(decoding: list.source.text.bytes[range], as: UTF8.self)
    }
    #expect(text == "NSKey")
  }

  @Test(
    "An invalid property list is an error",
    arguments: [
      "", "{}", "<plist>", "<plist/>", "<plist></plist>", "<plist><array/></plist>",
      "<plist><dict></plist>", "<plist><dict><key>a</key></dict></plist>",
      "<plist><dict><string>a</string></dict></plist>", "<plist><dict/></plist>more",
      "<plist><dict><key>&nbsp;</key><string/></dict></plist>", "<plist><dict><key>a",
      "<plist><dict><key>a</key><odd/></dict></plist>", "<plist><dict><key>a</key><array><true>",
      "<plist><dict", "<plist><dict/", "<plist><dict a=\"", "<!--", "bplist00", "\u{FE}",
    ])
  func invalid(text: String) {
    #expect(throws: InvalidInput.self) { try read(text.utf8) }
  }

  @Test(
    "An error at the end of the text has a location within the text",
    arguments: ["", "<plist>", "<plist>\n", "<?xml version=\"1.0\"?><plist version=\"1.0\">"])
  func problemAtTheEnd(text: String) throws {
    let range = try #require(try diagnostics(text)[0].range)
    #expect(range.upperBound <= text.utf8.count)
  }

  @Test("The nesting depth is limited")
  func depth() {
    let root = "<dict><key>a</key>" + String(repeating: "<array>", count: 100_000)
    #expect(throws: InvalidInput.self) { try read(root: root) }
  }

  private static func dictionary(
    _ random: inout SeededGenerator, depth: Int
  ) -> [String: Any] {
    var result: [String: Any] = [:]
    for _ in 0..<Int.random(in: 0...(depth == 0 ? 40 : 4), using: &random) {
      result[text(&random)] = value(&random, depth: depth + 1)
    }
    return result
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> Any {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &random) {
    case 0, 1: text(&random)
    case 2: Bool.random(using: &random)
    case 3: Int.random(in: -1000...1_000_000, using: &random)
    case 4: Date(timeIntervalSince1970: Double(Int.random(in: 0...1_000_000, using: &random)))
    case 5: Data(repeating: 7, count: Int.random(in: 0...300, using: &random))
    case 6: (0..<Int.random(in: 0...20, using: &random)).map { _ in text(&random) }
    default: dictionary(&random, depth: depth)
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let alphabet = Array("abcXYZ <>&\"';.-_äé💎漢")
    return String(
      (0..<Int.random(in: 0...30, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? "a"
      })
  }
}
