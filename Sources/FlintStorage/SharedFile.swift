import FlintCore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The contents of a stored file, with their JSON encoding.
protocol StoredContents: Codable, Equatable, Sendable {
  /// The name of the file format, stored in the file.
  static var format: String { get }

  /// Empty contents.
  init()
}

/// A small JSON file that several processes read and change at the same time.
///
/// A change is applied to the current contents under a lock that all processes take, and written atomically by renaming
/// a new file. So no change is lost, and readers never see a partial file.
final class SharedFile<Contents: StoredContents>: Sendable {
  /// The contents that this process read last.
  private enum Known: Equatable {
    /// The file has not been read yet.
    case nothing
    case contents(Contents)
    case unusable(StorageProblem)
  }

  private struct Cache {
    var known = Known.nothing

    /// The identity of the file when `known` was read; nil if the file must be read again.
    var identity: FileIdentity?
  }

  private let path: String
  private let report: @Sendable (StorageProblem) -> Void
  private let onOthersChange: @Sendable () -> Void
  private let cache = Locked(Cache())

  /// - Parameter onOthersChange: Called when a read detects that another process has changed the file.
  init(
    path: String, report: @escaping @Sendable (StorageProblem) -> Void,
    onOthersChange: @escaping @Sendable () -> Void
  ) {
    // Processes that use a link to the file and those that do not must take the same lock.
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    self.report = report
    self.onOthersChange = onOthersChange
  }

  /// Returns the current contents. They are empty if there is no file. Returns nil if the file cannot be read, and
  /// reports the problem once.
  ///
  /// The file is read again only if it may have changed.
  func contents() -> Contents? {
    let before = cache.withLock { $0 }
    if case .contents(let contents) = before.known, let identity = before.identity,
      identity == FileIdentity(path: path)
    {
      return contents
    }
    do throws(StorageProblem) {
      let contents = try current()
      reportExternalChange(since: before.known, until: .contents(contents))
      return contents
    } catch {
      let now = Known.unusable(error)
      cache.withLock { $0 = Cache(known: now) }
      if now != before.known { report(error) }
      reportExternalChange(since: before.known, until: now)
      return nil
    }
  }

  // INVARIANT: called without the file's lock, since the callee may change the file.
  private func reportExternalChange(since before: Known, until now: Known) {
    if before != .nothing, before != now { onOthersChange() }
  }

  /// Reads the file. No lock is needed for a valid file, since files are only replaced as a whole. Moving a damaged file
  /// aside takes the lock.
  private func current() throws(StorageProblem) -> Contents {
    if let contents = try readWhole() { return contents }
    var damage: StorageProblem?
    defer { if let damage { report(damage) } }
    return try locked { () throws(StorageProblem) in try read(&damage) }
  }

  /// Changes the contents and returns those before and after.
  func update(
    _ change: (inout Contents) -> Void
  ) throws(StorageProblem) -> (old: Contents, new: Contents) {
    let before = cache.withLock { $0.known }
    // INVARIANT: reported without the file's lock, since the callee may change the file.
    var damage: StorageProblem?
    defer { if let damage { report(damage) } }
    let (old, new) = try locked { () throws(StorageProblem) -> (Contents, Contents) in
      let old = try read(&damage)
      var new = old
      change(&new)
      if new != old { try write(new) }
      return (old, new)
    }
    reportExternalChange(since: before, until: .contents(old))
    return (old, new)
  }

  // MARK: Reading

  /// Reads the file under the lock. A damaged or foreign file is moved aside, and the contents are then empty.
  private func read(_ damage: inout StorageProblem?) throws(StorageProblem) -> Contents {
    if let contents = try readWhole() { return contents }
    damage = try keepAside()
    return remember(Contents(), from: nil)
  }

  /// Returns the decoded contents, or nil if the file is damaged or has another format.
  private func readWhole() throws(StorageProblem) -> Contents? {
    guard let (bytes, identity) = try readBytes() else { return remember(Contents(), from: nil) }
    let decoder = JSONDecoder()
    guard let header = try? decoder.decode(Header.self, from: bytes),
      header.format == Contents.format
    else { return nil }
    guard header.version <= Header.currentVersion else {
      throw .tooNew(path: path, version: header.version)
    }
    guard let contents = try? decoder.decode(Contents.self, from: bytes) else { return nil }
    return remember(contents, from: identity)
  }

  private func remember(_ contents: Contents, from identity: FileIdentity?) -> Contents {
    cache.withLock { $0 = Cache(known: .contents(contents), identity: identity) }
    return contents
  }

  /// Returns the bytes of the file and its identity, or nil if there is no file.
  private func readBytes() throws(StorageProblem) -> (Data, FileIdentity?)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
      if errno == ENOENT { return nil }
      throw .refused(.read, path: path, errno: errno)
    }
    defer { close(descriptor) }
    let identity = FileIdentity(descriptor: descriptor)
    var bytes = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count == 0 { return (bytes, identity) }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if errno != EINTR {
        throw .refused(.read, path: path, errno: errno)
      }
    }
  }

  /// Moves the file aside and returns a problem with its new path.
  private func keepAside() throws(StorageProblem) -> StorageProblem {
    for number in 1... {
      let aside = "\(path).damaged-\(number)"
      // `link` fails if the target exists, so that no file moved aside before is overwritten.
      if link(path, aside) == 0 {
        unlink(path)
        return .damaged(path: path, keptAs: aside)
      }
      if errno != EEXIST { break }
    }
    throw .refused(.keepAside, path: path, errno: errno)
  }

  // MARK: Writing

  private struct Header: Codable {
    static var currentVersion: Int { 1 }

    var format: String
    var version: Int
  }

  /// The stored document: a header next to the keys of the contents.
  private struct Document: Encodable {
    let contents: Contents

    func encode(to encoder: any Encoder) throws {
      try Header(format: Contents.format, version: Header.currentVersion).encode(to: encoder)
      try contents.encode(to: encoder)
    }
  }

  private func write(_ contents: Contents) throws(StorageProblem) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(Document(contents: contents)) else {
      throw .refused(.write, path: path, errno: EINVAL)
    }
    // INVARIANT: the holder of the lock is the only writer of the temporary file, so one left by a killed process is
    // overwritten.
    let draft = path + ".tmp"
    guard writeDraft(bytes, to: draft), rename(draft, path) == 0 else {
      let number = errno
      unlink(draft)
      throw .refused(.write, path: path, errno: number)
    }
    synchronizeFolder()
    _ = remember(contents, from: FileIdentity(path: path))
  }

  /// Writes and synchronizes the temporary file. Returns false on failure, with the reason in `errno`.
  private func writeDraft(_ bytes: Data, to draft: String) -> Bool {
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    var old = stat()
    if stat(path, &old) == 0 { fchmod(descriptor, old.st_mode & 0o777) }
    let isWritten = bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress!, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        rest = rest.dropFirst(count)
      }
      return fsync(descriptor) == 0
    }
    let number = errno
    close(descriptor)
    if !isWritten { errno = number }
    return isWritten
  }

  /// Synchronizes the folder, so that the renamed file survives a power failure. File systems without this call are
  /// accepted.
  private func synchronizeFolder() {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: Locking

  private func locked<Result>(
    _ body: () throws(StorageProblem) -> Result
  ) throws(StorageProblem) -> Result {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lock = path + ".lock"
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .refused(.lock, path: lock, errno: errno) }
    // Closing the file releases the lock, as does the end of the process.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { throw .refused(.lock, path: lock, errno: errno) }
    }
    return try body()
  }
}

/// The identity of the file at a path. Each change creates a new file and therefore a new identity.
///
/// Initialization returns nil if there is no file, or if the file is so new that its successor could have the same
/// identity: a file system may reuse inode numbers, and its clock may have a resolution of seconds.
private struct FileIdentity: Equatable {
  let device: UInt64
  let number: UInt64
  let seconds: Int
  let nanoseconds: Int
  let size: Int64

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
    // The coarsest file system clock ticks every two seconds.
    guard Date().timeIntervalSince1970 - Double(seconds) > 3 else { return nil }
  }
}
