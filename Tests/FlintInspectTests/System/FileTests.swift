import FlintText
import Foundation
import ProgramHarness
import Testing

@testable import FlintInspect

@Suite("Input and output files") struct FileTests {
  @Test("A file of any size is read completely", arguments: [0, 1, 4095, 300_000])
  func whole(size: Int) throws {
    let scratch = try Scratch()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: scratch.folder.appending(path: "f"))
    var reader = InputReader()
    let text = try reader.read(scratch.path("f"))
    #expect(withExtendedLifetime(text) { text.bytes.elementsEqual(bytes) })
  }

  @Test("A file of unknown size is read to its end")
  func pipe() throws {
    let scratch = try Scratch()
    let path = scratch.path("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let text = String(repeating: "0123456789", count: 100_000)
    Thread.detachNewThread { try? Data(text.utf8).write(to: URL(filePath: path)) }
    var reader = InputReader()
    let read = try reader.read(path)
    #expect(withExtendedLifetime(read) { read.bytes.elementsEqual(text.utf8) })
  }

  @Test("A missing file is reported with a suggestion")
  func missing() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "manifest.json")
    let nearest: [(name: String, nearest: String?)] = [
      ("manifset.json", "manifest.json"), ("other.txt", nil), ("no/m.json", nil),
    ]
    for (name, nearest) in nearest {
      #expect(
        problem(scratch.path(name))
          == .missing(
            scratch.path(name), hint: nearest.map { "did you mean '\(scratch.path($0))'?" }),
        "\(name)")
    }
  }

  @Test("A folder is reported as an error")
  func folder() throws {
    let scratch = try Scratch()
    let path = scratch.folder.path
    #expect(problem(path) == .read(path, "the path is a directory"))
  }

  @Test("A missing permission is reported", .disabled(if: geteuid() == 0))
  func permission() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{}", to: "m.json")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(problem(path) == .read(path, "permission denied"))
  }

  @Test("An error during writing leaves the file unchanged")
  func thrown() throws {
    let scratch = try Scratch()
    let path = try scratch.write("old", to: "m.json")
    writeHalf(to: path)
    #expect(try scratch.read("m.json") == "old")
    #expect(try scratch.names == ["m.json"])
  }

  private func problem(_ path: String) -> Problem? {
    var reader = InputReader()
    do {
      _ = try reader.read(path)
      return nil
    } catch {
      return error as? Problem
    }
  }

  /// Begins a result and abandons it.
  private func writeHalf(to path: String) {
    do {
      let output = try Output(path: path)
      output.write("half of the new")
    } catch {
      Issue.record(error)
    }
  }
}
