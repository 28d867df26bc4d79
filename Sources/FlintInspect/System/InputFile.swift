import FlintProject
import FlintText

/// An error about a file that could not be read or written, or that has the wrong content for the command.
struct FileProblem: Error, Equatable {
  enum Operation: Sendable { case read, write }

  enum Reason: Equatable {
    /// The file does not exist. `nearest` is the path of a file in the same folder with a similar name; nil if there is
    /// none.
    case notFound(nearest: String?)
    /// No file has this name, which could be that of a Git revision, such as `main`. The user has probably forgotten
    /// the path of the file: `main:flint.json`.
    case noPathAtRevision
    case isDirectory
    case exists

    /// Another program wrote the file after the command had read it.
    case changed
    /// Writing the file would replace an input.
    case isInput
    /// The option with this name makes the command write to the same file.
    case isOtherOutput(String)
    case standardInputTaken

    /// Standard input cannot be read as a file, because a server receives the messages of its client on it.
    case standardInputServes

    /// The file is outside the folder in which the server `mcp` was started, so its client may not read it.
    case outsideFolder

    /// A client of the server `mcp` requested that a file be written, but the server never writes files.
    case readOnly
    case noScenarios
    /// The input contains no states, so there is no user to count.
    case noStates
    /// A total, such as the sum of all weights, would exceed 2^63-1. A weight is the number of users that one line of
    /// the input stands for.
    case tooMuchWeight
    /// The results in this file and in the first file have different fingerprints or features.
    case otherManifest
    /// `audience --merge` cannot add up the results in this file and in the first file, because their users are grouped
    /// by different facts (`--by`), or only one of the results has groups.
    case otherKeys
    /// `--max-loss` limits the number of users who lose a feature, but the result does not contain losses, because it
    /// does not compare two manifests.
    case noComparison
    /// The option `--by` would divide the users into more groups than `audience` supports.
    case tooManyGroups
    case system(String)
    /// The path has the form `REV:PATH`, no file on disk has this name, and Git could not read it.
    case git(GitProblem)
    case noHistory(GitProblem)
    /// The path to which the command would write has the form `REV:PATH`, which names a file in Git. Files in Git are
    /// read-only.
    case inRevision
  }

  let operation: Operation
  /// The path as written on the command line; `-` is standard input or output.
  let path: String
  let reason: Reason

  init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  init(_ operation: Operation, _ path: String, error: SystemError) {
    let reason: Reason =
      switch error {
      case .notFound where operation == .read: .notFound(nearest: nearestFile(to: path))
      case .isDirectory: .isDirectory
      case .exists: .exists
      default: .system(error.description)
      }
    self.init(operation, path, reason)
  }
}

/// Reads whole files. It does not map files into memory. Mapping would not be faster, and if another program shortened
/// a mapped file, the system would end this process.
struct InputReader {
  private var standardInputIsTaken = false

  /// Reads a file. The path `-` is standard input, which can be read only once.
  mutating func read(_ path: String) throws(FileProblem) -> SourceText {
    let isStandardInput = path == "-"
    if isStandardInput { try takeStandardInput() }
    do throws(SystemError) {
      return isStandardInput
        ? try Self.readAll(POSIX.standardInput) : try Self.readFile(path)
    } catch {
      throw FileProblem(.read, path, error: error)
    }
  }

  /// Reads the file at a path. Unlike ``read(_:)``, it reads a file named `-`, not standard input.
  static func readFile(_ path: String) throws(SystemError) -> SourceText {
    let descriptor = try POSIX.openForReading(path)
    defer { POSIX.close(descriptor) }
    return try readAll(descriptor)
  }

  mutating func takeStandardInput() throws(FileProblem) {
    guard !standardInputIsTaken else { throw FileProblem(.read, "-", .standardInputTaken) }
    standardInputIsTaken = true
  }

  /// Reads to the end of the file. Memory for the whole file is allocated in advance. It is extended only if the file
  /// grows meanwhile, or if its size is unknown.
  private static func readAll(_ descriptor: POSIX.Descriptor) throws(SystemError) -> SourceText {
    let status = try POSIX.status(descriptor)
    if status.isDirectory { throw .isDirectory }
    let expected = status.isRegular ? status.size : 1 << 16
    // The additional byte makes it possible to detect the end of the file without reallocation.
    var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: expected + 1, alignment: 16)
    var count = 0
    do throws(SystemError) {
      while true {
        let room = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
        let read = try POSIX.read(descriptor, into: room)
        if read == 0 { break }
        count += read
        if count == memory.count { memory = Self.doubled(memory) }
      }
    } catch {
      memory.deallocate()
      throw error
    }
    return SourceText(owning: UnsafeRawBufferPointer(rebasing: memory[..<count])) { [memory] _ in
      memory.deallocate()
    }
  }

  private static func doubled(
    _ memory: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: memory.count * 2, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(memory))
    memory.deallocate()
    return larger
  }
}

private func nearestFile(to path: String) -> String? {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let folder = slash.map { String(path[...$0]) } ?? ""
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  let names = POSIX.names(in: folder.isEmpty ? "." : folder)
  return nearestName(to: name, among: names).map { folder + $0 }
}
