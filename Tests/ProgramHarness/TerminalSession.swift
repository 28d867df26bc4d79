package import Foundation
import TestSupport

/// A run of the program on a pseudoterminal, whose output the test reads.
package final class TerminalSession {
  package struct Silent: Error { let received: String }

  private let terminal: PseudoTerminal
  package let process = Process()
  private var received = ""

  package init(_ arguments: [String], columns: UInt16 = 80) throws {
    terminal = try PseudoTerminal(columns: columns)
    process.executableURL = Package.program
    process.arguments = arguments
    process.currentDirectoryURL = Package.root
    process.environment = sanitizerOptions.merging(["TERM": "xterm", "LC_ALL": "C.UTF-8"]) { $1 }
    process.standardInput = terminal.device
    process.standardOutput = terminal.device
    try withSignalsUnblocked { try process.run() }
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(terminal.device.fileDescriptor)
  }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Returns the output since the last call, up to the end of `text`.
  @discardableResult
  package func read(to text: String) throws -> String {
    var patience = 200
    var buffer = [UInt8](repeating: 0, count: 4096)
    var bytes = Array(received.utf8)
    while true {
      received = String(decoding: bytes, as: UTF8.self)
      if let range = received.range(of: text) {
        defer { received = String(received[range.upperBound...]) }
        return String(received[..<range.upperBound])
      }
      var source = pollfd(fd: terminal.controller, events: Int16(POLLIN), revents: 0)
      guard poll(&source, 1, 100) > 0 else {
        patience -= 1
        if patience == 0 { throw Silent(received: received) }
        continue
      }
      let count = Foundation.read(terminal.controller, &buffer, buffer.count)
      guard count > 0 else { throw Silent(received: received) }
      bytes += buffer[..<count]
    }
  }
}
