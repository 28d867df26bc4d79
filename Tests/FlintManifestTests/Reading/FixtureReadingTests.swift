import FlintCore
import FlintModel
import FlintText
import Foundation
import Testing

@testable import FlintManifest

@Suite struct FixtureReadingTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  static let apps = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []

  static func source(_ url: URL) throws -> SourceFile {
    SourceFile(path: url.lastPathComponent, text: SourceText(try Data(contentsOf: url)))
  }

  @Test("Every example app and its states are read without problems", arguments: apps)
  func fixtures(app: String) throws {
    let app = Self.folder.appending(path: app)
    let file: ManifestFile
    do {
      let manifest = app.appending(path: "manifest.json")
      file = try ManifestFile(Self.source(manifest), at: manifest.path, including: FolderFiles())
      let states = app.appending(path: "states")
      for state in try FileManager.default.contentsOfDirectory(atPath: states.path) {
        _ = try file.state(in: Self.source(states.appending(path: state)))
      }
    } catch let error as InvalidInput {
      Issue.record("\(DiagnosticFormatter().format(error.diagnostics, in: error.source))")
      return
    }
    #expect(!file.manifest.features.isEmpty)
  }

  @Test("Example apps exist")
  func present() { #expect(Self.apps.count >= 7) }
}

private struct FolderFiles: ManifestFiles {
  func realPath(of path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    do {
      return SourceFile(
        path: path, text: SourceText(try Data(contentsOf: URL(filePath: path))))
    } catch {
      throw UnreadableFile("\(error)")
    }
  }
}
