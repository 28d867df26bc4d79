import Foundation
import Synchronization
import Testing

/// Commands with what they print: a part of a text file after a title that begins with `# `.
package struct Session: CustomStringConvertible, Sendable {
  package let path: String
  package let title: String
  private let text: String

  package var description: String { "\(path.split(separator: "/").last ?? ""): \(title)" }

  private static let recording = Mutex(())

  /// Returns the sessions of all files in a folder of the package.
  package static func all(in folder: String) -> [Session] {
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
  }

  /// Runs each command, and compares or records what it prints.
  package func check(_ run: (_ command: String) throws -> String) throws {
    var new = "\(title)\n"
    for command in Transcript.commands(in: text) { new += "$ \(command)\n\(try run(command))" }
    let old = text.trimmingCharacters(in: .newlines)
    new = new.trimmingCharacters(in: .newlines)
    guard new != old else { return }
    if Document.isRecording {
      try Self.recording.withLock { _ in
        let file = try Document.text(of: path)
        try Document.record(file.replacing(old, with: new), insteadOf: file, in: path)
      }
    } else {
      Issue.record("\(firstDifference(old, new))")
    }
  }
}

package func firstDifference(_ kept: String, _ new: String) -> String {
  let keptLines = kept.split(separator: "\n", omittingEmptySubsequences: false)
  let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(keptLines, newLines).prefix { $0 == $1 }.count
  let expected = line < keptLines.count ? String(keptLines[line]) : "(end)"
  let actual = line < newLines.count ? String(newLines[line]) : "(end)"
  return "line \(line + 1)\n  expected: \(expected)\n  actual:   \(actual)"
}
