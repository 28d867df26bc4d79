import Foundation
import TestSupport
import Testing

/// Follows the README's instructions in an empty folder.
@Suite("The README's Swift code")
struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the blocks of Swift by the path in their first comment, and the test to which the README links.
  private static func files() throws -> [String: String] {
    let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    var files: [String: String] = [:]
    for part in text.components(separatedBy: "```swift\n").dropFirst() {
      let block = part.components(separatedBy: "```")[0]
      let named = block.split(separator: "\n").prefix(2).first { $0.hasSuffix(".swift") }
      let path = try #require(named, "a block that names no file: \(block)").dropFirst("// ".count)
      files[String(path)] = block
    }
    let guide = try String(
      contentsOf: root.appendingPathComponent("Sources/FlintCore/FlintCore.docc/Testing.md"),
      encoding: .utf8)
    let test = try #require(
      guide.components(separatedBy: "```").first { $0.contains("func featuresFileIsInStep") })
    files["Tests/NotesTests/ManifestTests.swift"] =
      test.replacingOccurrences(of: "swift\nimport", with: "import FlintCore\nimport")
      + "@testable import Notes\n"
    return files
  }

  /// Compiles the two modules with the modules that were built for these tests.
  @Test("Compiles without warnings")
  func compiles() throws {
    let files = try Self.files()
    try Toolchain.withTemporaryFolder { folder in
      func compile(_ path: String, _ options: [String]) throws -> String {
        let text = try #require(files[path], "the README has no block for \(path)")
        let source = folder.appendingPathComponent((path as NSString).lastPathComponent)
        try text.write(to: source, atomically: true, encoding: .utf8)
        return try Toolchain.compile(source, ["-I", folder.path] + options)
      }
      let module = folder.appendingPathComponent("Notes.swiftmodule").path
      let app = try compile(
        "Sources/Notes/PhotoNotes.swift",
        ["-emit-module", "-enable-testing", "-module-name", "Notes", "-o", module])
      #expect(app == "", "\(app)")
      let test = try compile(
        "Tests/NotesTests/ManifestTests.swift", ["-typecheck"] + Toolchain.testingOptions())
      #expect(test == "", "\(test)")
    }
  }

  @Test(
    "Builds as a package without warnings, and its test creates and updates the features",
    .enabled(if: TestDepth.current == .thorough, "it builds the library as another package, 60 s"))
  func package() throws {
    try Toolchain.withTemporaryFolder { folder in
      // A package is identified by the name of its folder.
      let inspector = folder.appendingPathComponent("flint-inspect")
      try FileManager.default.createSymbolicLink(at: inspector, withDestinationURL: Self.root)
      let app = folder.appendingPathComponent("app")
      for (path, block) in try Self.files() {
        let file = app.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let dependency = #".package(path: "\#(inspector.path)")"#
        let text = block.replacingOccurrences(
          of: #"\.package\(url: "[^"]*", from: "[^"]*"\)"#, with: dependency,
          options: .regularExpression)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
      func test() throws -> (output: String, status: Int32) {
        try Toolchain.run(["swift", "test", "--package-path", app.path])
      }
      let features = app.appendingPathComponent("Tests/NotesTests/features.json")

      let first = try test()
      #expect(first.status == 1, "\(first.output)")
      #expect(first.output.contains("features.json was created"), "\(first.output)")
      #expect(!first.output.contains("warning: "), "\(first.output)")
      let text = try String(contentsOf: features, encoding: .utf8)
      #expect(text.contains("photo-notes"))

      try text.replacingOccurrences(of: "\"PREM0001\"", with: "\"OTHER\"")
        .write(to: features, atomically: true, encoding: .utf8)
      let second = try test()
      #expect(second.status == 1)
      #expect(second.output.contains("features.json was out of step"), "\(second.output)")
      let third = try test()
      #expect(third.status == 0, "\(third.output)")
      #expect(try String(contentsOf: features, encoding: .utf8) == text)
    }
  }
}
