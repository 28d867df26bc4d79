public import Foundation

/// A program of this package, which stands beside the test bundle that was built with it.
public func builtProgram(_ name: String) -> URL {
  let bundles = CommandLine.arguments.filter { $0.contains(".xctest") } + [Bundle.main.bundlePath]
  for bundle in bundles {
    var folder = URL(filePath: bundle)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let program = folder.appending(path: name)
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
    }
  }
  fatalError("\(name) is not beside the tests; run 'swift build' first")
}

/// What the tests were told about a sanitizer. A program of this package is built with the same one, and is told it too.
public let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
  ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
}
