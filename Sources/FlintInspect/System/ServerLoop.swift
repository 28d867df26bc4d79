protocol StreamServer: AnyObject {
  func receive(_ bytes: UnsafeRawBufferPointer)

  func endInput()

  func takeOutput() -> [UInt8]

  /// Does one step of the server's work; false if there is none.
  func work() -> Bool

  /// Whether the server takes input now. Otherwise, bytes stay in the pipe.
  var isReady: Bool { get }

  /// The exit status; nil while the server runs.
  var exitStatus: Int32? { get }

  /// The id of the client's process; the server ends when it does.
  var clientProcess: Int? { get }

  /// A descriptor that is readable when there is work other than input.
  var signal: POSIX.Descriptor? { get }
}

/// Runs a server on standard input and output. Never waits for the client to read, which may wait
/// for the server to read.
struct ServerLoop {
  private let server: any StreamServer
  private var waiting: ArraySlice<UInt8> = []
  private var hasInput = true

  init(_ server: any StreamServer) { self.server = server }

  mutating func run() -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var isBusy = false
    while server.exitStatus == nil || hasOutput {
      // Check for the client every three seconds: the input does not end if other processes keep
      // the client's end of the pipe open.
      let patience: Int32? = isBusy ? 0 : server.clientProcess == nil ? nil : 3000
      let reads = hasInput && server.exitStatus == nil && server.isReady
      let ready = POSIX.wait(
        for: [
          (reads ? POSIX.standardInput : nil, .input),
          // Watched without output, too, to see it closed.
          (POSIX.standardOutput, hasOutput ? .space : []), (server.signal, .input),
        ], milliseconds: patience)
      let canRead = !ready[0].isEmpty
      let canWrite = hasOutput && !ready[1].isEmpty
      do {
        // While there is output, writing it fails.
        if !hasOutput, !ready[1].isDisjoint(with: .failure) { throw SystemError.brokenPipe }
        // So little that a ready pipe takes it at once.
        if canWrite {
          let piece = waiting.prefix(POSIX.pieceSize)
          try POSIX.writeAll(POSIX.standardOutput, Array(piece))
          waiting = waiting.dropFirst(piece.count)
        }
        if canRead {
          let count = try POSIX.readBytes(POSIX.standardInput, into: buffer)
          if count == 0 {
            hasInput = false
            server.endInput()
          } else {
            server.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          }
        }
      } catch {
        // The client has closed the pipe. That is no error after the end of its input.
        return hasInput ? 1 : server.exitStatus ?? 0
      }
      if !canRead, !canWrite, !isBusy, let process = server.clientProcess,
        !POSIX.isRunning(process)
      {
        return 1
      }
      isBusy = canRead || server.work()
      waiting += server.takeOutput()
    }
    return server.exitStatus ?? 1
  }

  private var hasOutput: Bool { !waiting.isEmpty }
}
