/// Writes to standard output, or replaces a file atomically. `finish()` renames a hidden temporary
/// file in its folder. Devices and pipes are written directly. Unbuffered.
final class Output {
  enum Existing {
    case replace, refuse

    /// Replaces the file only if it still has this content; nil if there was no file.
    case replaceUnchanged(SourceText?)
  }

  private let name: String
  private let existing: Existing
  private let descriptor: POSIX.Descriptor

  /// The temporary file and the file that it replaces. In `target`, links are resolved.
  private let replacement: (temporary: String, target: String)?
  private var isFinished = false

  /// Escapes commands of CI systems. Nil if the output is the user's own text, which must not
  /// change.
  private var filter: WorkflowCommandFilter?

  /// The first error, after which output is dropped. A closed pipe is not reported: a reader such
  /// as `head` stops early.
  private var failure: (any Error)?

  init(
    path: String = "-", existing: Existing = .replace, filter: WorkflowCommandFilter? = nil
  ) throws {
    (name, self.existing, self.filter) = (path, existing, filter)
    do {
      (descriptor, replacement) =
        path == "-" ? (POSIX.standardOutput, nil) : try Self.open(path, existing)
    } catch {
      throw Problem.write(path, error)
    }
  }

  private static func open(
    _ path: String, _ existing: Existing
  ) throws -> (POSIX.Descriptor, (temporary: String, target: String)?) {
    if let open = openDescriptor(path) { return (try POSIX.duplicate(open), nil) }
    let status = try existingStatus(path)
    if let status {
      if status.isDirectory { throw SystemError.isDirectory }
      if !status.isRegular { return (try POSIX.openForWriting(path), nil) }
      if case .refuse = existing { throw SystemError.exists }
      // Do not replace a file that is not writable.
      POSIX.closeFile(try POSIX.openForWriting(path))
    }
    let target = target(of: path)
    let (descriptor, temporary) = try createTemporary(beside: target)
    do {
      // Without the bits that let others run the file with its owner's rights.
      if let status { try POSIX.setPermissions(descriptor, status.permissions & 0o777) }
      return (descriptor, (temporary, target))
    } catch {
      POSIX.closeFile(descriptor)
      POSIX.remove(temporary)
      POSIX.keepOnInterrupt()
      throw error
    }
  }

  /// The descriptor of `/dev/stdout`, `/dev/fd/3` and the like; nil for other paths. It is written
  /// directly, without a temporary file.
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

  /// Whether the path is a file, not a folder, device or pipe.
  static func isFile(_ path: String) -> Bool {
    guard path != "-", openDescriptor(path) == nil else { return false }
    return (try? existingStatus(path))?.isRegular ?? false
  }

  /// The file to replace. Follows symbolic links, even to a missing file, to keep them.
  static func target(of path: String) -> String {
    if let resolved = POSIX.resolved(path) { return resolved }
    var result = path
    for _ in 0..<40 {
      guard let target = POSIX.linkTarget(result) else { break }
      result = target.hasPrefix("/") ? target : result.folder + target
    }
    return result
  }

  private static func existingStatus(_ path: String) throws -> POSIX.FileStatus? {
    do {
      return try POSIX.status(path)
    } catch let error as SystemError where error == .notFound {
      return nil
    }
  }

  /// Creates a hidden temporary file in the folder of `path`. Its writer keeps it locked; an unlocked one was left by a
  /// killed process and is removed.
  private static func createTemporary(
    beside path: String
  ) throws -> (POSIX.Descriptor, path: String) {
    var number = 1
    while true {
      let temporary = "\(path.folder).\(programName)-\(number).tmp"
      do {
        let descriptor = try POSIX.createTemporary(temporary, permissions: 0o666)
        POSIX.lock(descriptor, waits: true)
        if POSIX.isOpen(temporary, as: descriptor) { return (descriptor, temporary) }
        POSIX.keepOnInterrupt()
        POSIX.closeFile(descriptor)
      } catch let error as SystemError where error == .exists && number < 1000 {
        if !removesAbandoned(temporary) { number += 1 }
      }
    }
  }

  private static func removesAbandoned(_ temporary: String) -> Bool {
    guard let status = try? POSIX.status(temporary), status.isRegular,
      let descriptor = try? POSIX.openForReading(temporary)
    else { return false }
    defer { POSIX.closeFile(descriptor) }
    return POSIX.lock(descriptor, waits: false) && POSIX.isOpen(temporary, as: descriptor)
      && POSIX.remove(temporary)
  }

  var isOpen: Bool { failure == nil }

  func write(_ bytes: UnsafeRawBufferPointer) {
    if filter?.filter(bytes, writeUnfiltered) == nil { writeUnfiltered(bytes) }
  }

  func write(_ text: String) { Array(text.utf8).withUnsafeBytes { write($0) } }

  private func writeUnfiltered(_ bytes: UnsafeRawBufferPointer) {
    guard isOpen else { return }
    do {
      try POSIX.writeAll(descriptor, bytes)
    } catch {
      failure = error
    }
  }

  /// Completes the file. Throws the first error of writing.
  func finish() throws {
    if let failure, failure as? SystemError != .brokenPipe { throw Problem.write(name, failure) }
    guard let replacement else { return }
    do {
      try POSIX.synchronize(descriptor)
      try replace(replacement.target, by: replacement.temporary)
    } catch {
      guard case .replaceUnchanged = existing, [.exists, .notFound].contains(error as? SystemError)
      else {
        throw Problem.write(name, error)
      }
      throw Problem.write(
        name, "another program changed it meanwhile", hint: "run the command again")
    }
  }

  private func replace(_ target: String, by temporary: String) throws {
    switch existing {
    case .replace: break
    case .replaceUnchanged(let old?):
      let text = try InputReader.readFile(target)
      guard withExtendedLifetime(text, { $0.bytes.elementsEqual(old.bytes) }) else {
        throw SystemError.exists
      }
    case .refuse, .replaceUnchanged(nil):
      do {
        return try POSIX.linkFile(temporary, to: target)
      } catch let error as SystemError where error != .exists {
        // The file system does not support hard links, so rename the file.
      }
    }
    try POSIX.renameFile(temporary, to: target)
    isFinished = true
  }

  deinit {
    if descriptor != POSIX.standardOutput { POSIX.closeFile(descriptor) }
    guard let replacement else { return }
    if !isFinished { POSIX.remove(replacement.temporary) }
    POSIX.keepOnInterrupt()
  }
}
