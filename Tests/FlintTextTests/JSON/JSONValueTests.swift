import Testing

@testable import FlintText

@Suite struct JSONValueTests {
  @Test("Values have the right kinds, ranges and counts")
  func structure() throws {
    let text = #" {"a": [1, "two", {}], "b": {"c": null, "d": true}, "e": false} "#
    try JSONDocument(text).withRoot { root in
      #expect(root.kind == .object)
      #expect(root.range == 1..<text.utf8.count - 1)
      #expect(root.count == 3)
      #expect(root.members.map { $0.key.string } == ["a", "b", "e"])
      let list = try #require(root.member("a"))
      #expect(list.kind == .array)
      #expect(list.source == #"[1, "two", {}]"#)
      #expect(list.elements.map(\.kind) == [.number, .string, .object])
      #expect(list.elements.map(\.source) == ["1", "\"two\"", "{}"])
      #expect(root.member("b")?.members.map(\.value.kind) == [.null, .bool])
      #expect(root.member("e")?.bool == false)
      #expect(root.member("nothing")?.kind == nil)
      #expect(list.members.map(\.key.index).isEmpty && root.elements.map(\.index).isEmpty)
    }
  }

  @Test(
    "Strings are decoded and compared without their escapes",
    arguments: [
      (#""""#, ""), (#""plain""#, "plain"), (#""\u0063amera""#, "camera"), (#""\"\\\/""#, "\"\\/"),
      (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\ud83d\ude00!""#, "😀!"), (#""\u0000""#, "\0"),
      (#""é\u00e9""#, "éé"),
    ])
  func strings(text: String, expected: String) throws {
    try JSONDocument(text).withRoot { value in
      #expect(value.string == expected)
      var expected = expected
      #expect(expected.withUTF8 { value.equals($0) })
      var longer = expected + "x"
      #expect(!longer.withUTF8 { value.equals($0) })
    }
  }

  @Test("A key is compared with a name of the format")
  func keys() throws {
    try JSONDocument(#"["camera", "\u0063amera", "camerb", 1]"#).withRoot { root in
      #expect(root.elements.map { $0.equals("camera") } == [true, true, false, false])
    }
  }

  @Test(
    "Integers are exact up to 64 bits",
    arguments: [
      ("0", .value(0)), ("-0", .value(0)), ("42", .value(42)), ("-42", .value(-42)),
      ("9223372036854775807", .value(.max)), ("-9223372036854775808", .value(.min)),
      ("9223372036854775808", .overflow), ("-9223372036854775809", .overflow),
      ("99999999999999999999", .overflow), ("1.0", .notAnInteger), ("1e3", .notAnInteger),
      ("true", .notAnInteger), ("\"1\"", .notAnInteger),
    ] as [(String, JSONInteger)])
  func integers(text: String, expected: JSONInteger) throws {
    #expect(try JSONDocument(text).withRoot { $0.integer } == expected)
  }

  @Test("A position on the tape can be stored and visited later")
  func positions() throws {
    let document = try JSONDocument(#"{"a": [1, 2, 3]}"#)
    let index = try document.withRoot { try #require($0.member("a")).index }
    #expect(document.withValue(at: index) { $0.source } == "[1, 2, 3]")
  }
}
