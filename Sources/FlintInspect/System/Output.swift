import FlintText

/// Standard output, or a file replaced atomically: a hidden temporary file in its folder is renamed
/// by `finish()`. Devices and pipes are written directly. Unbuffered.
struct Output: ~Copyable {
  enum Existing {
    case replace, refuse

    /// Replaces a file only if its content is still this one; nil if there was no file.
    case replaceUnchanged(SourceText?)
  }

  private struct Replacement {
    let temporary: String
    /// Links resolved.
    let path: String
    let existing: Existing
  }

  private let descriptor: POSIX.Descriptor
  private let replacement: Replacement?
  private let name: String
  private var isFinished = false
  /// Further output is dropped: a reader such as `head` needs the first lines.
  private(set) var hasLostReader = false

  init(path: String = "-", existing: Existing = .replace) throws(Problem) {
    name = path
    do throws(SystemError) {
      (descriptor, replacement) =
        path == "-" ? (POSIX.standardOutput, nil) : try Self.open(path, existing)
    } catch {
      throw Problem.write(path, error)
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
      if case .refuse = existing { throw .exists }
      // Do not replace a file that is not writable.
      POSIX.close(try POSIX.openForWriting(path))
    }
    let target = target(of: path)
    let (descriptor, temporary) = try createTemporary(beside: target)
    let replacement = Replacement(temporary: temporary, path: target, existing: existing)
    guard let status else { return (descriptor, replacement) }
    do throws(SystemError) {
      // Without the bits that let others run the file with its owner's rights.
      try POSIX.setPermissions(descriptor, status.permissions & 0o777)
      return (descriptor, replacement)
    } catch {
      POSIX.close(descriptor)
      POSIX.remove(temporary)
      POSIX.keepOnInterrupt()
      throw error
    }
  }

  /// Returns the descriptor that a path such as `/dev/stdout` or `/dev/fd/3` denotes; nil for other paths. Such output
  /// is written directly to the descriptor, like standard output, and not first to a temporary file.
  static func openDescriptor(_ path: String) -> POSIX.Descriptor? {
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

  /// Regular.
  static func isFile(_ path: String) -> Bool {
    guard path != "-", openDescriptor(path) == nil else { return false }
    return (try? existingStatus(path))?.isRegular ?? false
  }

  /// Returns the path at which a file must be replaced or created. Follows symbolic links, also to a missing file, so
  /// that a link is kept.
  static func target(of path: String) -> String {
    if let resolved = POSIX.resolved(path) { return resolved }
    var result = path
    for _ in 0..<40 {
      guard let target = POSIX.linkTarget(result) else { break }
      let folder = result.utf8.lastIndex(of: UInt8(ascii: "/")).map { result[...$0] } ?? ""
      result = target.hasPrefix("/") ? target : folder + target
    }
    return result
  }

  private static func existingStatus(_ path: String) throws(SystemError) -> POSIX.FileStatus? {
    do throws(SystemError) {
      return try POSIX.status(path)
    } catch {
      if error == .notFound { return nil }
      throw error
    }
  }

  /// Creates a hidden temporary file in the folder of `path`. Its writer keeps it locked; an unlocked one was left by a
  /// killed process and is removed.
  private static func createTemporary(
    beside path: String
  ) throws(SystemError) -> (POSIX.Descriptor, path: String) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    var number = 1
    while true {
      let temporary = "\(folder).\(programName)-\(number).tmp"
      do throws(SystemError) {
        let descriptor = try POSIX.createTemporary(temporary, permissions: 0o666)
        POSIX.lock(descriptor, waits: true)
        if POSIX.isOpen(temporary, as: descriptor) { return (descriptor, temporary) }
        POSIX.keepOnInterrupt()
        POSIX.close(descriptor)
      } catch {
        guard error == .exists, number < 1000 else { throw error }
        if !removesAbandoned(temporary) { number += 1 }
      }
    }
  }

  private static func removesAbandoned(_ temporary: String) -> Bool {
    guard let status = try? POSIX.status(temporary), status.isRegular,
      let descriptor = try? POSIX.openForReading(temporary)
    else { return false }
    defer { POSIX.close(descriptor) }
    return POSIX.lock(descriptor, waits: false) && POSIX.isOpen(temporary, as: descriptor)
      && POSIX.remove(temporary)
  }

  mutating func write(_ bytes: RawSpan) throws(Problem) {
    if hasLostReader { return }
    do throws(SystemError) {
      try POSIX.write(descriptor, bytes)
    } catch {
      try fail(error)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws(Problem) {
    if hasLostReader { return }
    do throws(SystemError) {
      try POSIX.write(descriptor, bytes)
    } catch {
      try fail(error)
    }
  }

  private mutating func fail(_ error: SystemError) throws(Problem) {
    guard error == .brokenPipe else { throw Problem.write(name, error) }
    hasLostReader = true
  }

  mutating func write(_ text: String) throws(Problem) {
    try write(Array(text.utf8))
  }

  mutating func finish() throws(Problem) {
    guard let replacement else { return }
    do throws(SystemError) {
      try POSIX.synchronize(descriptor)
      switch replacement.existing {
      case .replace:
        try POSIX.rename(replacement.temporary, to: replacement.path)
        isFinished = true
      case .replaceUnchanged(let old?):
        let text = try InputReader.readFile(replacement.path)
        guard text.bytes.elementsEqual(old.bytes) else { throw .exists }
        try POSIX.rename(replacement.temporary, to: replacement.path)
        isFinished = true
      case .refuse, .replaceUnchanged(nil):
        try keepWithoutReplacing(replacement)
      }
    } catch {
      guard case .replaceUnchanged = replacement.existing,
        [.exists, .notFound].contains(error)
      else { throw Problem.write(name, error) }
      throw Problem.write(
        name, "another program changed it meanwhile", hint: "run the command again")
    }
  }

  private mutating func keepWithoutReplacing(_ new: Replacement) throws(SystemError) {
    do throws(SystemError) {
      try POSIX.link(new.temporary, to: new.path)
    } catch {
      if error == .exists { throw error }
      // The file system does not support hard links, so rename the file.
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

/// For byte sinks, which cannot throw: the first error is thrown by `finish()`.
final class OutputStream {
  private var output: Output
  private var problem: Problem?

  /// Nil for a copy of the user's own text, which must stay as it is.
  private var filter: WorkflowCommandFilter?

  init(_ output: consuming Output, filter: WorkflowCommandFilter?) {
    self.output = output
    self.filter = filter
  }

  var isOpen: Bool { problem == nil && !output.hasLostReader }

  func write(_ bytes: UnsafeRawBufferPointer) {
    if filter?.filter(bytes, writeUnfiltered) == nil { writeUnfiltered(bytes) }
  }

  private func writeUnfiltered(_ bytes: UnsafeRawBufferPointer) {
    guard problem == nil else { return }
    do throws(Problem) {
      try output.write(bytes.bytes)
    } catch {
      problem = error
    }
  }

  func finish() throws(Problem) {
    if let problem { throw problem }
    try output.finish()
  }
}
