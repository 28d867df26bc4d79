// The functions of the operating system that the commands need, except for full-screen terminals (`FullScreen`).

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The error of a system call, identified by its `errno`.
struct SystemError: Error, Equatable {
  let code: CInt

  static let notFound = SystemError(code: ENOENT)
  static let isDirectory = SystemError(code: EISDIR)
  static let exists = SystemError(code: EEXIST)
  static let brokenPipe = SystemError(code: EPIPE)

  fileprivate static var last: SystemError { SystemError(code: errno) }

  /// The system's description of the error, with a lowercase first letter like all messages.
  var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

enum POSIX {
  typealias Descriptor = CInt

  static let standardInput: Descriptor = 0
  static let standardOutput: Descriptor = 1
  static let standardError: Descriptor = 2

  struct FileStatus {
    let isRegular: Bool
    let isDirectory: Bool
    let size: Int
    let permissions: UInt32

    /// The file's inode number, which identifies it on its device.
    let number: UInt64

    /// The time of the last modification, in nanoseconds.
    let modified: Int
  }

  // MARK: Files

  static func openForReading(_ path: String) throws(SystemError) -> Descriptor {
    try aboveStandard(retrying { open(FileName.bytes(of: path), O_RDONLY | O_CLOEXEC) })
  }

  /// Opens an existing file, device or pipe for writing.
  static func openForWriting(_ path: String) throws(SystemError) -> Descriptor {
    try aboveStandard(retrying { open(FileName.bytes(of: path), O_WRONLY | O_CLOEXEC) })
  }

  /// Creates a file. Throws if it exists already.
  static func create(_ path: String, permissions: UInt32) throws(SystemError) -> Descriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    return try aboveStandard(
      retrying { open(FileName.bytes(of: path), flags, mode_t(permissions)) })
  }

  /// Duplicates a descriptor that is 0, 1 or 2 to a higher number. The parent process may have closed a standard
  /// stream, and a result must not be written to an input file that got its number.
  private static func aboveStandard(_ descriptor: Descriptor) throws(SystemError) -> Descriptor {
    guard descriptor <= standardError else { return descriptor }
    defer { close(descriptor) }
    return try duplicate(descriptor)
  }

  static func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus {
    var result = stat()
    try retrying { fstat(descriptor, &result) }
    return FileStatus(result)
  }

  /// Returns the status of a file, following symbolic links.
  static func status(_ path: String) throws(SystemError) -> FileStatus {
    var result = stat()
    try retrying { stat(FileName.bytes(of: path), &result) }
    return FileStatus(result)
  }

  /// Returns whether a file exists. Returns true if that cannot be determined, for example for lack of permissions.
  static func exists(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try status(path)
      return true
    } catch {
      return ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code)
    }
  }

  static func isFolder(_ path: String) -> Bool {
    do throws(SystemError) {
      return try status(path).isDirectory
    } catch {
      return false
    }
  }

  /// Requests large pages for a buffer of at least four megabytes (only on Linux). With small pages, the first access
  /// to each page costs a page fault.
  static func preferLargePages(_ memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard memory.count >= 1 << 22, let start = memory.baseAddress else { return }
      let page = sysconf(Int32(_SC_PAGESIZE))
      let whole = start.alignedUp(toMultipleOf: page)
      // Systems without large pages ignore this.
      madvise(whole, (start + memory.count - whole) / page * page, MADV_HUGEPAGE)
    #endif
  }

  /// Reads into the buffer. Returns the number of bytes, which is 0 at the end.
  static func read(
    _ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  static func write(_ descriptor: Descriptor, _ bytes: [UInt8]) throws(SystemError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(SystemError) in try write(descriptor, buffer.bytes) }
    }
    try result.get()
  }

  /// Writes all bytes, with several system calls if necessary.
  static func write(_ descriptor: Descriptor, _ bytes: RawSpan) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Darwin)
          Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count >= 0 {
        rest = rest.extracting(droppingFirst: count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&writable, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// The reasons why a wait ended. All are false if the time was over.
  struct Readiness {
    var canRead = false

    /// At least ``pieceSize`` bytes can be written without blocking.
    var canWrite = false

    /// The reader of the output has closed it.
    var isClosed = false
  }

  /// Waits until there is input or the end of it, until output can be written, or until there is a signal.
  ///
  /// - Parameters:
  ///   - output: The output, which is watched even if there is nothing to write, to notice that its reader has closed
  ///   it.
  ///   - signal: A descriptor that becomes readable when the caller has other work to do.
  ///   - milliseconds: The maximum time to wait, or nil to wait indefinitely.
  static func wait(
    reading input: Descriptor?, _ output: Descriptor, isWriting: Bool, signal: Descriptor?,
    milliseconds: Int32?
  ) -> Readiness {
    var descriptors = [
      pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: isWriting ? Int16(POLLOUT) : 0, revents: 0),
      pollfd(fd: signal ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // Treat an interruption like a timeout.
    guard poll(&descriptors, 3, milliseconds ?? -1) > 0 else { return Readiness() }
    let written = Int32(descriptors[1].revents)
    return Readiness(
      canRead: descriptors[0].revents != 0, canWrite: isWriting && written != 0,
      isClosed: !isWriting && written & (POLLERR | POLLNVAL) != 0)
  }

  /// A pipe through which threads wake each other. Each byte is one signal.
  struct Pipe: Sendable {
    let reading: Descriptor
    private let writing: Descriptor

    init() throws(SystemError) {
      (reading, writing) = try POSIX.pipe()
      // If the pipe is full, the waiting thread has been signaled already.
      _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    }

    func signal() {
      withUnsafeBytes(of: UInt8(1)) { byte in
        #if canImport(Glibc)
          _ = Glibc.write(writing, byte.baseAddress, 1)
        #elseif canImport(Musl)
          _ = Musl.write(writing, byte.baseAddress, 1)
        #elseif canImport(Darwin)
          _ = Darwin.write(writing, byte.baseAddress, 1)
        #endif
      }
    }

    /// Waits for a signal and consumes it.
    func waitForSignal() {
      var byte: UInt8 = 0
      withUnsafeMutableBytes(of: &byte) { buffer in
        do throws(SystemError) {
          _ = try POSIX.read(reading, into: buffer)
        } catch {
          return
        }
      }
    }

    /// Consumes all pending signals.
    func drain() {
      var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, 0) > 0 { waitForSignal() }
    }
  }

  /// Waits until one of the descriptors has input or has reached its end.
  ///
  /// - Returns: The indices of these descriptors; empty after an interruption.
  static func wait(reading descriptors: [Descriptor?]) -> [Int] {
    var waiting = descriptors.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return [] }
    return waiting.indices.filter { waiting[$0].revents != 0 }
  }

  /// Creates a pipe that child processes do not inherit.
  static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Descriptor] = [-1, -1]
    #if canImport(Glibc)
      try retrying { Glibc.pipe(&ends) }
    #elseif canImport(Musl)
      try retrying { Musl.pipe(&ends) }
    #elseif canImport(Darwin)
      try retrying { Darwin.pipe(&ends) }
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (try aboveStandard(ends[0]), try aboveStandard(ends[1]))
  }

  /// The number of bytes that can be written without blocking to a pipe that is ready for writing (`PIPE_BUF` on
  /// Linux).
  static let pieceSize = 4096

  static func synchronize(_ descriptor: Descriptor) throws(SystemError) {
    try retrying { fsync(descriptor) }
  }

  static func close(_ descriptor: Descriptor) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #elseif canImport(Darwin)
      _ = Darwin.close(descriptor)
    #endif
  }

  static func setPermissions(_ descriptor: Descriptor, _ permissions: UInt32) throws(SystemError) {
    try retrying { fchmod(descriptor, mode_t(permissions)) }
  }

  static func rename(_ from: String, to target: String) throws(SystemError) {
    #if canImport(Glibc)
      try retrying { Glibc.rename(FileName.bytes(of: from), FileName.bytes(of: target)) }
    #elseif canImport(Musl)
      try retrying { Musl.rename(FileName.bytes(of: from), FileName.bytes(of: target)) }
    #elseif canImport(Darwin)
      try retrying { Darwin.rename(FileName.bytes(of: from), FileName.bytes(of: target)) }
    #endif
  }

  /// Creates a hard link. Throws if the target exists already.
  static func link(_ from: String, to target: String) throws(SystemError) {
    #if canImport(Glibc)
      try retrying { Glibc.link(FileName.bytes(of: from), FileName.bytes(of: target)) }
    #elseif canImport(Musl)
      try retrying { Musl.link(FileName.bytes(of: from), FileName.bytes(of: target)) }
    #elseif canImport(Darwin)
      try retrying { Darwin.link(FileName.bytes(of: from), FileName.bytes(of: target)) }
    #endif
  }

  static func remove(_ path: String) {
    unlink(FileName.bytes(of: path))
  }

  /// Returns the absolute path with all symbolic links resolved, or nil if the file does not exist.
  static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(FileName.bytes(of: path), nil) else { return nil }
    defer { free(pointer) }
    return FileName.text(of: pointer)
  }

  /// Returns the target of a symbolic link, or nil if the path is not a symbolic link.
  static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(FileName.bytes(of: path), start, buffer.count - 1)
      guard count > 0 else { return nil }
      buffer[count] = 0
      return FileName.text(of: start)
    }
  }

  /// Returns a new descriptor for the same open file, above the standard ones.
  static func duplicate(_ descriptor: Descriptor) throws(SystemError) -> Descriptor {
    try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, standardError + 1) }
  }

  /// Returns the names in a folder, sorted, or an empty array if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(FileName.bytes(of: folder)) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        FileName.text(of: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  @discardableResult
  private static func retrying(_ call: () -> CInt) throws(SystemError) -> CInt {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }

  // MARK: Process

  /// The time of the monotonic clock in seconds, from an arbitrary origin.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The command-line arguments without the program's name.
  static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { FileName.text(of: $0) }
    }
  }

  static var processIdentifier: Int { Int(getpid()) }

  /// Returns whether a process with this identifier exists.
  static func isRunning(_ process: Int) -> Bool {
    guard let number = pid_t(exactly: process) else { return false }
    return kill(number, 0) == 0 || errno != ESRCH
  }

  /// The path of the running program, or nil on systems without `/proc`.
  static var programPath: String? { linkTarget("/proc/self/exe") }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static func isTerminal(_ descriptor: Descriptor) -> Bool {
    isatty(descriptor) == 1
  }

  /// Returns the number of columns of a terminal, or nil if it does not report it.
  static func columns(of descriptor: Descriptor) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func sleep(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }

  static func exit(_ status: Int32) -> Never {
    _exit(status)
  }

  // MARK: Time

  /// The time of the monotonic clock in nanoseconds, from an arbitrary origin.
  static var moment: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  // MARK: Signals

  /// Ignores the signals for a closed pipe and for the file size limit, so that `write` returns an error instead of
  /// ending the process.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The temporary file that a signal handler removes.
  private static let pathToUnlink = SignalCell<UnsafePointer<CChar>?>(nil)

  /// Registers a temporary file that is removed when the user interrupts the process.
  static func removeOnInterrupt(_ path: String) {
    pathToUnlink.value = strdup(FileName.bytes(of: path)).map { UnsafePointer($0) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number, interrupted)
      // Keep ignoring signals that the parent process ignores (nohup).
      if isIgnored(previous) { signal(number, SIG_IGN) }
    }
  }

  /// Unregisters the temporary file, after it has been renamed or removed.
  static func keepOnInterrupt() {
    pathToUnlink.value = nil
  }

  private static func isIgnored(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// The handler of signals that interrupt the process. Removes the temporary file first.
  ///
  /// INVARIANT: only calls functions that are safe in a signal handler.
  private static let interrupted: @convention(c) (CInt) -> Void = { number in
    if let path = pathToUnlink.value { unlink(path) }
    signal(number, SIG_DFL)
    raise(number)
  }
}

extension POSIX.FileStatus {
  fileprivate init(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    isRegular = kind == S_IFREG
    isDirectory = kind == S_IFDIR
    size = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o7777)
    number = UInt64(status.st_ino)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
