import Foundation
import ProgramHarness
import Testing

/// Each file in `Tests/Sessions` has sessions in a shell. A session runs in a folder of its own with the files of the
/// folder that is named like the file of sessions, and with the example apps in `Fixtures`. It must print the same again.
@Suite("Sessions") struct SessionTests {
  @Test("Print the recorded output", arguments: Session.all(in: "Tests/Sessions"))
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
    try session.check { command in
      let run = try Transcript.shell(
        "set -o pipefail; \(command)", environment: Repository.environment,
        directory: scratch.folder)
      if run.status == 2 {
        #expect(run.output.isEmpty, "a command with exit status 2 has no result: \(command)")
      }
      let divider = run.status == 2 || run.errors.isEmpty ? "" : "[standard error]\n"
      return run.output + divider + run.errors + (run.status == 0 ? "" : "[exit \(run.status)]\n")
    }
  }
}
