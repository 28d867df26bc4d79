package import FlintText
import Foundation
import Synchronization

/// A file in `Tests/Examples`: a header, and texts with what is found in them, in lines after arrows. With
/// `FLINT_RECORD=1` in the environment, these lines are rewritten.
public enum ExampleFile {
  public struct Example: Sendable, CustomStringConvertible {
    let file: URL
    public let header: String
    public let text: String
    public let expected: [String]

    /// The header with the text in place of its ellipsis.
    public var whole: String { header.replacing("…", with: text) }

    public var description: String { text }

    private func block(_ problems: [String]) -> String {
      ([text] + problems.map { "→ \($0)" }).joined(separator: "\n")
    }

    public func record(_ found: [String]) throws {
      guard ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" else { return }
      try recording.withLock { _ in
        let old = try String(contentsOf: file, encoding: .utf8) + "\n"
        let new = old.replacing("\n\n\(block(expected))\n\n", with: "\n\n\(block(found))\n\n")
        try String(new.dropLast()).write(to: file, atomically: true, encoding: .utf8)
      }
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples")

  private static let recording = Mutex(())

  public static func examples(_ names: String...) -> [Example] {
    names.flatMap { name in
      let file = folder.appending(path: "\(name).txt")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let blocks = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
      return blocks.dropFirst().filter { !$0.hasPrefix("# ") }.map { block in
        let lines = block.components(separatedBy: "\n")
        let input = lines.prefix { !$0.hasPrefix("→ ") }
        return Example(
          file: file, header: blocks[0], text: input.joined(separator: "\n"),
          expected: lines.dropFirst(input.count).map { String($0.dropFirst(2)) })
      }
    }
  }
}

/// Returns diagnostics, each as `LINE:COLUMN rule: message (hint)`.
package func problemLines(_ diagnostics: [Diagnostic], in text: String) -> [String] {
  var locator = SourceLocator(SourceText(text))
  return diagnostics.map { diagnostic in
    let position = locator.location(of: diagnostic.range?.lowerBound ?? 0)
    let hint = diagnostic.hint.map { " (\($0))" } ?? ""
    return "\(position.line):\(position.column) \(diagnostic.rule): \(diagnostic.message)\(hint)"
  }
}
