// The operating system, as far as the commands need it, but for terminals as one screen (`FullScreen`).

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A system call's `errno`.
struct SystemError: Error, Equatable {
  let code: CInt

  static let notFound = SystemError(code: ENOENT)
  static let isDirectory = SystemError(code: EISDIR)
  static let exists = SystemError(code: EEXIST)
  static let brokenPipe = SystemError(code: EPIPE)

  fileprivate static var last: SystemError { SystemError(code: errno) }

  /// The system's own words, in lower case like every message.
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

    /// Tells the file from others on its device.
    let number: UInt64

    /// When the content last changed, in nanoseconds.
    let modified: Int
  }

  // MARK: Files

  static func openForReading(_ path: String) throws(SystemError) -> Descriptor {
    try aboveStandard(retrying { open(FileName.bytes(of: path), O_RDONLY | O_CLOEXEC) })
  }

  /// Opens what exists already, a device or a pipe, to write to it.
  static func openForWriting(_ path: String) throws(SystemError) -> Descriptor {
    try aboveStandard(retrying { open(FileName.bytes(of: path), O_WRONLY | O_CLOEXEC) })
  }

  /// Makes a new file beside others, which must not exist yet.
  static func create(_ path: String, permissions: UInt32) throws(SystemError) -> Descriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    return try aboveStandard(
      retrying { open(FileName.bytes(of: path), flags, mode_t(permissions)) })
  }

  /// Moves a descriptor out of the way of the three standard ones, one of which the caller of the
  /// program may have closed: a result must not end up in an input file.
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

  /// Follows symbolic links.
  static func status(_ path: String) throws(SystemError) -> FileStatus {
    var result = stat()
    try retrying { stat(FileName.bytes(of: path), &result) }
    return FileStatus(result)
  }

  /// Whether anything is at a path, or may be: false only where the system says that nothing is.
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

  /// Has the system put a few large pages behind memory for many megabytes: each small one costs a trap when it is first touched.
  static func preferLargePages(_ memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard memory.count >= 1 << 22, let start = memory.baseAddress else { return }
      let page = sysconf(Int32(_SC_PAGESIZE))
      let whole = start.alignedUp(toMultipleOf: page)
      // A system that has none leaves the memory as it is.
      madvise(whole, (start + memory.count - whole) / page * page, MADV_HUGEPAGE)
    #endif
  }

  /// The bytes that were there; 0 at the end.
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

  /// Writes all of it, whatever the system takes at a time.
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

  /// What a wait ended with; nothing where no time was left.
  struct Readiness {
    var canRead = false

    /// There is room for at least ``pieceSize`` bytes.
    var canWrite = false

    /// Whoever read the output is gone.
    var isClosed = false
  }

  /// Waits until there is something to read, or the end of it, or room to write, or a signal.
  ///
  /// - Parameters:
  ///   - output: is looked at although nothing is to be written: when its reader is gone, there is nothing to wait for.
  ///   - signal: can be read when the caller has something else to do.
  ///   - milliseconds: nil waits for ever.
  static func wait(
    reading input: Descriptor?, _ output: Descriptor, isWriting: Bool, signal: Descriptor?,
    milliseconds: Int32?
  ) -> Readiness {
    var descriptors = [
      pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: isWriting ? Int16(POLLOUT) : 0, revents: 0),
      pollfd(fd: signal ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // An interruption is like a time that is over.
    guard poll(&descriptors, 3, milliseconds ?? -1) > 0 else { return Readiness() }
    let written = Int32(descriptors[1].revents)
    return Readiness(
      canRead: descriptors[0].revents != 0, canWrite: isWriting && written != 0,
      isClosed: !isWriting && written & (POLLERR | POLLNVAL) != 0)
  }

  /// A pipe on which threads wake each other: each byte is one signal.
  struct Pipe: Sendable {
    let reading: Descriptor
    private let writing: Descriptor

    init() throws(SystemError) {
      (reading, writing) = try POSIX.pipe()
      // Whoever waits has been told already where there is no more room.
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

    /// Waits until there is a signal, and takes it.
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

    /// Takes the signals that there are.
    func drain() {
      var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, 0) > 0 { waitForSignal() }
    }
  }

  /// Waits until one of some descriptors has something to read, or its end.
  /// - Returns: the indices of those that have; empty after an interruption.
  static func wait(reading descriptors: [Descriptor?]) -> [Int] {
    var waiting = descriptors.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return [] }
    return waiting.indices.filter { waiting[$0].revents != 0 }
  }

  /// A pipe, neither of whose ends a program that is started inherits.
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

  /// So many bytes a pipe takes at once when it takes any.
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

  /// Gives a file a second name, which must not exist yet.
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

  /// The path with every symbolic link followed; nil where nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(FileName.bytes(of: path), nil) else { return nil }
    defer { free(pointer) }
    return FileName.text(of: pointer)
  }

  /// What a symbolic link says; nil where there is none.
  static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(FileName.bytes(of: path), start, buffer.count - 1)
      guard count > 0 else { return nil }
      buffer[count] = 0
      return FileName.text(of: start)
    }
  }

  /// A second descriptor for what an open one writes to.
  static func duplicate(_ descriptor: Descriptor) throws(SystemError) -> Descriptor {
    try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, standardError + 1) }
  }

  /// The names in a folder, sorted; empty where it cannot be read.
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

  /// Time that only goes forward, from an arbitrary beginning.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The words of the line behind the program's name.
  static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { FileName.text(of: $0) }
    }
  }

  static var processIdentifier: Int { Int(getpid()) }

  /// Whether there is a process of that number.
  static func isRunning(_ process: Int) -> Bool {
    guard let number = pid_t(exactly: process) else { return false }
    return kill(number, 0) == 0 || errno != ESRCH
  }

  /// The file of the program that runs, where the system tells.
  static var programPath: String? { linkTarget("/proc/self/exe") }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static func isTerminal(_ descriptor: Descriptor) -> Bool {
    isatty(descriptor) == 1
  }

  /// The columns of a terminal; nil where it does not say.
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

  /// Nanoseconds since some moment, on a clock that nobody sets.
  static var moment: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  // MARK: Signals

  /// A reader that goes away, or a file that may not grow further, is an error of `write`, not the
  /// end of the process.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The path that a signal handler removes.
  private static let pathToUnlink = SignalCell<UnsafePointer<CChar>?>(nil)

  /// Has the file removed when the user interrupts the process.
  static func removeOnInterrupt(_ path: String) {
    pathToUnlink.value = strdup(FileName.bytes(of: path)).map { UnsafePointer($0) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number, interrupted)
      // A caller that ignores a signal (nohup) wants it ignored here as well.
      if isIgnored(previous) { signal(number, SIG_IGN) }
    }
  }

  /// The path that was to be removed is a whole result now, or gone.
  static func keepOnInterrupt() {
    pathToUnlink.value = nil
  }

  private static func isIgnored(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// INVARIANT: calls only what is safe in a signal handler.
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
