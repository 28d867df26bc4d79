public import Foundation

/// Returns the path of an executable of this package, which is in the same folder as the test bundle.
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

/// The environment variables for a sanitizer. Executables of this package are built with the same sanitizer as the
/// tests, and run with the same options.
public let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
  ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
}
