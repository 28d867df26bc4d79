protocol StreamServer: AnyObject {
  func receive(_ bytes: UnsafeRawBufferPointer)

  func endInput()

  func takeOutput() -> [UInt8]

  /// False without work.
  func work() -> Bool

  /// Else bytes stay in the pipe.
  var isReady: Bool { get }

  /// Nil while running.
  var exitStatus: Int32? { get }

  /// The server ends with it.
  var clientProcess: Int? { get }

  /// Readable when there is work that is not input.
  var signal: POSIX.Descriptor? { get }
}

extension StreamServer {
  var isReady: Bool { true }
  var signal: POSIX.Descriptor? { nil }
}

/// Never waits for the client to read, which may wait for the server to read.
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

  /// So small that a ready pipe takes it at once.
  private mutating func writeSome() throws(SystemError) {
    let end = min(written + POSIX.pieceSize, waiting.count)
    try POSIX.write(POSIX.standardOutput, Array(waiting[written..<end]))
    written = end
  }
}
