import Foundation
import ProgramHarness
import Synchronization
import Testing

/// Each file in `Tests/Sessions` has sessions in a shell, each after a title that begins with `# `. A session runs in a folder
/// of its own with the files of the folder that is named like the file of sessions, and with the example apps in
/// `Fixtures`. It must print the same again.
@Suite("Sessions") struct SessionTests {
  struct Session: CustomTestStringConvertible, Sendable {
    let path: String
    let title: String
    let text: String

    var testDescription: String { "\(path.split(separator: "/").last ?? ""): \(title)" }
  }

  private static let folder = "Tests/Sessions"

  static let sessions: [Session] = {
    let files = try? FileManager.default
      .contentsOfDirectory(atPath: Package.root.appending(path: folder).path)
      .filter { $0.hasSuffix(".txt") }.sorted()
    return (files ?? []).flatMap { file in
      let path = "\(folder)/\(file)"
      let parts = (try? Document.text(of: path))?.split(separator: #/(?m)^# /#) ?? []
      return parts.map { part in
        Session(path: path, title: String(part.prefix { $0 != "\n" }), text: String(part))
      }
    }
  }()

  private static let recording = Mutex(())

  @Test("Print the recorded output", arguments: sessions)
  func session(_ session: Session) throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      at: scratch.folder.appending(path: "Fixtures"),
      withDestinationURL: Package.root.appending(path: "Fixtures"))
    let files = Package.root.appending(path: session.path).deletingPathExtension()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? [] {
      try FileManager.default.copyItem(
        at: files.appending(path: name), to: scratch.folder.appending(path: name))
    }
    var text = "\(session.title)\n"
    for command in Transcript.commands(in: session.text) {
      let run = try Transcript.shell(
        "set -o pipefail; \(command)", environment: Repository.environment,
        directory: scratch.folder)
      text += "$ \(command)\n\(run.output)"
      if run.status == 2 {
        #expect(run.output.isEmpty, "a command with exit status 2 has no result: \(command)")
      } else if !run.errors.isEmpty {
        text += "[standard error]\n"
      }
      text += run.errors
      if run.status != 0 { text += "[exit \(run.status)]\n" }
    }
    let old = session.text.trimmingCharacters(in: .newlines)
    let new = text.trimmingCharacters(in: .newlines)
    guard new != old else { return }
    if Document.isRecording {
      try Self.recording.withLock { _ in
        let file = try Document.text(of: session.path)
        try Document.record(file.replacing(old, with: new), insteadOf: file, in: session.path)
      }
    } else {
      Issue.record("\(firstDifference(old, new))")
    }
  }
}
