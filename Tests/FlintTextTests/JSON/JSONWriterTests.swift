import Testing

@testable import FlintText

@Suite struct JSONWriterTests {
  private func sample(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("list")
      writer.array { writer in
        writer.int(1)
        writer.string("two" as String)
        writer.object { _ in }
        writer.array { _ in }
      }
      writer.key(named: "a \"key\"")
      writer.null()
      writer.key("yes")
      writer.bool(true)
      writer.key("raw")
      writer.raw("1.50")
    }
  }

  @Test("Compact JSON has no white space")
  func compact() {
    var writer = JSONWriter(.compact)
    sample(&writer)
    #expect(
      writer.text == #"{"list":[1,"two",{},[]],"a \"key\"":null,"yes":true,"raw":1.50}"#)
  }

  @Test("Pretty-printed JSON has the layout of jq")
  func pretty() {
    var writer = JSONWriter(.pretty)
    sample(&writer)
    #expect(
      writer.text == """
        {
          "list": [
            1,
            "two",
            {},
            []
          ],
          "a \\"key\\"": null,
          "yes": true,
          "raw": 1.50
        }
        """)
  }

  @Test("The layout of facts follows the style of each bracket, with indentation by open lines")
  func facts() {
    var sink = ByteSink()
    sink.jsonLine { writer in
      writer.object(.lines) { writer in
        writer.member("a", "1")
        writer.key("b", joinsLine: true)
        writer.array(of: [1, 2]) { $1.int($0) }
        writer.key("none")
        writer.array(.lines) { _ in }
        writer.key("list")
        writer.array(.lines) { writer in
          writer.object { writer in
            writer.member("c", nil)
            writer.key("d")
            writer.object(.lines) { $0.member("e", 1) }
          }
          writer.object { _ in }
        }
        writer.key("below") { $0.object(.lines) { $0.member("f", ["g"]) } }
      }
    }
    #expect(
      sink.string == """
        {
          "a": "1", "b": [1, 2],
          "none": [],
          "list": [
            {"c": null, "d": {
              "e": 1
            }},
            {}
          ],
          "below":
            {
              "f": ["g"]
            }
        }

        """)
  }

  @Test("A writer can continue the output of another one", arguments: [0, 3, 8, 9, 30])
  func continues(_ depth: Int) {
    var whole = ByteSink()
    var parts = ByteSink()
    whole.jsonLine { writer in
      for _ in 0..<depth { writer.beginArray(.lines) }
      for number in 1...3 { writer.array { $0.int(number) } }
      for _ in 0..<depth { writer.endArray() }
    }
    var state = JSONWriter.State()
    parts.json(.facts, at: &state) { for _ in 0..<depth { $0.beginArray(.lines) } }
    for number in 1...3 { parts.json(.facts, at: &state) { $0.array { $0.int(number) } } }
    parts.json(.facts, at: &state) { writer in
      for _ in 0..<depth { writer.endArray() }
      writer.endLine()
    }
    #expect(parts.string == whole.string)
  }

  @Test("Values at the top level are on separate lines")
  func lines() {
    var writer = JSONWriter(.compact)
    for number in 1...3 {
      writer.array { $0.int(number) }
      writer.endLine()
    }
    #expect(writer.text == "[1]\n[2]\n[3]\n")
  }

  @Test(
    "Strings escape what JSON requires, and all control characters",
    arguments: [
      ("", #""""#),
      ("plain, and longer than eight bytes", #""plain, and longer than eight bytes""#),
      ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\0\u{1B}[31m", #""\u0000\u001b[31m""#),
      ("a\u{7F}b\u{80}c\u{9F}d", #""a\u007fb\u0080c\u009fd""#),
      ("\u{A0}£¿éÂ漢😀", "\"\u{A0}£¿éÂ漢😀\""), ("seven b\"", #""seven b\"""#),
      ("eight by\"", #""eight by\"""#), ("1234567\u{85}", #""1234567\u0085""#),
    ])
  func strings(text: String, expected: String) throws {
    #expect(JSONText.quoted(text) == expected)
    #expect(try JSONDocument(expected).withRoot { $0.string } == text)
  }

  /// Around every power of ten, and the ends.
  private static let numbers: [Int64] = {
    var numbers: [Int64] = [0, .max, .max - 1, .min, .min + 1]
    var power: Int64 = 1
    for _ in 0...18 {
      numbers += [power - 1, power, power + 1, power / 3 * 2, -power, 1 - power]
      power &*= 10
    }
    return numbers
  }()

  @Test("Integers of every length are written", arguments: numbers)
  func integers(number: Int64) {
    var writer = JSONWriter(.compact)
    writer.int(number)
    #expect(writer.text == "\(number)")
  }

  @Test("A sink delivers its bytes in order and buffers few of them")
  func draining() {
    final class Received { var bytes: [UInt8] = [] }
    let received = Received()
    var sink = ByteSink(threshold: 100) { received.bytes += Array($0) }
    var expected = ""
    for number in 0..<1000 {
      sink.append("\(number),")
      expected += "\(number),"
      #expect(sink.count < 110)
    }
    Array("many".utf8).withUnsafeBytes { sink.pass($0) }
    sink.append("end" as String)
    sink.flush()
    #expect(sink.count == 0)
    #expect(String(decoding: received.bytes, as: UTF8.self) == expected + "manyend")
  }
}
