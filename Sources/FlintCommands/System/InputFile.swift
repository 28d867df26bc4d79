internal import FlintProject
internal import FlintText

/// A file that could not be read or written, and why.
struct FileProblem: Error, Equatable {
  enum Operation: Sendable { case read, write }

  enum Reason: Equatable {
    /// With the name in the same folder that was probably meant.
    case notFound(nearest: String?)
    case isDirectory
    case exists
    case standardInputTaken

    /// Standard input has a server's messages.
    case standardInputServes

    /// Outside the folder that a server reads for its clients.
    case outsideFolder

    /// A server's clients have nothing written.
    case readOnly
    /// A folder in which no file holds scenarios.
    case noScenarios
    /// A population of nobody.
    case noStates
    /// Its weights, with those before, add up to more than 2^63-1.
    case tooMuchWeight
    /// A result with other features or constraints than the one that it is to be added to.
    case otherManifest
    /// A result that is grouped by other keys, or not at all.
    case otherKeys
    /// A result without a comparison, where losses are limited.
    case noComparison
    /// More groups than a population may have.
    case tooManyGroups
    case system(String)
    /// No file, so that it was looked for in Git.
    case git(GitProblem)
    /// A manifest whose history cannot be read.
    case noHistory(GitProblem)
    /// To be written, and in Git.
    case inRevision
  }

  let operation: Operation
  /// As it was given; `-` is a standard stream.
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

/// Reads whole files. Memory mapping would be no faster here, and a file that is cut short while it
/// is mapped kills the process.
struct InputReader {
  private var standardInputIsTaken = false

  /// - Parameter path: `-` is standard input, once.
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

  /// Reads what has a name.
  static func readFile(_ path: String) throws(SystemError) -> SourceText {
    let descriptor = try POSIX.openForReading(path)
    defer { POSIX.close(descriptor) }
    return try readAll(descriptor)
  }

  mutating func takeStandardInput() throws(FileProblem) {
    guard !standardInputIsTaken else { throw FileProblem(.read, "-", .standardInputTaken) }
    standardInputIsTaken = true
  }

  /// Reads to the end, into one piece of memory where the file has the size that it says.
  private static func readAll(_ descriptor: POSIX.Descriptor) throws(SystemError) -> SourceText {
    let status = try POSIX.status(descriptor)
    if status.isDirectory { throw .isDirectory }
    let expected = status.isRegular ? status.size : 1 << 16
    // One byte more than expected shows that there is no more.
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

/// The path of the file beside `path` whose name is nearest to its name.
private func nearestFile(to path: String) -> String? {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let folder = slash.map { String(path[...$0]) } ?? ""
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  let names = POSIX.names(in: folder.isEmpty ? "." : folder)
  return nearestName(to: name, among: names).map { folder + $0 }
}
