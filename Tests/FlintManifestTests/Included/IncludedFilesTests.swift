import FlintCore
import FlintModel
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite("Included files") struct IncludedFilesTests {
  @Test(
    "Are parts of the manifest, or have problems", arguments: ExampleFile.examples("includes"))
  func examples(example: ExampleFile.Example) throws {
    var files = MemoryFiles(texts: [:])
    var text = example.text.replacing("<BOM>", with: "\u{FEFF}")
    while let link = text.firstMatch(of: /\nlink (.*) (.*)/) {
      files.links[String(link.1)] = String(link.2)
      text.removeSubrange(link.range)
    }
    for part in ("\n" + text).components(separatedBy: "\n--- ").dropFirst() {
      let lines = part.split(separator: "\n", maxSplits: 1).map(String.init)
      files.texts[lines[0]] = lines[1]
    }
    var found = files.problems.map { $0.replacing("\0", with: "␀") }
    if found.isEmpty {
      let file = try files.manifest()
      let features = file.manifest.features.map { feature in
        feature.id + (feature.parent.map { " in \(file.manifest.features[$0].id)" } ?? "")
      }
      found = [
        "features: \(features.joined(separator: ", "))",
        "products: \(file.manifest.products.map(\.id).joined(separator: ", "))",
        "files: \(file.source.files.map(\.path).joined(separator: ", "))",
      ]
      #expect(file.parts.map(\.path) == file.source.files.map(\.path))
    }
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("Are named by the manifest's folder and their relative path")
  func names() throws {
    let texts = [
      "app/m.json": #"{"manifestVersion": 1, "features": [{"include": "./x/../x/a.json"}]}"#,
      "app/x/a.json": #"{"manifestVersion": 1, "features": [{"include": "../b.json"}]}"#,
      "app/b.json": #"{"manifestVersion": 1, "features": [{"id": 5}]}"#,
    ]
    for folder in ["app/", "./app/", "app/x/../"] {
      let files = MemoryFiles(texts: texts)
      let source = SourceFile(
        path: "\(folder)m.json", text: SourceText(texts["app/m.json"] ?? ""))
      let error = #expect(throws: InvalidInput.self) {
        try ManifestFile(source, including: files)
      }
      let expected = ["m.json", "x/a.json", "b.json"].map { folder + $0 }
      #expect(error?.source.files.map(\.path) == expected)
    }
  }

  @Test("Require a manifest that is a file")
  func standardInput() {
    let text = #"{"manifestVersion": 1, "features": [{"include": "a.json"}]}"#
    #expect(
      problems(ofManifest: text) == [
        "1:49 unreadable-include: a manifest from standard input cannot include files (pass the manifest's path instead of standard input)"
      ])
  }

  @Test("Can be nested thousands deep")
  func deep() throws {
    var texts = ["m.json": #"{"manifestVersion": 1, "features": [{"include": "0.json"}]}"#]
    let count = TestDepth.count(1000, thorough: 5000)
    for number in 0..<count {
      texts["\(number).json"] =
        #"{"manifestVersion": 1, "features": [{"id": "f\#(number)"}, {"include": "\#(number + 1).json"}]}"#
    }
    texts["\(count).json"] = #"{"manifestVersion": 1}"#
    let manifest = try MemoryFiles(texts: texts).manifest().manifest
    #expect(manifest.features.count == count)
    #expect(manifest.features.last?.id == "f\(count - 1)")
  }
}
