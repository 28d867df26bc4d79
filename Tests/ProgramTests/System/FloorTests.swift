import Foundation
import Testing

/// Apps link these modules on old systems, but the compiler on Linux does not check availability on Apple's systems.
@Suite("The oldest supported systems")
struct FloorTests {
  /// Patterns of newer API, with the versions that introduced it.
  ///
  /// The versions are from the modules of the standard library and Foundation (`swift symbolgraph-extract`), and from
  /// https://www.swift.org/documentation/ for language features that need runtime support. `make test-floor` instead
  /// checks the compiler's index, for all symbols.
  static let newer: [(pattern: String, since: String)] = [
    (#"\bSynchronization\b"#, "iOS 18: Mutex and Atomic; Locked is ours"),
    (#"\b(Mutex|Atomic)\s*[<(]"#, "iOS 18"),
    (#"\bU?Int128\b"#, "iOS 18"),
    (#"validating:.*\bas: UTF"#, "iOS 18: String(validUTF8:) is ours"),
    (#"\bisolated deinit\b"#, "iOS 18.4"),
    (#"\b(InlineArray|UTF8Span)\b"#, "iOS 26"),
    (#"\.(mutableSpan|span)\."#, "iOS 26: the span of a collection, though not the type"),
    (#"\brepeat each\b"#, "iOS 17: parameter packs in generic types"),
    (#"@Observable\b|\bimport Observation\b"#, "iOS 17"),
    (#"\bwith(Throwing)?DiscardingTaskGroup\b"#, "iOS 17"),
    (#"\b(Continuous|Suspending)Clock\b|\bDuration\b|Task\.sleep\(for:"#, "iOS 16"),
    (#"\bRegex(Builder)?\b|\.(wholeMatch|firstMatch|prefixMatch|matches)\(of:"#, "iOS 16"),
    (#"\.(trimmingPrefix|firstRange\(of|ranges\(of|replac(ing|e)\(.*\bwith:)"#, "iOS 16"),
    (#"\.split\(separator: "[^"]{2,}""#, "iOS 16"),
    (#"\bany [A-Z]\w*<"#, "iOS 16: existentials with constrained associated types"),
    (
      #"URL\(filePath:|\.appending\(path|\.path\(percentEncoded|\.(home|temporary|documents)Directory\b"#,
      "iOS 16"
    ),
    (#"\bDate\.now\b|\.formatted\("#, "iOS 15"),
    (#"String\(unsafeUninitializedCapacity:"#, "iOS 14"),
  ]

  private static var package: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Returns the lines of every source file, without comments.
  private static func sources() throws -> [(path: String, lines: [String])] {
    let folder = package.appendingPathComponent("Sources")
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("flint-bench/") }
    return try paths.map { path in
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return (
        path,
        lines.map { Self.code(of: $0) }
      )
    }
  }

  /// Returns a line without its comment.
  private static func code(of line: Substring) -> String {
    var rest = line.startIndex..<line.endIndex
    while let slashes = line.range(of: "//", range: rest) {
      let isComment =
        slashes.lowerBound == line.startIndex
        || line[line.index(before: slashes.lowerBound)].isWhitespace
      if isComment { return String(line[..<slashes.lowerBound]) }
      rest = slashes.upperBound..<line.endIndex
    }
    return String(line)
  }

  @Test("No source uses newer API")
  func usesNothingNewer() throws {
    let sources = try Self.sources()
    // A single combined pattern excludes most files quickly.
    let any = Self.newer.map { "(?:\($0.pattern))" }.joined(separator: "|")
    for (path, lines) in sources
    where lines.joined(separator: "\n").range(of: any, options: .regularExpression) != nil {
      for (number, line) in lines.enumerated() {
        for (pattern, since) in Self.newer
        where line.range(of: pattern, options: .regularExpression) != nil {
          Issue.record(
            "\(path):\(number + 1): \(since): \(line.trimmingCharacters(in: .whitespaces))")
        }
      }
    }
    #expect(sources.count > 300)
  }

  @Test(
    "Modules that apps link import neither Foundation, except the store modules, nor newer libraries"
  )
  func coreStandsAlone() throws {
    for (path, lines) in try Self.sources()
    where ["FlintCore/", "FlintText/", "FlintManifest/"].contains(where: path.hasPrefix) {
      #expect(!lines.contains { $0.hasSuffix("import Foundation") }, "\(path)")
    }
  }

  @Test(
    "Each pattern finds its example",
    arguments: [
      "let a = Mutex(0)", "import Synchronization", "let a: UInt128 = 1", "bytes.span.bytes",
      "text.replacing(a, with: b)", "let now = Date.now",
      "ContinuousClock.now", "any Sequence<Int>", "URL(filePath: path)",
    ])
  func listIsLive(_ line: String) {
    let found = Self.newer.contains {
      line.range(of: $0.pattern, options: .regularExpression) != nil
    }
    #expect(found)
  }
}
