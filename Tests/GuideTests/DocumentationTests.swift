import FlintCore
import FlintManifest
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@Suite("The documentation")
struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let catalogue = root.appendingPathComponent(
    "Sources/FlintCore/FlintCore.docc", isDirectory: true)

  @Test(
    "The code of every article compiles without warnings",
    arguments: ["Declaring", "FromCodeToManifest", "Asking", "Purchases", "Permissions", "Testing"])
  func articles(_ name: String) throws {
    try expectCompiles(Self.catalogue.appendingPathComponent(name + ".md"))
  }

  @Test("The manifest that a page develops is valid, and has the names of the page's features")
  func manifests() throws {
    let page = Self.catalogue.appendingPathComponent("FromCodeToManifest.md")
    var blocks = try String(contentsOf: page, encoding: .utf8)
      .components(separatedBy: "```json\n").dropFirst().map { block in
        block.components(separatedBy: "```")[0]
      }
    let declarations = blocks.removeFirst().trimmingCharacters(in: .whitespacesAndNewlines)
    let text =
      String(declarations.dropLast()) + #", "features": ["# + blocks.joined(separator: ",") + "]}"
    let file = try ManifestFile(
      SourceFile(path: "FromCodeToManifest.md", text: SourceText(text)))
    #expect(
      file.manifest.features.map(\.id) == [
        "map", "winter-sale", "guided-route", "new-player", "scrapbook", "rating", "night-tour",
      ])
  }

  @Test("The core of the library imports only its model, and the C library for its lock")
  func imports() throws {
    for path in try Toolchain.librarySources() where !path.hasSuffix("/Locked.swift") {
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      for line in lines { #expect(!line.contains(#/^\s*(\w+ )?import /#), "\(path): \(line)") }
    }
  }

  private func expectCompiles(_ page: URL) throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { block in
      block.components(separatedBy: "```")[0]
    }
    #expect(!blocks.isEmpty)
    let output = try Toolchain.typecheck(
      blocks.joined(separator: "\n"),
      ["-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
        + Toolchain.testingOptions())
    #expect(output == "")
  }

  @Test(
    "The DocC catalog builds without warnings",
    .enabled(if: Toolchain.has("docc")),
    .enabled(if: TestDepth.current == .thorough, "it compiles FlintCore once more"))
  func catalogue() throws {
    try Toolchain.withTemporaryFolder { folder in
      let graphs = folder.appendingPathComponent("graphs", isDirectory: true)
      try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
      let compiled = try Toolchain.run(
        [
          "swiftc", "-emit-module", "-wmo", "-Xfrontend",
          "-experimental-skip-all-function-bodies", "-module-name", "FlintCore", "-package-name",
          "flint",
          "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
          "-parse-as-library", "-emit-module-path",
          folder.appendingPathComponent("FlintCore.swiftmodule").path, "-emit-symbol-graph",
          "-emit-symbol-graph-dir", graphs.path,
        ] + Toolchain.librarySources())
      #expect(compiled.status == 0, "\(compiled.output)")
      let converted = try Toolchain.run([
        "docc", "convert", Self.catalogue.path, "--fallback-display-name", "FlintCore",
        "--fallback-bundle-identifier", "FlintCore", "--additional-symbol-graph-dir", graphs.path,
        "--output-path", folder.appendingPathComponent("FlintCore.doccarchive").path,
        "--warnings-as-errors",
      ])
      #expect(converted.status == 0, "\(converted.output)")
    }
  }
}
