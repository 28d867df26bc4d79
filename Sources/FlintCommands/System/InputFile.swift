internal import FlintProject
internal import FlintText

/// The failure to read or write a file, with its reason.
struct FileProblem: Error, Equatable {
  enum Operation: Sendable { case read, write }

  enum Reason: Equatable {
    /// The file does not exist. `nearest` is the path of a file in the same folder with a similar name.
    case notFound(nearest: String?)
    case isDirectory
    case exists
    case standardInputTaken

    /// Standard input contains the messages of the server's client.
    case standardInputServes

    /// The file is outside the folder that the server reads for its clients.
    case outsideFolder

    /// The server writes no files for its clients.
    case readOnly
    /// No file in the folder contains scenarios.
    case noScenarios
    /// The population is empty.
    case noStates
    /// The weights of this file and of the earlier ones add up to more than 2^63-1.
    case tooMuchWeight
    /// The result has other features or constraints than the one that it shall be added to.
    case otherManifest
    /// The result is grouped by other keys than the one that it shall be added to, or not at all.
    case otherKeys
    /// The result contains no comparison, although `--max-loss` limits the losses.
    case noComparison
    /// The population has more groups than are supported.
    case tooManyGroups
    case system(String)
    /// The path names no file on disk, and reading it from Git failed.
    case git(GitProblem)
    /// The history of the manifest cannot be read.
    case noHistory(GitProblem)
    /// The path to write to is in Git.
    case inRevision
  }

  let operation: Operation
  /// The path as given; `-` is a standard stream.
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

/// Reads whole files. Memory mapping would not be faster, and the process would be killed if a mapped file were
/// truncated.
struct InputReader {
  private var standardInputIsTaken = false

  /// Reads a file.
  ///
  /// - Parameter path: The file's path. `-` is standard input, which can be read only once.
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

  /// Reads a file with a name, that is, not standard input.
  static func readFile(_ path: String) throws(SystemError) -> SourceText {
    let descriptor = try POSIX.openForReading(path)
    defer { POSIX.close(descriptor) }
    return try readAll(descriptor)
  }

  mutating func takeStandardInput() throws(FileProblem) {
    guard !standardInputIsTaken else { throw FileProblem(.read, "-", .standardInputTaken) }
    standardInputIsTaken = true
  }

  /// Reads to the end of the file. Allocates the size of the file in advance, and more only if the file grows
  /// meanwhile.
  private static func readAll(_ descriptor: POSIX.Descriptor) throws(SystemError) -> SourceText {
    let status = try POSIX.status(descriptor)
    if status.isDirectory { throw .isDirectory }
    let expected = status.isRegular ? status.size : 1 << 16
    // The additional byte makes it possible to detect the end of the file without reallocation.
    var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: expected + 1, alignment: 16)
    POSIX.preferLargePages(memory)
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

/// Returns the path of the file in the same folder whose name is most similar.
private func nearestFile(to path: String) -> String? {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let folder = slash.map { String(path[...$0]) } ?? ""
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  let names = POSIX.names(in: folder.isEmpty ? "." : folder)
  return nearestName(to: name, among: names).map { folder + $0 }
}
