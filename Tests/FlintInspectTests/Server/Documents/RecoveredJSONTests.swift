import FlintText
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The recovering parser")
struct RecoveredJSONTests {
  /// Checks the JSON that is recovered from each text.
  @Test(
    "Recovers as much of a text as possible",
    arguments: [
      (#"{"a": [1, 2"#, #"{"a": [1, 2]}"#),
      (#"{"a": 1, }"#, #"{"a": 1 }"#),
      (#"{"a": }"#, #"{"a": null}"#),
      (#"{"a" }"#, #"{"a" :null}"#),
      (#"{"a" "b": 2}"#, #"{"a" :null,"b": 2}"#),
      (#"{"a": 1 "b": 2}"#, #"{"a": 1 ,"b": 2}"#),
      (#"{"a": "b": 2}"#, #"{"a": null,"b": 2}"#),
      (#"{"a": ["x", "b": 2}"#, #"{"a": ["x" ],"b": 2}"#),
      (#"{a: 'x', b: 'it"s'}"#, #"{"a": "x", "b": "it\"s"}"#),
      (#"{"a": nul, "b": 01, "c": -1}"#, #"{"a": null, "b": null, "c": -1}"#),
      ("{\"a\": \"x, \n\"b\": 1}", "{\"a\": \"x\", \n\"b\": 1}"),
      ("{\"a // x\n}", "{\"a // x\"\n:null}"),
      ("{ // x\n\"a\": /* y */ 1}", "{ \n\"a\":  1}"),
      (#"{"a": [{"b": 1]}"#, #"{"a": [{"b": 1}]}"#),
      (#"{"a": 1}}, "b": 2}"#, #"{"a": 1, "b": 2}"#),
      (#"[1,,2,]"#, #"[1,2]"#),
      (#"["a\q", "\ud800", "\u12"]"#, #"["aq", "", "12"]"#),
      (#"{"a": 1} x"#, #"{"a": 1} "#),
      (#"{"a": {"b"#, #"{"a": {"b":null}}"#),
    ])
  func readings(text: String, expected: String) throws {
    #expect(recovered(text) == expected)
  }

  /// Returns the JSON that is recovered from a text; nil if the text contains no value.
  private func recovered(_ text: String) -> String? {
    RecoveredJSON(SourceText(text)).map {
      String(decoding: $0.document.text.bytes, as: UTF8.self)
    }
  }

  @Test("Recovers nothing from a text without a value", arguments: ["", " ", "}", "//", ",:"])
  func nothing(text: String) {
    #expect(recovered(text) == nil)
  }

  @Test("Preserves the positions of values")
  func positions() throws {
    let text = #"{"a": 1, x, "b": "c"#
    let recovered = try #require(RecoveredJSON(SourceText(text)))
    recovered.document.withRoot { root in
      let positions = root.members.map { key, value in
        [key.range, value.range].map { range in
          recovered.source(of: range).map { String(Array(text)[$0]) } ?? "-"
        }
      }
      #expect(positions == [["\"a\"", "1"], ["x", "-"], ["\"b\"", "\"c"]])
    }
  }

  @Test("Accepts any text")
  func anything() {
    var random = SeededGenerator(seed: 20)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "a", "\"b\"", "1", "-", "null", "\n", " ", "//",
      "/*",
      "*/", "\\", "\\u", "é", "\u{0}", "\"c\":", "true", "1e5", ".",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...14, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
      let source = SourceText(text)
      var parser = RecoveringJSONParser(source.bytes)
      guard withExtendedLifetime(source, { parser.recover() }) else { continue }
      #expect(
        (try? JSONDocument(parser.output)) != nil,
        "\(text.debugDescription) \(String(decoding: parser.output, as: UTF8.self).debugDescription)"
      )
    }
  }

  @Test("Does not change valid JSON")
  func sound() {
    let text = #" {"a": [1, {"b": "\u00e9\ud83d\ude00", "c": []}], "": -1.5e3} "#
    #expect(recovered(text) == text)
  }
}
