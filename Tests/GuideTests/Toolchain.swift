import Foundation

/// Runs programs of the toolchain.
enum Toolchain {
  /// Returns a program's output, with both streams combined, and its exit status.
  static func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), process.terminationStatus)
  }

  static func has(_ program: String) -> Bool {
    (try? run(["which", program]).status) == 0
  }

  /// Returns the compiler's output for a program that imports the modules built for these tests.
  static func typecheck(_ program: String, _ options: [String]) throws -> String {
    try withTemporaryFolder { folder in
      let source = folder.appendingPathComponent("main.swift")
      try program.write(to: source, atomically: true, encoding: .utf8)
      return try compile(source, ["-typecheck"] + options)
    }
  }

  /// Returns the compiler's output for a file that imports the modules built for these tests.
  static func compile(_ source: URL, _ options: [String]) throws -> String {
    try run(["swiftc"] + options + moduleOptions() + [source.path]).output
  }

  /// The paths of the library's sources, with its model, to compile as one module.
  static func librarySources() throws -> [String] {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try ["FlintModel", "FlintCore"].flatMap { module in
      let folder = package.appendingPathComponent("Sources/" + module, isDirectory: true)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".swift") && $0 != "Exports.swift" }
        .map { folder.appendingPathComponent($0).path }
    }
  }

  static func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private static func moduleOptions() throws -> [String] {
    ["-I", try productsFolder(with: "Modules/FlintCore.swiftmodule") + "/Modules"]
  }

  /// Returns the path of a program that was built for these tests.
  static func product(_ name: String) throws -> String {
    try productsFolder(with: name) + "/" + name
  }

  /// Returns the folder of build products that contains `file`.
  private static func productsFolder(with file: String) throws -> String {
    let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
    let executable = URL(fileURLWithPath: CommandLine.arguments[0])
    let folders =
      bundles + (bundles + [executable]).map { $0.deletingLastPathComponent() }
    let folder = folders.first { folder in
      FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path)
    }
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return folder.path
  }

  /// Returns the compiler options for the macros of Swift Testing.
  static func testingOptions() throws -> [String] {
    let compiler = try run(["which", "swiftc"]).output.split(separator: "\n").first ?? ""
    let plugins = URL(fileURLWithPath: String(compiler)).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("lib/swift/host/plugins/testing").path
    return FileManager.default.fileExists(atPath: plugins) ? ["-plugin-path", plugins] : []
  }
}
