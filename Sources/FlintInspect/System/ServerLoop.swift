/// A server that exchanges bytes with its client over standard input and output, such as the language server.
protocol StreamServer: AnyObject {
  func receive(_ bytes: UnsafeRawBufferPointer)

  func endInput()

  /// Returns the bytes to send to the client, and removes them from the server's buffer.
  func takeOutput() -> [UInt8]

  /// Does one small unit of background work. Returns false if no work is left.
  func work() -> Bool

  /// Whether the server can receive more input at present. If false, the bytes stay in the pipe until it is true.
  var isReady: Bool { get }

  /// The exit status for the process after the server has ended; nil while the server is running.
  var exitStatus: Int32? { get }

  /// The identifier of the process that started the server; nil if it is unknown. The server ends when that process has
  /// exited.
  var clientProcess: Int? { get }

  /// A file descriptor that becomes readable when the server has work that is not input, such as the result of another
  /// thread. Nil if the server never has such work.
  var signal: POSIX.Descriptor? { get }
}

extension StreamServer {
  var isReady: Bool { true }
  var signal: POSIX.Descriptor? { nil }
}

/// The loop that runs a server: it reads input, writes output, and lets the server do background work while there is no
/// input. The loop never waits for the client to read output, because the client may be waiting for the server to read
/// input.
struct ServerLoop {
  private let server: any StreamServer
  private var waiting: [UInt8] = []
  private var written = 0
  private var hasInput = true

  init(_ server: any StreamServer) { self.server = server }

  mutating func run() -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var isBusy = false
    while server.exitStatus == nil || hasOutput {
      // Check every three seconds whether the client is running. Waiting for the end of the input is not enough: it
      // does not come if other processes keep the client's end of the pipe open.
      let patience: Int32? = isBusy ? 0 : server.clientProcess == nil ? nil : 3000
      let reads = hasInput && server.exitStatus == nil && server.isReady
      let ready = POSIX.wait(
        reading: reads ? POSIX.standardInput : nil, POSIX.standardOutput,
        isWriting: hasOutput, signal: server.signal, milliseconds: patience)
      do throws(SystemError) {
        if ready.isClosed { throw .brokenPipe }
        if ready.canWrite { try writeSome() }
        if ready.canRead {
          let count = try POSIX.read(POSIX.standardInput, into: buffer)
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
      if !ready.canRead, !ready.canWrite, !isBusy, let process = server.clientProcess,
        !POSIX.isRunning(process)
      {
        return 1
      }
      isBusy = ready.canRead || server.work()
      collect()
    }
    return server.exitStatus ?? 1
  }

  private var hasOutput: Bool { written < waiting.count }

  private mutating func collect() {
    let output = server.takeOutput()
    if output.isEmpty { return }
    if !hasOutput {
      waiting = output
      written = 0
    } else {
      waiting.removeSubrange(..<written)
      written = 0
      waiting += output
    }
  }

  /// Writes the next part of the output. It is so small that a pipe that is ready for writing accepts it at once, even
  /// if the client does not read. The loop can then continue to read input.
  private mutating func writeSome() throws(SystemError) {
    let end = min(written + POSIX.pieceSize, waiting.count)
    try POSIX.write(POSIX.standardOutput, Array(waiting[written..<end]))
    written = end
  }
}
