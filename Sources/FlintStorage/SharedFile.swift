import FlintCore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

protocol StoredContents: Codable, Equatable, Sendable {
  /// The format's name, stored in the file to recognize other formats: `flint-purchases`.
  static var format: String { get }

  init()
}

/// A small JSON file that several processes change. A change takes a lock, reads, and replaces the
/// file atomically. No change is lost, and no reader sees part of a file.
final class SharedFile<Contents: StoredContents>: Sendable {
  private enum LastResult: Equatable {
    case nothing
    case contents(Contents)
    case unusable(StorageProblem)
  }

  private struct Cache {
    var lastResult = LastResult.nothing

    /// Of the file that gave `lastResult`; nil to read the file again.
    var identity: FileIdentity?
  }

  private let path: String
  private let report: @Sendable (StorageProblem) -> Void
  private let onOthersChange: @Sendable () -> Void
  private let cache = Locked(Cache())

  /// Neither reads nor creates the file.
  init(
    path: String, report: @escaping @Sendable (StorageProblem) -> Void,
    onOthersChange: @escaping @Sendable () -> Void
  ) {
    // Links are resolved, because processes that use a link to the file and those that do not must take the same lock.
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    self.report = report
    self.onOthersChange = onOthersChange
  }

  /// Empty without a file, nil if the file is unreadable. Each problem is reported once. The file
  /// is read again only if its ``FileIdentity`` may have changed.
  func contents() -> Contents? {
    let before = cache.withLock { $0 }
    if case .contents(let contents) = before.lastResult, let identity = before.identity,
      identity == FileIdentity(path: path)
    {
      return contents
    }
    do throws(StorageProblem) {
      let contents = try current()
      reportExternalChange(since: before.lastResult, until: .contents(contents))
      return contents
    } catch {
      let now = LastResult.unusable(error)
      cache.withLock { $0 = Cache(lastResult: now) }
      if now != before.lastResult { report(error) }
      reportExternalChange(since: before.lastResult, until: now)
      return nil
    }
  }

  // INVARIANT: called while this process does not hold the file's lock, since the callee may change the file and take
  // the lock.
  private func reportExternalChange(since before: LastResult, until now: LastResult) {
    if before != .nothing, before != now { onOthersChange() }
  }

  /// Reads without a lock, because files are replaced as a whole. Renaming a damaged file needs the
  /// lock.
  private func current() throws(StorageProblem) -> Contents {
    if let contents = try readWhole() { return contents }
    var damage: StorageProblem?
    defer { if let damage { report(damage) } }
    return try locked { () throws(StorageProblem) in try read(&damage) }
  }

  func update(
    _ change: (inout Contents) -> Void
  ) throws(StorageProblem) -> (old: Contents, new: Contents) {
    let before = cache.withLock { $0.lastResult }
    // INVARIANT: damage is reported after the file's lock is released, since the callee may change the file and take
    // the lock.
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

  private func read(_ damage: inout StorageProblem?) throws(StorageProblem) -> Contents {
    if let contents = try readWhole() { return contents }
    damage = try moveAside()
    return remember(Contents(), from: nil)
  }

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
    cache.withLock { $0 = Cache(lastResult: .contents(contents), identity: identity) }
    return contents
  }

  /// The file's bytes and identity; nil without a file. The identity is nil if the file's next
  /// version could have the same identity.
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

  /// Renames the damaged file, so that a new one cannot overwrite it.
  private func moveAside() throws(StorageProblem) -> StorageProblem {
    for number in 1... {
      let aside = "\(path).damaged-\(number)"
      // `link` fails if the target exists, so that a file that was moved aside earlier is not overwritten.
      if link(path, aside) == 0 {
        unlink(path)
        return .damaged(path: path, keptAs: aside)
      }
      if errno != EEXIST { break }
    }
    throw .refused(.moveAside, path: path, errno: errno)
  }

  // MARK: Writing

  private struct Header: Codable {
    static var currentVersion: Int { 1 }

    var format: String
    var version: Int
  }

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
    // INVARIANT: only the holder of the lock writes the temporary file, so an existing one was left by a killed process
    // and can be replaced.
    let draft = path + ".tmp"
    guard writeDraft(bytes, to: draft), rename(draft, path) == 0 else {
      let number = errno
      unlink(draft)
      throw .refused(.write, path: path, errno: number)
    }
    synchronizeFolder()
    _ = remember(contents, from: FileIdentity(path: path))
  }

  /// Writes the bytes, and waits for the disk (`fsync`). False leaves the reason in `errno`.
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

  /// Makes the rename survive a power failure. Errors are ignored, because some file systems lack
  /// the call.
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
    // Closing the lock file releases the lock, as does the end of the process.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { throw .refused(.lock, path: lock, errno: errno) }
    }
    return try body()
  }
}

/// A file version by device, inode, modification time and size. Nil without a file, or if the file
/// is so new that its next version could have the same values (inodes are reused).
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
    // The coarsest clock of a file system ticks every two seconds; the limit of three leaves a margin.
    guard Date().timeIntervalSince1970 - Double(seconds) > 3 else { return nil }
  }
}

/// Why a stored file could not be used. The file is never deleted.
public enum StorageProblem: Error, Hashable, Sendable {
  case refused(Operation, path: String, errno: Int32)

  /// The file's content is damaged. The file was renamed to `keptAs`; the storage continues without
  /// its values.
  case damaged(path: String, keptAs: String)

  /// A later version of the library wrote the file; it remains unchanged.
  case tooNew(path: String, version: Int)

  public enum Operation: String, Hashable, Sendable {
    case read, write, lock
    case moveAside = "move"
  }
}

extension StorageProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let operation, let path, let number):
      "cannot \(operation.rawValue) '\(path)': \(String(cString: strerror(number)))"
    case .damaged(let path, let keptAs):
      "'\(path)' is damaged or has another format; it was moved to '\(keptAs)'"
    case .tooNew(let path, let version):
      "'\(path)' has file format \(version), which only later versions of the library can read"
    }
  }
}
