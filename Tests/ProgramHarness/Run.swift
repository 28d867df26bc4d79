package import Foundation
import Synchronization
import TestSupport

/// A run of the built program, as a user runs it.
package struct Run: Equatable {
  package let status: Int32
  package let output: String
  package let errors: String

  package init(status: Int32, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - input: The contents of standard input; empty if nil.
  ///   - environment: Variables added to a small, fixed environment.
  ///   - directory: The working directory, by default the package's root.
  package static func program(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
    directory: URL = Package.root
  ) throws -> Run {
    try start(
      Package.program, arguments, input: input, environment: environment, directory: directory)
  }

  /// Runs a line in a shell. `$FLINT` is the program.
  package static func shell(
    _ line: String, environment: [String: String] = [:], directory: URL = Package.root,
    shell: String = "sh"
  ) throws -> Run {
    try start(
      URL(filePath: "/usr/bin/env"), [shell, "-c", line], input: nil, environment: environment,
      directory: directory)
  }

  /// Runs another program, found on the path.
  package static func command(
    _ words: [String], input: String? = nil, environment: [String: String] = [:],
    directory: URL = Package.root
  ) throws -> Run {
    try start(
      URL(filePath: "/usr/bin/env"), words, input: input, environment: environment,
      directory: directory)
  }

  private static func start(
    _ executable: URL, _ arguments: [String], input: String?, environment: [String: String],
    directory: URL
  ) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = fixedEnvironment.merging(environment) { $1 }
    let output = Drain()
    let errors = Drain()
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    let feed = input.map { _ in Pipe() }
    process.standardInput = feed ?? FileHandle.nullDevice
    try process.run()
    output.begin()
    errors.begin()
    if let feed, let input {
      // A program that does not read all of its input closes its end, which is not an error here.
      withoutPipeSignal {
        try? feed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      }
      try? feed.fileHandleForWriting.close()
    }
    // INVARIANT: both streams are drained before the wait, so a full pipe never stops the program.
    let result = (output.finish(), errors.finish())
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: result.0, errors: result.1)
  }

  private static var fixedEnvironment: [String: String] {
    let fixed = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "FLINT": Package.program.path,
    ]
    return sanitizerOptions.merging(fixed) { $1 }
  }
}

/// Lets a write to a pipe without a reader fail, where its signal would end the tests.
private func withoutPipeSignal(_ write: () -> Void) {
  var (signals, previous, pending) = (sigset_t(), sigset_t(), sigset_t())
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  write()
  sigpending(&pending)
  var number: Int32 = 0
  if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &number) }
}

/// Reads a stream of a child process to its end on a separate thread.
private final class Drain: Sendable {
  let pipe = Pipe()
  private let text = Mutex<String?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func begin() {
    Thread.detachNewThread { [self] in
      let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
      text.withLock { $0 = String(decoding: data, as: UTF8.self) }
      done.signal()
    }
  }

  func finish() -> String {
    done.wait()
    return text.withLock { $0 ?? "" }
  }
}

/// Returns the message on standard error after `init` has created a manifest.
package func created(_ path: String) -> String {
  "Created \(path). Next: flint-inspect evaluate \(path)\n"
}
