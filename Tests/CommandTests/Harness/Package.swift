import Foundation

/// Where the tests find what they run and read.
enum Package {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The program stands beside the test bundle that was built with it.
  static let program: URL = {
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") } + [Bundle.main.bundlePath]
    for bundle in bundles {
      var folder = URL(filePath: bundle)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let program = folder.appending(path: "flint-inspect")
        if FileManager.default.isExecutableFile(atPath: program.path) { return program }
      }
    }
    fatalError("flint-inspect is not beside the tests; run 'swift build' first")
  }()
}

/// A folder for one test, which is gone when the test is over.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    return path(name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// Every name in it, hidden ones too, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }
}
