import Foundation
import ProgramHarness
import Testing

/// Checks that the patches in `Tests/Protections` are up to date. `make protections` applies each of them and runs the
/// tests that it names, which takes too long for every change.
@Suite("The patches that remove protections") struct ProtectionPatchTests {
  private static var hasGit: Bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/git")
    }
  }

  private static var patches: [URL] {
    get throws {
      let folder = Package.root.appending(path: "Tests/Protections")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".patch") }.map { folder.appending(path: $0) }
    }
  }

  @Test(
    "apply to the current code",
    .enabled(if: ProtectionPatchTests.hasGit, "Git is not installed"))
  func apply() throws {
    // If the package is in a folder of another repository, Git skips patches with a 'diff --git' line without an error.
    let outside = Package.root.deletingLastPathComponent().path
    let patches = try Self.patches
    #expect(!patches.isEmpty)
    for patch in patches {
      let run = try Run.command(
        ["git", "apply", "--check", patch.path],
        environment: ["GIT_CEILING_DIRECTORIES": outside])
      #expect(run.status == 0, "\(patch.lastPathComponent): \(run.errors)")
    }
  }

  @Test("name suites that exist")
  func suites() throws {
    let tests = Package.root.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    for patch in try Self.patches {
      let text = try String(contentsOf: patch, encoding: .utf8)
      let line = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("Tests: ") },
        "\(patch.lastPathComponent) has no line that begins with 'Tests: '")
      for suite in line.dropFirst("Tests: ".count).split(separator: "|") {
        let file = try #require(
          files.first { $0.hasSuffix("/\(suite).swift") }, "\(patch.lastPathComponent): \(suite)")
        let source = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
        let isDeclared =
          source.contains("struct \(suite) {") || source.contains("class \(suite) {")
        #expect(isDeclared, "\(patch.lastPathComponent): \(suite)")
      }
    }
  }
}
