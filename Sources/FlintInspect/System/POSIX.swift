// The functions of the operating system that the commands need.

/// `errno` of a failed call.
struct SystemError: Error, Equatable, CustomStringConvertible {
  let code: CInt

  static let notFound = SystemError(code: ENOENT)
  static let isDirectory = SystemError(code: EISDIR)
  static let exists = SystemError(code: EEXIST)
  static let brokenPipe = SystemError(code: EPIPE)

  static var last: SystemError { SystemError(code: errno) }

  /// The system's words, with a lowercase first letter as in all messages.
  var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

extension String {
  var fileName: [CChar] { FileName.bytes(of: self) }
}

/// Names differ from those of the C library, which they would hide.
enum POSIX {
  typealias Descriptor = CInt

  static let standardInput: Descriptor = 0
  static let standardOutput: Descriptor = 1
  static let standardError: Descriptor = 2

  struct FileStatus {
    fileprivate var status = stat()

    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
    var size: Int { Int(status.st_size) }
    var permissions: UInt32 { UInt32(status.st_mode & 0o7777) }
    var number: UInt64 { UInt64(status.st_ino) }
    var device: UInt64 { UInt64(truncatingIfNeeded: status.st_dev) }

    /// When content or properties last changed, in nanoseconds since 1970. Unlike the time of
    /// modification, programs cannot set it.
    var changed: Int {
      #if canImport(Darwin)
        let time = status.st_ctimespec
      #else
        let time = status.st_ctim
      #endif
      return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
  }

  // MARK: Files

  static func openForReading(_ path: String) throws -> Descriptor {
    try descriptor(of: path, O_RDONLY)
  }

  static func openForWriting(_ path: String) throws -> Descriptor {
    try descriptor(of: path, O_WRONLY)
  }

  private static func descriptor(
    of path: String, _ flags: CInt, permissions: UInt32 = 0
  ) throws -> Descriptor {
    try aboveStandard(
      retrying { open(path.fileName, flags | O_CLOEXEC, mode_t(permissions)) })
  }

  /// Replaces a descriptor below 3 by a greater one. A file could otherwise have the number of a
  /// closed standard stream, and receive that stream's text.
  static func aboveStandard(_ descriptor: Descriptor) throws -> Descriptor {
    guard descriptor <= standardError else { return descriptor }
    defer { closeFile(descriptor) }
    return try duplicate(descriptor)
  }

  static func status(_ descriptor: Descriptor) throws -> FileStatus {
    var result = FileStatus()
    try retrying { fstat(descriptor, &result.status) }
    return result
  }

  /// The status of the file to which a link leads.
  static func status(_ path: String) throws -> FileStatus {
    var result = FileStatus()
    try retrying { stat(path.fileName, &result.status) }
    return result
  }

  static func requireReadable(_ path: String) throws {
    try retrying { access(path.fileName, R_OK) }
  }

  /// False only if it is certain that there is no file.
  static func exists(_ path: String) -> Bool {
    do {
      _ = try status(path)
      return true
    } catch {
      return ![ENOENT, ENOTDIR, ENAMETOOLONG].contains((error as? SystemError)?.code)
    }
  }

  static func isFolder(_ path: String) -> Bool {
    (try? status(path))?.isDirectory ?? false
  }

  /// Returns the number of bytes, 0 at the end.
  static func readBytes(
    _ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw SystemError.last }
    }
  }

  static func writeAll(_ descriptor: Descriptor, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try writeAll(descriptor, $0) }
  }

  /// Writes all bytes.
  static func writeAll(_ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&writable, 1, -1)
      } else if errno != EINTR {
        throw SystemError.last
      }
    }
  }

  static func synchronize(_ descriptor: Descriptor) throws {
    try retrying { fsync(descriptor) }
  }

  static func closeFile(_ descriptor: Descriptor) {
    _ = close(descriptor)
  }

  static func setPermissions(_ descriptor: Descriptor, _ permissions: UInt32) throws {
    try retrying { fchmod(descriptor, mode_t(permissions)) }
  }

  static func renameFile(_ from: String, to target: String) throws {
    try retrying { rename(from.fileName, target.fileName) }
  }

  /// Gives the file `from` a second name. Throws if `target` exists.
  static func linkFile(_ from: String, to target: String) throws {
    try retrying { link(from.fileName, target.fileName) }
  }

  @discardableResult static func remove(_ path: String) -> Bool {
    unlink(path.fileName) == 0
  }

  // MARK: Locks

  /// Locks a file against other processes until it is closed. False if another one has the lock, or
  /// if the file system has no locks.
  @discardableResult static func lock(_ descriptor: Descriptor, waits: Bool) -> Bool {
    (try? retrying { flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }) != nil
  }

  /// Whether the path still names the open file, not another or none.
  static func isOpen(_ path: String, as descriptor: Descriptor) -> Bool {
    guard let named = try? status(path), let open = try? status(descriptor) else { return false }
    return named.number == open.number
  }

  /// Runs `body`, which replaces a file, while no other process does. Locks the file's folder,
  /// because the file is replaced and may not exist yet, and a lock file would remain.
  static func locking<Result, Failure: Error>(
    folderOf path: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let target = Output.target(of: path)
    let descriptor = try? openForReading(target.folder.isEmpty ? "." : target.folder)
    defer { if let descriptor { closeFile(descriptor) } }
    if let descriptor { lock(descriptor, waits: true) }
    return try body()
  }

  /// The absolute path with links resolved; nil if there is no file.
  static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path.fileName, nil) else { return nil }
    defer { free(pointer) }
    return FileName.text(of: pointer)
  }

  /// The path to which a link leads; nil if it is no link.
  static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path.fileName, start, buffer.count - 1)
      guard count > 0 else { return nil }
      buffer[count] = 0
      return FileName.text(of: start)
    }
  }

  /// Duplicates to a number above those of the standard streams.
  static func duplicate(_ descriptor: Descriptor) throws -> Descriptor {
    try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, standardError + 1) }
  }

  /// The names in a folder; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder.fileName) else { return [] }
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
  static func retrying(_ call: () -> CInt) throws -> CInt {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError.last }
    }
  }

  /// Seconds since an arbitrary time; they never go backward.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { FileName.text(of: $0) }
    }
  }

  static func isRunning(_ process: Int) -> Bool {
    guard let number = pid_t(exactly: process) else { return false }
    return kill(number, 0) == 0 || errno != ESRCH
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static func isTerminal(_ descriptor: Descriptor) -> Bool {
    isatty(descriptor) == 1
  }

  /// The columns of a terminal; nil if it is none.
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

  // MARK: Signals

  /// Ignores SIGPIPE and SIGXFSZ; `write` then fails instead.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  // INVARIANT: accessed before a handler is installed, because a static's first access locks and allocates.
  private nonisolated(unsafe) static var pathToUnlink: UnsafeMutablePointer<CChar>?

  private static let interrupts = [SIGINT, SIGTERM, SIGHUP]

  /// Creates a file that is removed if the user interrupts the program.
  static func createTemporary(
    _ path: String, permissions: UInt32
  ) throws -> Descriptor {
    var (blocked, previous) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    for number in interrupts { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    let descriptor = try descriptor(of: path, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
    pathToUnlink = strdup(path.fileName)
    for number in interrupts {
      // If the parent process has set the signal to be ignored, as `nohup` does, keep ignoring it.
      if unsafeBitCast(signal(number, interrupted), to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        signal(number, SIG_IGN)
      }
    }
    return descriptor
  }

  /// No longer removes the temporary file on an interrupt. Call it when the file was renamed or
  /// removed.
  static func keepOnInterrupt() {
    pathToUnlink = nil
  }

  private static let interrupted: @convention(c) (CInt) -> Void = { number in
    if let path = pathToUnlink { unlink(path) }
    signal(number, SIG_DFL)
    raise(number)
  }

  struct Events: OptionSet {
    var rawValue: Int32

    static let input = Events(rawValue: POLLIN)
    static let space = Events(rawValue: POLLOUT)
    static let failure = Events(rawValue: POLLERR | POLLNVAL)
  }

  /// Waits for events of any descriptor. Returns the events of each descriptor, including ends and
  /// failures, or none after the time limit or a signal.
  /// - Parameter milliseconds: The time limit; nil for none.
  static func wait(
    for wanted: [(Descriptor?, Events)], milliseconds: Int32? = nil
  ) -> [Events] {
    var descriptors = wanted.map { descriptor, events in
      pollfd(fd: descriptor ?? -1, events: Int16(events.rawValue), revents: 0)
    }
    guard poll(&descriptors, nfds_t(wanted.count), milliseconds ?? -1) > 0 else {
      return wanted.map { _ in [] }
    }
    return descriptors.map { Events(rawValue: Int32($0.revents)) }
  }

  /// A pipe by which one thread wakes another; each byte is a signal.
  struct Pipe {
    let reading: Descriptor
    private let writing: Descriptor

    init() throws {
      (reading, writing) = try POSIX.openPipe()
      // Do not block when the pipe is full, because the waiting thread has been signaled already, or empty.
      for end in [reading, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    func signal() {
      _ = write(writing, [1], 1)
    }

    func drain() {
      var bytes: [UInt8] = Array(repeating: 0, count: 64)
      while read(reading, &bytes, bytes.count) == bytes.count {}
    }
  }

  /// Keeps a started process from inheriting a new pipe. Locked while a pipe is created, and while
  /// a process is started. Apple's systems have no `pipe2`, and Swift does not see that of Linux.
  static let inheritance = Locked(())

  static func openPipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Descriptor] = [-1, -1]
    let isCreated = inheritance.withLock { _ in
      guard pipe(&ends) == 0 else { return false }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return true
    }
    guard isCreated else { throw SystemError.last }
    return (try aboveStandard(ends[0]), try aboveStandard(ends[1]))
  }

  /// The largest write, in bytes, that never blocks on a ready pipe. It is `PIPE_BUF` on Linux.
  static let pieceSize = 4096
}
