import FlintManifest
import FlintText

/// Files in memory. Some are links to others.
struct MemoryFiles: ManifestFiles {
  var texts: [String: String]
  var links: [String: String] = [:]

  func realPath(of path: String) -> String? {
    var parts: [String] = []
    for part in "/w/\(path)".split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    let path = "/" + parts.joined(separator: "/")
    let name = String(path.dropFirst("/w/".count))
    if let target = links[name] { return realPath(of: target) }
    let isFolder = path == "/w" || texts.keys.contains { $0.hasPrefix(name + "/") }
    return isFolder || texts[name] != nil || path == "/outside.json" ? path : nil
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    guard let real = realPath(of: path), let text = texts[String(real.dropFirst("/w/".count))]
    else { throw UnreadableFile("it is a folder") }
    return SourceFile(path: path, text: SourceText(text))
  }

  func names(in folder: String) -> [String] {
    texts.keys.compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
  }

  /// Reads the manifest in `m.json`.
  func manifest() throws(InvalidInput) -> ManifestFile {
    try ManifestFile(
      SourceFile(path: "m.json", text: SourceText(texts["m.json"] ?? "")), including: self)
  }

  /// The problems, each as `PATH:LINE:COLUMN rule: message (hint)`.
  var problems: [String] {
    do throws(InvalidInput) {
      _ = try manifest()
      return []
    } catch {
      return error.source.byFile(error.diagnostics).flatMap { file, diagnostics in
        var locator = SourceLocator(file.text)
        return DiagnosticFormatter.sorted(diagnostics).map { diagnostic in
          let position = locator.location(of: diagnostic.range?.lowerBound ?? 0)
          let hint = diagnostic.hint.map { " (\($0))" } ?? ""
          return "\(file.path):\(position.line):\(position.column) \(diagnostic.rule): "
            + diagnostic.message + hint
        }
      }
    }
  }
}
