import Foundation
import ProgramHarness

/// A page of the guides as it is in the repository.
struct GuidePage: Sendable {
  /// A fenced block of a page.
  struct Fence: Sendable {
    /// The language after the opening fence, or an empty text.
    let language: String
    let text: String
  }

  static let folder = "Sources/FlintCore/FlintCore.docc/"

  /// The path of the file from the root of the repository.
  let path: String
  let text: String

  init(path: String) throws {
    self.path = path
    text = try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
  }

  init(named name: String) throws { try self.init(path: "\(Self.folder)\(name).md") }

  /// The names of all pages in the folder, without the extension, sorted.
  static var names: [String] {
    get throws {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: Package.root.appending(path: folder).path)
      return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
    }
  }

  static var all: [GuidePage] {
    get throws { try names.map { try GuidePage(named: $0) } + [GuidePage(path: "README.md")] }
  }

  /// The pages that people write. The other pages list keys and options without examples, or have examples of mistakes.
  static var written: [GuidePage] {
    get throws {
      let others = ["CommandReference", "JSONResults", "Rules"].map { "\(folder)\($0).md" }
      return try all.filter { !others.contains($0.path) }
    }
  }

  var fences: [Fence] { Self.fences(in: text) }

  static func fences(in text: some StringProtocol) -> [Fence] {
    String(text).matches(of: #/(?ms)^```(\w*)\n(.*?)^```$/#).map { match in
      Fence(language: String(match.output.1), text: String(match.output.2))
    }
  }

  /// The text without its fenced blocks.
  var prose: String { text.replacing(#/(?ms)^```.*?^```$/#, with: "") }

  /// The anchors of the headings, as DocC and GitHub write them: words joined by hyphens, compared without case.
  var anchors: Set<String> {
    Set(
      prose.matches(of: #/(?m)^#+ (.+)$/#).map { match in
        String(match.output.1).lowercased().replacing(" ", with: "-").filter {
          $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
        }
      })
  }
}
