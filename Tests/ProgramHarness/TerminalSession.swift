package import Foundation
import TestSupport

/// A run of the program on a pseudoterminal, with input and output controlled by the test.
package final class TerminalSession {
  package struct Silent: Error { let received: String }

  private let terminal: PseudoTerminal
  package let process = Process()
  private var received = ""

  /// The terminal's modes before the program changed them.
  package let modes: termios

  package init(_ arguments: [String], columns: UInt16 = 80) throws {
    terminal = try PseudoTerminal(columns: columns)
    modes = Self.modes(of: terminal.device)
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

  private static func modes(of device: FileHandle) -> termios {
    var modes = termios()
    _ = tcgetattr(device.fileDescriptor, &modes)
    return modes
  }

  package var hasItsModesAgain: Bool {
    let now = Self.modes(of: terminal.device)
    return now.c_lflag == modes.c_lflag && now.c_iflag == modes.c_iflag
      && now.c_oflag == modes.c_oflag
  }

  package var isRaw: Bool { Self.modes(of: terminal.device).c_lflag & tcflag_t(ICANON | ECHO) == 0 }

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(terminal.controller, bytes, bytes.count)
  }

  /// Resizes the terminal and signals its foreground process.
  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal.controller, UInt(TIOCSWINSZ), &size)
    send(SIGWINCH)
  }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Returns the output since the last call, up to the end of `text`.
  ///
  /// ⏎ - Parameter idle: The function called while there is no output.
  @discardableResult
  package func read(to text: String, idle: () -> Void = {}) throws -> String {
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
        idle()
        continue
      }
      let count = Foundation.read(terminal.controller, &buffer, buffer.count)
      guard count > 0 else { throw Silent(received: received) }
      bytes += buffer[..<count]
    }
  }
}
