// `@preconcurrency` permits the use of the global variable `environ`. That is safe, because the program never changes
// the environment variables.
#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that runs without a shell and has pipes. Releasing it waits for its end.
final class ChildProcess {
  struct Result {
    /// The exit status; nil if a signal ended the process.
    let status: Int32?
    let output: [UInt8]
    let errors: [UInt8]
  }

  private let number: pid_t
  private var input: POSIX.Descriptor?
  private var output: POSIX.Descriptor?
  private var errors: POSIX.Descriptor?
  private var isAwaited = false

  /// - Parameters:
  ///   - program: Looked up in `PATH`.
  ///   - environment: All variables; none is inherited.
  init(
    _ program: String, _ arguments: [String], environment: [String], keepsErrors: Bool
  ) throws {
    let input = try POSIX.openPipe()
    let output = try POSIX.openPipe()
    let errors =
      keepsErrors
      ? try POSIX.openPipe() : (reading: nil, writing: try POSIX.openForWriting("/dev/null"))
    let ends = [input.reading, output.writing, errors.writing]
    defer { for end in ends { POSIX.closeFile(end) } }
    do {
      number = try Self.spawn([program] + arguments, environment, ends)
    } catch {
      for descriptor in [input.writing, output.reading] { POSIX.closeFile(descriptor) }
      if let reading = errors.reading { POSIX.closeFile(reading) }
      throw error
    }
    (self.input, self.output, self.errors) = (input.writing, output.reading, errors.reading)
  }

  deinit {
    close()
    if !isAwaited { _ = wait() }
  }

  private func close() {
    for descriptor in [input, output, errors] { descriptor.map { POSIX.closeFile($0) } }
    (input, output, errors) = (nil, nil, nil)
  }

  // MARK: Starting

  private static func spawn(
    _ words: [String], _ environment: [String], _ streams: [POSIX.Descriptor]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (standard, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, CInt(standard))
    }
    // A child inherits the signals that this process ignores. Restore their default actions, so that the child ends
    // when it writes to a closed pipe.
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    sigaddset(&usual, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let (arguments, variables) = (cStrings(words), cStrings(environment))
    defer { for string in arguments + variables { free(string) } }
    var number: pid_t = 0
    let code = POSIX.inheritance.withLock { _ in
      posix_spawnp(
        &number, words[0].fileName, &actions, &attributes, arguments, variables)
    }
    if code != 0 { throw SystemError(code: code) }
    return number
  }

  private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0.fileName) } + [nil]
  }

  // MARK: Input and output

  func write(_ bytes: [UInt8]) throws {
    guard let input else { throw SystemError.brokenPipe }
    try POSIX.writeAll(input, bytes)
  }

  /// Reads output. Returns the number of bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let output else { return 0 }
    return try POSIX.readBytes(output, into: buffer)
  }

  /// Closes the process's input and waits for its end.
  func finish() throws -> Result {
    if let input { POSIX.closeFile(input) }
    input = nil
    var texts: [[UInt8]] = [[], []]
    var open = [output, errors]
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    // INVARIANT: both streams are read as data arrives, so that a full pipe never blocks the process.
    while open.contains(where: { $0 != nil }) {
      let ready = POSIX.wait(for: open.map { ($0, .input) })
      for (index, stream) in open.enumerated() where !ready[index].isEmpty {
        guard let stream else { continue }
        let count = try POSIX.readBytes(stream, into: piece)
        texts[index] += piece[..<count]
        if count == 0 { open[index] = nil }
      }
    }
    let status = wait()
    close()
    return Result(status: status, output: texts[0], errors: texts[1])
  }

  private func wait() -> Int32? {
    isAwaited = true
    var status: CInt = 0
    while waitpid(number, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    // This computes the C macros WIFEXITED and WEXITSTATUS, which Swift cannot call.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}

extension POSIX {
  static var environmentVariables: [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(FileName.text(of: variable))
      next = next.successor()
    }
    return variables
  }
}
