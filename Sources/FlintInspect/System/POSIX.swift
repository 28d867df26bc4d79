// The functions of the operating system that the commands need.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `errno` of a failed call.
struct SystemError: Error, Equatable {
  let code: CInt

  static let notFound = SystemError(code: ENOENT)
  static let isDirectory = SystemError(code: EISDIR)
  static let exists = SystemError(code: EEXIST)
  static let brokenPipe = SystemError(code: EPIPE)

  static var last: SystemError { SystemError(code: errno) }

  /// With a lowercase first letter, as all messages.
  var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

// The functions of the C library that have the same names as functions of ``POSIX``. Inside an extension of ``POSIX``,
// such a name means its own function. `systemWrite` is safe in a signal handler.

func systemRead(_ file: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

func systemClose(_ file: CInt) -> CInt { close(file) }
func systemRename(_ from: [CChar], _ target: [CChar]) -> CInt { rename(from, target) }
func systemLink(_ from: [CChar], _ target: [CChar]) -> CInt { link(from, target) }
func systemPipe(_ ends: UnsafeMutablePointer<CInt>) -> CInt { pipe(ends) }

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

    let number: UInt64
    let device: UInt64

    /// The time of the last change of content or properties, in nanoseconds since 1970. Unlike the time of
    /// modification, no program can set it.
    let changed: Int
  }

  // MARK: Files

  static func openForReading(_ path: String) throws(SystemError) -> Descriptor {
    try aboveStandard(retrying { open(FileName.bytes(of: path), O_RDONLY | O_CLOEXEC) })
  }

  static func openForWriting(_ path: String) throws(SystemError) -> Descriptor {
    try aboveStandard(retrying { open(FileName.bytes(of: path), O_WRONLY | O_CLOEXEC) })
  }

  /// Throws if it exists.
  static func create(_ path: String, permissions: UInt32) throws(SystemError) -> Descriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    return try aboveStandard(
      retrying { open(FileName.bytes(of: path), flags, mode_t(permissions)) })
  }

  /// Above 2: a file could get the number of a closed standard stream, and then its text.
  static func aboveStandard(_ descriptor: Descriptor) throws(SystemError) -> Descriptor {
    guard descriptor <= standardError else { return descriptor }
    defer { close(descriptor) }
    return try duplicate(descriptor)
  }

  static func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus {
    var result = stat()
    try retrying { fstat(descriptor, &result) }
    return FileStatus(result)
  }

  /// Follows links.
  static func status(_ path: String) throws(SystemError) -> FileStatus {
    var result = stat()
    try retrying { stat(FileName.bytes(of: path), &result) }
    return FileStatus(result)
  }

  /// Also true if unknown.
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

  /// 0 at the end.
  static func read(
    _ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
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

  /// All bytes.
  static func write(_ descriptor: Descriptor, _ bytes: RawSpan) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer.baseAddress, buffer.count)
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

  static func synchronize(_ descriptor: Descriptor) throws(SystemError) {
    try retrying { fsync(descriptor) }
  }

  static func close(_ descriptor: Descriptor) {
    _ = systemClose(descriptor)
  }

  static func setPermissions(_ descriptor: Descriptor, _ permissions: UInt32) throws(SystemError) {
    try retrying { fchmod(descriptor, mode_t(permissions)) }
  }

  static func rename(_ from: String, to target: String) throws(SystemError) {
    try retrying { systemRename(FileName.bytes(of: from), FileName.bytes(of: target)) }
  }

  /// Throws if the target exists.
  static func link(_ from: String, to target: String) throws(SystemError) {
    try retrying { systemLink(FileName.bytes(of: from), FileName.bytes(of: target)) }
  }

  @discardableResult static func remove(_ path: String) -> Bool {
    unlink(FileName.bytes(of: path)) == 0
  }

  // MARK: Locks

  /// Locks an open file or folder against other processes, until it is closed. Returns false if another process has the
  /// lock, or if the file system has no locks.
  @discardableResult static func lock(_ descriptor: Descriptor, waits: Bool) -> Bool {
    (try? retrying { flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }) != nil
  }

  /// Returns whether a path still names an open file.
  static func isOpen(_ path: String, as descriptor: Descriptor) -> Bool {
    guard let named = try? status(path), let open = try? status(descriptor) else { return false }
    return named.number == open.number
  }

  /// Reads and replaces the file at `path` without losing what other processes write: its folder is locked, because the
  /// file itself is replaced and may not exist yet, and a lock file would remain.
  static func locking<Result, Failure: Error>(
    folderOf path: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let target = Output.target(of: path)
    let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(target[...$0]) } ?? "."
    let descriptor = try? openForReading(folder)
    defer { if let descriptor { close(descriptor) } }
    if let descriptor { lock(descriptor, waits: true) }
    return try body()
  }

  /// Links resolved; nil without a file.
  static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(FileName.bytes(of: path), nil) else { return nil }
    defer { free(pointer) }
    return FileName.text(of: pointer)
  }

  /// Nil if it is no link.
  static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(FileName.bytes(of: path), start, buffer.count - 1)
      guard count > 0 else { return nil }
      buffer[count] = 0
      return FileName.text(of: start)
    }
  }

  /// Above the standard streams.
  static func duplicate(_ descriptor: Descriptor) throws(SystemError) -> Descriptor {
    try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, standardError + 1) }
  }

  /// Empty if unreadable.
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
  static func retrying(_ call: () -> CInt) throws(SystemError) -> CInt {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
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
    device = UInt64(truncatingIfNeeded: status.st_dev)
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    changed = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
