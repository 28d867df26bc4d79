import FlintCore
import FlintModel
import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintManifest

@Suite struct StateReaderTests {
  @Test(
    "A state is read and written, or has problems", arguments: ExampleFile.examples("states-read"))
  func states(example: ExampleFile.Example) throws {
    let file = try manifestFile(example.header)
    let isLenient = example.text.hasPrefix("lenient\n")
    let texts = example.text.dropFirst(isLenient ? 8 : 0).components(separatedBy: "\nmerged with\n")
    var found: [String] = []
    do {
      var state = DeviceState()
      for text in texts {
        let source = SourceFile(path: "s.json", text: SourceText(text))
        let (change, warnings) = try file.partialState(in: source, isLenient: isLenient)
        state = change.applied(to: state)
        found += warnings.map { "\($0.severity) \($0.rule): \($0.message)" }
      }
      var json = JSONWriter(.compact)
      StateWriter.write(state, of: file.manifest, to: &json)
      found.insert(json.text, at: 0)
    } catch {
      found = problemLines(error.diagnostics, in: texts[0])
    }
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("A named state is read as written")
  func named() throws {
    let file = try manifestFile(
      #"{"manifestVersion": 1, "states": {"mac": {"platform": "macOS"}, "late": {"date": "2026-12-24"}}}"#
    )
    let mac = file.partialState(named: "mac")
    #expect(mac?.platform == .macOS && mac?.osVersion == nil)
    #expect(file.partialState(named: "late")?.platform == nil)
    #expect(file.partialState(named: "other") == nil)
  }

  @Test("Problems are collected state by state")
  func taking() throws {
    let file = try manifestFile(#"{"manifestVersion": 1}"#)
    var reader = StateReader(file.manifest, file.names)
    for text in [#"{"platfrom": 1}"#, "{}", #"{"platfrom": 1}"#] {
      _ = try JSONDocument(text).withRoot { reader.read($0) }
      #expect(reader.takeProblems().count == (text == "{}" ? 0 : 1))
    }
  }
}
