import FlintCore
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

  @Test("every example app and every one of its states is read without a problem", arguments: apps)
  func fixtures(app: String) throws {
    let app = Self.folder.appending(path: app)
    let file: ManifestFile
    do {
      file = try ManifestFile(Self.source(app.appending(path: "manifest.json")))
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

  @Test("there are example apps")
  func present() { #expect(Self.apps.count >= 7) }
}
