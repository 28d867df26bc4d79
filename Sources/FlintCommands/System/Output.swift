/// Where a result goes, in big pieces: standard output, or a file that is written whole or not at
/// all.
///
/// A result for a file is written to a hidden file beside it, which takes its place in `finish()`;
/// until then, and whatever happens, the old content stays. Devices and pipes are written directly.
struct Output: ~Copyable {
  /// What to do with a file that is there already.
  enum Existing { case replace, refuse }

  /// A new file on its way to the place of another.
  private struct Replacement {
    let temporary: String
    /// The file to replace, with symbolic links followed.
    let path: String
    let existing: Existing
  }

  private let descriptor: POSIX.Descriptor
  private let replacement: Replacement?
  /// As it was given; `-` for standard output.
  private let name: String
  private var isFinished = false
  /// Whether the reader of a pipe has gone away. What is written after that is dropped: who reads
  /// only the first lines has what they wanted.
  private(set) var hasLostReader = false

  /// - Parameter path: `-` is standard output.
  init(path: String = "-", existing: Existing = .replace) throws(FileProblem) {
    name = path
    do throws(SystemError) {
      (descriptor, replacement) =
        path == "-" ? (POSIX.standardOutput, nil) : try Self.open(path, existing)
    } catch {
      throw FileProblem(.write, path, error: error)
    }
  }

  private static func open(
    _ path: String, _ existing: Existing
  ) throws(SystemError) -> (POSIX.Descriptor, Replacement?) {
    if let open = openDescriptor(path) { return (try POSIX.duplicate(open), nil) }
    let status = try existingStatus(path)
    if let status {
      if status.isDirectory { throw .isDirectory }
      if !status.isRegular { return (try POSIX.openForWriting(path), nil) }
      if existing == .refuse { throw .exists }
      // A file that may not be written must not be replaced either.
      POSIX.close(try POSIX.openForWriting(path))
    }
    let place = POSIX.resolved(path) ?? placeBehindLinks(path)
    let (descriptor, temporary) = try createTemporary(beside: place)
    let replacement = Replacement(temporary: temporary, path: place, existing: existing)
    guard let status else { return (descriptor, replacement) }
    do throws(SystemError) {
      try POSIX.setPermissions(descriptor, status.permissions)
      return (descriptor, replacement)
    } catch {
      POSIX.close(descriptor)
      POSIX.remove(temporary)
      POSIX.keepOnInterrupt()
      throw error
    }
  }

  /// The descriptor that a path of the system stands for. What the shell has written to the file
  /// behind it stays, as it does with standard output.
  private static func openDescriptor(_ path: String) -> POSIX.Descriptor? {
    switch path {
    case "/dev/stdout": return POSIX.standardOutput
    case "/dev/stderr": return POSIX.standardError
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return POSIX.Descriptor(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Whether a result for a path is kept in a file of that name, and not passed on to a pipe, device or open descriptor.
  static func isFile(_ path: String) -> Bool {
    guard path != "-", openDescriptor(path) == nil else { return false }
    return (try? existingStatus(path))?.isRegular ?? false
  }

  /// Where a new file is made: what a symbolic link names that leads nowhere yet, else the path.
  private static func placeBehindLinks(_ path: String) -> String {
    var place = path
    for _ in 0..<40 {
      guard let target = POSIX.linkTarget(place) else { break }
      let folder = place.utf8.lastIndex(of: UInt8(ascii: "/")).map { place[...$0] } ?? ""
      place = target.hasPrefix("/") ? target : folder + target
    }
    return place
  }

  private static func existingStatus(_ path: String) throws(SystemError) -> POSIX.FileStatus? {
    do throws(SystemError) {
      return try POSIX.status(path)
    } catch {
      if error == .notFound { return nil }
      throw error
    }
  }

  /// A new hidden file in the folder of `path`; one that a killed process left there, which had the
  /// same number, is passed over.
  private static func createTemporary(
    beside path: String
  ) throws(SystemError) -> (POSIX.Descriptor, path: String) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    let stem = "\(folder).\(programName)-\(POSIX.processIdentifier)"
    var attempt = 1
    while true {
      let temporary = "\(stem)-\(attempt).tmp"
      POSIX.removeOnInterrupt(temporary)
      do throws(SystemError) {
        return (try POSIX.create(temporary, permissions: 0o666), temporary)
      } catch {
        guard error == .exists, attempt < 100 else {
          POSIX.keepOnInterrupt()
          throw error
        }
        attempt += 1
      }
    }
  }

  /// Errors: the disk is full, the descriptor is not open, and the like.
  mutating func write(_ bytes: RawSpan) throws(FileProblem) {
    if hasLostReader { return }
    do throws(SystemError) {
      try POSIX.write(descriptor, bytes)
    } catch {
      try fail(error)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws(FileProblem) {
    if hasLostReader { return }
    do throws(SystemError) {
      try POSIX.write(descriptor, bytes)
    } catch {
      try fail(error)
    }
  }

  /// A reader who has gone is no problem, and is written to no more.
  private mutating func fail(_ error: SystemError) throws(FileProblem) {
    guard error == .brokenPipe else { throw FileProblem(.write, name, error: error) }
    hasLostReader = true
  }

  mutating func write(_ text: String) throws(FileProblem) {
    try write(Array(text.utf8))
  }

  /// Puts a file's new content in its place. Nothing is written after that.
  mutating func finish() throws(FileProblem) {
    guard let replacement else { return }
    do throws(SystemError) {
      try POSIX.synchronize(descriptor)
      switch replacement.existing {
      case .replace:
        try POSIX.rename(replacement.temporary, to: replacement.path)
        isFinished = true
      case .refuse:
        try keepWithoutReplacing(replacement)
      }
    } catch {
      throw FileProblem(.write, name, error: error)
    }
  }

  /// Errors: somebody has made the file in the meantime.
  private mutating func keepWithoutReplacing(_ new: Replacement) throws(SystemError) {
    do throws(SystemError) {
      try POSIX.link(new.temporary, to: new.path)
    } catch {
      if error == .exists { throw error }
      // A disk on which a file has no second name.
      try POSIX.rename(new.temporary, to: new.path)
      isFinished = true
    }
  }

  deinit {
    if descriptor != POSIX.standardOutput { POSIX.close(descriptor) }
    guard let replacement else { return }
    if !isFinished { POSIX.remove(replacement.temporary) }
    POSIX.keepOnInterrupt()
  }
}

/// An output behind a sink, which cannot throw: the first problem is kept for `finish()`.
final class OutputStream {
  private var output: Output
  private var problem: FileProblem?

  init(_ output: consuming Output) {
    self.output = output
  }

  /// Whether what is written still arrives somewhere.
  var isOpen: Bool { problem == nil && !output.hasLostReader }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard problem == nil else { return }
    do throws(FileProblem) {
      try output.write(bytes.bytes)
    } catch {
      problem = error
    }
  }

  func finish() throws(FileProblem) {
    if let problem { throw problem }
    try output.finish()
  }
}
