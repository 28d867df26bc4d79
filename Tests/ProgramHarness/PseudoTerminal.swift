package import Foundation
import Synchronization
import TestSupport

/// A pseudoterminal for the program's output, which the test reads from the other end.
package final class PseudoTerminal {
  package let controller: Int32
  package let device: FileHandle

  package init(columns: UInt16) throws {
    let path: String
    (controller, path) = try Self.openPair()
    let descriptor = open(path, O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.failure }
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    device = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
  }

  private static func openPair() throws -> (controller: Int32, device: String) {
    #if os(Linux)
      // The C functions for this are unavailable in Swift. These are the equivalent calls.
      let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (unlocked, number): (Int32, Int32) = (0, 0)
      let setLock: UInt = 0x4004_5431
      let getNumber: UInt = 0x8004_5430
      guard controller >= 0, ioctl(controller, setLock, &unlocked) == 0,
        ioctl(controller, getNumber, &number) == 0
      else { throw failure }
      return (controller, "/dev/pts/\(number)")
    #else
      let controller = posix_openpt(O_RDWR | O_NOCTTY)
      guard controller >= 0, grantpt(controller) == 0, unlockpt(controller) == 0,
        let name = ptsname(controller)
      else { throw failure }
      return (controller, String(cString: name))
    #endif
  }

  private static var failure: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }

  deinit { close(controller) }

  /// Runs the program with standard output on the terminal, and returns its output with the terminal's line ends.
  package func run(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = Package.program
    process.arguments = arguments
    process.currentDirectoryURL = Package.root
    process.environment =
      sanitizerOptions
      .merging(["TERM": "xterm", "LC_ALL": "C.UTF-8"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = device
    try process.run()
    close(device.fileDescriptor)
    var output = [UInt8]()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      // The read fails at the end, when no process has the device open.
      let count = read(controller, &buffer, buffer.count)
      if count <= 0 { break }
      output += buffer[..<count]
    }
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
