import Foundation
import ProgramHarness
import Testing

/// Compares the exit status and both streams of a run with recorded files, byte for byte.
///
/// `NAME` contains standard output, `NAME.stderr` standard error unless it is empty, and `NAME.status` the exit status
/// unless it is 0. With `FLINT_RECORD=1` in the environment, the files are written instead, and the test fails, so that
/// a recording is not mistaken for a pass.
struct Golden {
  /// The folder `expected` of a fixture.
  let folder: URL
  let name: String

  func check(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let kept = Run(
      status: Int32(try read(".status")?.trimmingCharacters(in: .newlines) ?? "0") ?? -1,
      output: try read("") ?? "", errors: try read(".stderr") ?? "")
    if run == kept, FileManager.default.fileExists(atPath: file("").path) { return }
    if Document.isRecording {
      try record(run)
      Issue.record("recorded \(file("").path)", sourceLocation: sourceLocation)
      return
    }
    #expect(run.status == kept.status, "\(name)", sourceLocation: sourceLocation)
    #expect(run.errors == kept.errors, "\(name)", sourceLocation: sourceLocation)
    if run.output != kept.output {
      Issue.record(
        "\(name): \(firstDifference(kept.output, run.output))", sourceLocation: sourceLocation)
    }
  }

  private func record(_ run: Run) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(run.output, "")
    try write(run.errors, ".stderr", unless: run.errors.isEmpty)
    try write("\(run.status)\n", ".status", unless: run.status == 0)
  }

  private func write(_ text: String, _ suffix: String, unless absent: Bool = false) throws {
    if absent {
      try? FileManager.default.removeItem(at: file(suffix))
    } else {
      try Data(text.utf8).write(to: file(suffix))
    }
  }

  private func read(_ suffix: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: file(suffix).path) else { return nil }
    return String(decoding: try Data(contentsOf: file(suffix)), as: UTF8.self)
  }

  private func file(_ suffix: String) -> URL { folder.appending(path: name + suffix) }
}
