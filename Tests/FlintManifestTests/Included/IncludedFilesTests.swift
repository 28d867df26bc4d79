import FlintCore
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite("Included files") struct IncludedFilesTests {
  /// Returns a manifest with features, and other files of features.
  private func files(_ features: String, _ others: [String: String] = [:]) -> MemoryFiles {
    var texts = others.mapValues { "{\"manifestVersion\": 1, \($0)}" }
    texts["m.json"] = "{\"manifestVersion\": 1,\n\"features\": [\(features)]}"
    return MemoryFiles(texts: texts)
  }

  @Test("Insert their features where they are included, and add to the other lists, depth first")
  func order() throws {
    let files = files(
      #"{"id": "a"}, {"include": "x/one.json"}, {"id": "b", "features": [{"include": "two.json"}]}"#,
      [
        "x/one.json":
          #""features": [{"include": "deep.json", "$why": 1}, {"id": "c"}], "products": [{"id": "P1", "type": "consumable"}]"#,
        "x/deep.json":
          #""products": [{"id": "P2", "type": "consumable"}], "features": [{"id": "d"}], "attributes": []"#,
        "two.json":
          #""products": [{"id": "P3", "type": "consumable"}], "conditions": [{"id": "k", "is": {"features": ["c"]}}]"#,
      ])
    let file = try files.manifest()
    #expect(file.manifest.features.map(\.id) == ["a", "d", "c", "b"])
    #expect(file.manifest.features.map(\.parent) == [nil, nil, nil, nil])
    #expect(file.manifest.products.map(\.id) == ["P1", "P2", "P3"])
    #expect(file.manifest.conditions.map(\.id) == ["k"])
    #expect(
      file.source.files.map(\.path) == ["m.json", "x/one.json", "x/deep.json", "two.json"])
    #expect(file.parts.map(\.path) == file.source.files.map(\.path))
  }

  @Test("Can be empty, and there can be one or many")
  func empty() throws {
    let files = files(
      #"{"include": "e1.json"}, {"id": "a", "features": [{"include": "e2.json"}, {"include": "e3.json"}]}, {"include": "e4.json"}"#,
      [
        "e1.json": #""features": []"#, "e2.json": #""features": [{"include": "e5.json"}]"#,
        "e3.json": #""x-none": 0"#, "e4.json": #""groups": []"#, "e5.json": #""$schema": "s""#,
      ])
    #expect(try files.manifest().manifest.features.map(\.id) == ["a"])
  }

  @Test(
    "Are reported at their path if they cannot be included",
    arguments: [
      (
        "/x.json",
        "'/x.json' is an absolute path (write the path relative to the folder of this file)"
      ),
      ("nine.json", "'nine.json' does not exist (did you mean 'one.json'?)"),
      ("x/../../w/../outside.json", "'x/../../w/../outside.json' is not in the manifest's folder"),
      ("x", "'x' cannot be read: it is a folder"), ("a\\u0000b", "'a\u{0}b' does not exist"),
    ])
  func unreadable(path: String, message: String) {
    let files = files("{\"include\": \"\(path)\"}", ["one.json": "\"x-\": 1", "x/y.json": ""])
    #expect(files.problems.count == 1)
    #expect(
      files.problems.first?.hasPrefix("m.json:2:26 unreadable-include: \(message)") == true,
      "\(files.problems)")
  }

  @Test("Are included at most once, and not within themselves")
  func once() {
    let files = files(
      #"{"include": "a.json"}, {"include": "x/../a.json"}, {"include": "link.json"}"#,
      [
        "a.json": #""features": [{"include": "b.json"}]"#, "x/y.json": "",
        "b.json":
          "\"features\": [\n{\"include\": \"a.json\"}, {\"include\": \"m.json\"}, {\"include\": \"b.json\"}]",
      ])
    var linked = files
    linked.links["link.json"] = "a.json"
    #expect(
      linked.problems == [
        "m.json:2:49 included-twice: 'x/../a.json' is included twice",
        "m.json:2:77 included-twice: 'link.json' is included twice",
        "b.json:2:13 included-twice: 'a.json' includes itself",
        "b.json:2:36 included-twice: 'm.json' includes itself",
        "b.json:2:59 included-twice: 'b.json' includes itself",
      ])
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

  @Test("Have problems reported in the file that contains them")
  func positions() {
    var files = files(
      "{\"include\": \"a.json\"},\n{\"id\": \"f\", \"x\": 1}",
      ["b.json": "\n\"features\": [{\"id\": \"f\", \"name\": 7}], \"app\": {}, \"products\": {}"])
    files.texts["a.json"] =
      "\u{FEFF}{\"features\": [\n{\"id\": \"g\", \"id\": \"h\"},\n{\"include\": \"b.json\"}], \"features\": [{\"include\": \"b.json\"}]}"
    #expect(
      files.problems == [
        "m.json:3:8 duplicate-id: feature 'f' is declared twice (first declared at b.json:2:21)",
        "m.json:3:13 unknown-key: unknown key 'x' in a feature",
        "a.json:1:1 missing-key: a part of a manifest has no 'manifestVersion'",
        "a.json:2:13 duplicate-key: key 'id' occurs twice in the same object",
        "a.json:3:25 duplicate-key: key 'features' occurs twice in the same object",
        "b.json:2:34 wrong-type: found a number for 'name'; expected a string (put strings in double quotes)",
        "b.json:2:39 unknown-key: unknown key 'app' in a part of a manifest",
        "b.json:2:62 wrong-type: found an object for 'products'; expected a list",
      ])
  }

  @Test("Suppress reports of undeclared ids if one cannot be read")
  func incomplete() {
    var files = files(
      #"{"include": "a.json"}, {"include": "b.json"}, {"id": "f", "constraints": {"purchases": ["P"], "attributes": {"k": true}, "permissions": ["cam"]}}"#,
      ["b.json": #""features": [{"id": "g", "constraints": {"features": ["h"]}}]"#])
    files.texts["a.json"] = "{"
    let rules = files.problems.map { $0.split(separator: " ")[1] }
    #expect(rules == ["unknown-permission:", "invalid-json:"])
  }

  @Test("Are declared only as paths")
  func shape() {
    let files = files(
      #"{"include": 5}, {"include": ""}, {"include": "a.json", "id": "a", "x-b": 1}, {"incl\u0075de": "a.json"}, {"include": "b.json", "include": "c.json"}"#,
      ["a.json": #""features": [{"id": "in"}]"#, "b.json": "", "c.json": ""])
    #expect(
      files.problems == [
        "m.json:2:26 wrong-type: found a number for 'include'; expected a string (put strings in double quotes)",
        "m.json:2:42 empty-value: 'include' is empty",
        "m.json:2:69 unexpected-key: 'id' cannot be combined with 'include'",
        "m.json:2:141 duplicate-key: key 'include' occurs twice in the same object",
      ])
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
