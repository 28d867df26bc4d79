/// A server that takes bytes in and gives bytes out.
protocol StreamServer: AnyObject {
  func receive(_ bytes: UnsafeRawBufferPointer)

  /// The client has closed its end.
  func endInput()

  /// The bytes to send.
  func takeOutput() -> [UInt8]

  /// Does one piece of work; false where there is none.
  func work() -> Bool

  /// Whether it can take more input now.
  var isReady: Bool { get }

  /// The process's exit status, once it is to end.
  var exitStatus: Int32? { get }

  /// The process that started the server, where it is known: when it is gone, nobody is listening.
  var clientProcess: Int? { get }

  /// Can be read when there is work that no input brings; nil for none.
  var signal: POSIX.Descriptor? { get }
}

extension StreamServer {
  var isReady: Bool { true }
  var signal: POSIX.Descriptor? { nil }
}

/// A server between two pipes: it works while nothing comes in, and writes while something can be written.
struct ServerLoop {
  private let server: any StreamServer
  private var waiting: [UInt8] = []
  private var written = 0
  private var hasInput = true

  init(_ server: any StreamServer) { self.server = server }

  /// - Returns: the exit status of the process.
  mutating func run() -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var isBusy = false
    while server.exitStatus == nil || hasOutput {
      // Once in a while it is asked whether the client is still there: others may hold its end of the pipe open.
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
        // The client is gone. After the end of its input it need not wait for the rest.
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

  /// No more than a pipe takes at once, so that a client that does not read yet can still be listened to.
  private mutating func writeSome() throws(SystemError) {
    let end = min(written + POSIX.pieceSize, waiting.count)
    try POSIX.write(POSIX.standardOutput, Array(waiting[written..<end]))
    written = end
  }
}
