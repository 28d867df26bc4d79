internal import FlintManifest
internal import FlintServer
internal import FlintText

extension Command {
  static let lsp = Command(
    name: "lsp",
    summary: "A language server for manifests, states and scenarios.",
    arguments: [],
    options: .list(standardStreamsOption),
    examples: ["lsp"],
    run: { (context) throws(CommandFailure) in
      do throws(FileProblem) {
        try context.takeStandardInput()
      } catch {
        throw .file(error)
      }
      var loop = ServerLoop()
      return loop.run() == 0 ? .success : .demandFailed
    })
}

private let standardStreamsOption = Setting.flag(
  "stdio", help: "Speak over standard input and output, as it does anyway: some editors ask for it."
)

/// The server between two pipes: it works while nothing comes in, and writes while something can be written.
private struct ServerLoop {
  private let server: LanguageServer
  private var waiting: [UInt8] = []
  private var written = 0

  init() {
    let program = ServerProgram(name: programName, version: programVersion, guide: Self.guide)
    server = LanguageServer(program, files: .system, seconds: { POSIX.monotonicSeconds })
  }

  /// Where `make install` puts the page beside the program.
  private static var guide: String {
    let program = POSIX.programPath ?? "/usr/local/bin/\(programName)"
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/")
    return FileURI.uri("\(folder)/share/doc/\(programName)/rules.html")
  }

  /// - Returns: how the process is to end.
  mutating func run() -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var isBusy = false
    while server.exitStatus == nil || hasOutput {
      // Once in a while it is asked whether the client is still there: others may hold its end of the pipe open.
      let patience: Int32? = isBusy ? 0 : server.clientProcess == nil ? nil : 3000
      let ready = POSIX.wait(
        reading: server.exitStatus == nil ? POSIX.standardInput : nil,
        writing: hasOutput ? POSIX.standardOutput : nil,
        milliseconds: patience)
      do throws(SystemError) {
        if ready.canWrite { try writeSome() }
        if ready.canRead, server.exitStatus == nil {
          let count = try POSIX.read(POSIX.standardInput, into: buffer)
          if count == 0 { server.endInput() }
          server.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      } catch {
        // The client is gone.
        return 1
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

extension ServerFiles {
  fileprivate static let system = ServerFiles(
    stamp: { path in
      do throws(SystemError) {
        let status = try POSIX.status(path)
        guard status.isRegular else { return nil }
        return Stamp(number: status.number, modified: status.modified, size: status.size)
      } catch {
        return nil
      }
    },
    read: { path in
      Result { () throws(UnreadableFile) in try DiskFiles().read(path).text }
    },
    names: { POSIX.names(in: $0.isEmpty ? "/" : $0) },
    isFolder: { (try? POSIX.status($0))?.isDirectory ?? false },
    realPath: { POSIX.resolved($0) })
}
