import FlintManifest
import FlintText
import Foundation

@testable import FlintInspect

/// Files in memory that a test can change, with a record of the server's accesses.
final class Disk: @unchecked Sendable {
  private var texts: [String: (text: String, number: Int)] = [:]
  private let links: [String: String]
  private var number = 0

  /// The folders that were listed, and the files that were read.
  private(set) var listed: [String] = []
  private(set) var read: [String] = []

  /// The size that files report; nil for the real one.
  var size: Int?

  init(_ files: [String: String], links: [String: String] = [:]) {
    self.links = links
    for (path, text) in files { write(text, to: path) }
  }

  func write(_ text: String?, to path: String) {
    number += 1
    texts[path] = text.map { ($0, number) }
  }

  var files: ServerFiles {
    ServerFiles(
      stamp: { path in
        self.texts[self.resolved(path)].map {
          .init(number: UInt64($0.number), modified: 1, size: self.size ?? $0.text.utf8.count)
        }
      },
      read: { path in
        self.read.append(path)
        return self.texts[self.resolved(path)].map { .success(SourceText($0.text)) }
          ?? .failure(UnreadableFile("it is a folder"))
      },
      names: { folder in
        self.listed.append(folder)
        return Self.names(of: self.texts.keys, in: self.resolved(folder))
      },
      isFolder: { self.isFolder(self.resolved($0)) },
      realPath: { path in
        let path = self.resolved(path)
        return self.texts[path] != nil || self.isFolder(path) ? path : nil
      })
  }

  static func names(of paths: some Sequence<String>, in folder: String) -> [String] {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    return Set(
      paths.filter { $0.hasPrefix(folder) }
        .compactMap { $0.dropFirst(folder.count).split(separator: "/").first.map(String.init) }
    ).sorted()
  }

  private func isFolder(_ path: String) -> Bool {
    path.isEmpty || texts.keys.contains { $0.hasPrefix(path + "/") }
  }

  /// Returns a path without links, `.` and `..`.
  private func resolved(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { parts.removeLast() } else { parts.append(part) }
      if let target = links["/" + parts.joined(separator: "/")] {
        parts = target.split(separator: "/")
      }
    }
    return parts.isEmpty ? "" : "/" + parts.joined(separator: "/")
  }
}
