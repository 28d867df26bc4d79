import FlintCore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a stored file holds, and how it says so.
protocol StoredContents: Codable, Equatable, Sendable {
  /// Tells the file from others.
  static var format: String { get }

  /// Nothing stored yet.
  init()
}

/// A small JSON file that several processes read and change at once.
///
/// A change is made to what the file holds at that moment, under a lock that all of them take, and put in place whole by
/// renaming. So none is lost, and nobody ever reads half a file.
final class SharedFile<Contents: StoredContents>: Sendable {
  /// What this process knows of the file.
  private enum Known: Equatable {
    /// Nobody has asked yet.
    case nothing
    case contents(Contents)
    case unusable(StorageProblem)
  }

  private struct Cache {
    var known = Known.nothing

    /// The file that `known` was read from; nil where a reading is needed to tell whether it still holds.
    var identity: FileIdentity?
  }

  private let path: String
  private let report: @Sendable (StorageProblem) -> Void
  private let onOthersChange: @Sendable () -> Void
  private let cache = Locked(Cache())

  /// - Parameter onOthersChange: Is told when a reading finds that somebody else has changed the file.
  init(
    path: String, report: @escaping @Sendable (StorageProblem) -> Void,
    onOthersChange: @escaping @Sendable () -> Void
  ) {
    // Those who come by a link and those who do not must take the same lock.
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    self.report = report
    self.onOthersChange = onOthersChange
  }

  /// What the file holds now; empty where there is none. Nil where it cannot be read, which is reported once.
  ///
  /// The file is read anew only where it can be another than before.
  func contents() -> Contents? {
    let before = cache.withLock { $0 }
    if case .contents(let contents) = before.known, let identity = before.identity,
      identity == FileIdentity(path: path)
    {
      return contents
    }
    do throws(StorageProblem) {
      let contents = try current()
      tellOthersChange(since: before.known, until: .contents(contents))
      return contents
    } catch {
      let now = Known.unusable(error)
      cache.withLock { $0 = Cache(known: now) }
      if now != before.known { report(error) }
      tellOthersChange(since: before.known, until: now)
      return nil
    }
  }

  // INVARIANT: called without the file's lock, since those who are told may change the file.
  private func tellOthersChange(since before: Known, until now: Known) {
    if before != .nothing, before != now { onOthersChange() }
  }

  /// What is whole is read without the lock, since a file is only ever replaced. What is not needs it to be kept aside.
  private func current() throws(StorageProblem) -> Contents {
    if let contents = try readWhole() { return contents }
    var damage: StorageProblem?
    defer { if let damage { report(damage) } }
    return try locked { () throws(StorageProblem) in try read(&damage) }
  }

  /// Changes what the file holds, and tells what it held before and holds now.
  func update(
    _ change: (inout Contents) -> Void
  ) throws(StorageProblem) -> (old: Contents, new: Contents) {
    let before = cache.withLock { $0.known }
    // INVARIANT: reported without the file's lock, for the same reason.
    var damage: StorageProblem?
    defer { if let damage { report(damage) } }
    let (old, new) = try locked { () throws(StorageProblem) -> (Contents, Contents) in
      let old = try read(&damage)
      var new = old
      change(&new)
      if new != old { try write(new) }
      return (old, new)
    }
    tellOthersChange(since: before, until: .contents(old))
    return (old, new)
  }

  // MARK: Reading

  /// Reads under the lock; a file that cannot be ours is kept aside, and what is held is then nothing.
  private func read(_ damage: inout StorageProblem?) throws(StorageProblem) -> Contents {
    if let contents = try readWhole() { return contents }
    damage = try keepAside()
    return remember(Contents(), from: nil)
  }

  /// Nil where the file cannot be ours, or is torn.
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

  /// Nil where there is no file.
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

  /// Tells where to.
  private func keepAside() throws(StorageProblem) -> StorageProblem {
    for number in 1... {
      let aside = "\(path).damaged-\(number)"
      // A link fails where there is a file already: nothing kept before is overwritten.
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

  /// The header's keys stand beside those of the contents.
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
    // INVARIANT: who holds the lock has the draft alone, so what a killed process left of one is written over.
    let draft = path + ".tmp"
    guard writeDraft(bytes, to: draft), rename(draft, path) == 0 else {
      let number = errno
      unlink(draft)
      throw .refused(.write, path: path, errno: number)
    }
    synchronizeFolder()
    _ = remember(contents, from: FileIdentity(path: path))
  }

  /// Writes a new file and has the system put it on the disk; errno says why where it does not.
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

  /// Has the system put the file's new place on the disk; a folder that does not know how is no failure.
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
    // Closing gives the lock back, as the end of the process does.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { throw .refused(.lock, path: lock, errno: errno) }
    }
    return try body()
  }
}

/// Which file stands at a path: another after each change, since each change puts a new one there.
///
/// Nil where the system shows no file, and where it is so new that the next could look the same: a file system can give the
/// next file the same number, and its clock can stand still for a while.
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
    // The coarsest clock of a file system counts every other second.
    guard Date().timeIntervalSince1970 - Double(seconds) > 3 else { return nil }
  }
}
