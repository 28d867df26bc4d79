import FlintManifest
import FlintModel
import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintProject

func manifest(codes: [String]) throws -> ManifestFile {
  let features = codes.enumerated().map { number, code in
    #"{"id": "f\#(number)", "code": \#(JSONText.quoted(code))}"#
  }
  let text = #"{"manifestVersion": 1, "features": [\#(features.joined(separator: ", "))]}"#
  return try ManifestFile(SourceFile(path: "flint.json", text: SourceText(text)))
}

@Suite("The import of feature flags")
struct FlagImportTests {
  private func flags(
    _ texts: [String], type: String? = nil, default property: String? = nil
  ) throws -> FlagImport {
    try FlagImport(
      texts.enumerated().map { number, text in
        try SwiftTokens(checked: SourceFile(path: "\(number).swift", text: SourceText(text)))
      }, type: type, default: property)
  }

  /// `turbo=true search=null`
  private func summary(_ flags: FlagImport) -> String {
    flags.flags.map { flag in
      let value =
        switch flag.isEnabled {
        case .yes: "true"
        case .no: "false"
        case .unknown: "null"
        }
      return "\(flag.name)=\(value)"
    }.joined(separator: " ")
  }

  @Test(
    "Reads the defaults of cases and properties",
    arguments: ExampleFile.examples("flag-cases", "flag-properties"))
  func defaults(example: ExampleFile.Example) throws {
    let flags = try flags([example.whole])
    let found = [summary(flags)]
    try example.record(found)
    let hasValues = found[0].contains("=true") || found[0].contains("=false")
    #expect(found == example.expected && (hasValues || flags.ambiguous.isEmpty))
  }

  @Test(
    "Reads the type and the property that the names suggest",
    arguments: ExampleFile.examples("flags"))
  func types(example: ExampleFile.Example) throws {
    var text = example.text
    let option = text.prefixMatch(of: /--(type|default) (.*)\n/)
    if let option { text.removeSubrange(option.range) }
    let texts = text.components(separatedBy: "\n---\n")
    var found: [String] = []
    do {
      let flags = try flags(
        texts, type: option?.1 == "type" ? String(option!.2) : nil,
        default: option?.1 == "default" ? String(option!.2) : nil)
      found = [summary(flags)]
      found += flags.flags.compactMap { flag in
        flag.description.map { "\(flag.name) at \(flag.location): \($0)" }
      }
      found += flags.leftOut.map { "left out: \($0.code)" }
      found += flags.ambiguous.map { "ambiguous: \($0.properties.joined(separator: ", "))" }
    } catch let error as InvalidInput {
      found = problemLines(error.diagnostics, in: texts[0]).map { "\(error.source.path):\($0)" }
    }
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("Writes a part that a manifest can include")
  func part() throws {
    var bytes: [UInt8] = []
    var sink = ByteSink { bytes += $0 }
    let text = """
      enum FeatureFlag: String, CaseIterable { case a, b, c, d
        var enabled: Bool { switch self { case .a: true
          default: isBeta } } }
      """
    try flags([text]).write(to: &sink)
    sink.flush()
    let file = try ManifestFile(SourceFile(path: "flags.json", text: SourceText(bytes)))
    #expect(file.manifest.features.map(\.id) == ["a", "b", "c", "d"])
    #expect(file.manifest.features.map(\.isEnabled) == [.yes, .unknown, .unknown, .unknown])
    #expect(file.codes.first == ["FeatureFlag.a"])
  }
}

@Suite("The search for features in Swift sources")
struct SourceSearchTests {
  @Test("Finds the names of features", arguments: ExampleFile.examples("source-search"))
  func findings(example: ExampleFile.Example) throws {
    let lines = example.text.split(separator: "\n", maxSplits: 1).map(String.init)
    let words = lines[0].components(separatedBy: ", ")
    let calls = words.filter { $0.hasSuffix("()") }
    let file = try manifest(codes: words.filter { !calls.contains($0) })
    var search = SourceSearch([file], flagCalls: calls.map { String($0.dropLast(2)) })
    for (number, text) in lines[1].components(separatedBy: "\n---\n").enumerated() {
      search.read(SourceFile(path: "\(number).swift", text: SourceText(text)))
    }
    let found =
      search.missing(in: file).map { "not found: \($0.feature ?? "")" }
      + search.undeclared.map { source, diagnostic in
        let text = String(decoding: source.text.bytes, as: UTF8.self)
        return "\(source.path):\(problemLines([diagnostic], in: text)[0])"
      }
    try example.record(found)
    #expect(found == example.expected)
  }
}
