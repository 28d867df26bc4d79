import FlintProject
import FlintText

struct FileProblem: Error, Equatable {
  enum Operation: Sendable { case read, write }

  enum Reason: Equatable {
    /// A similar name in the folder.
    case notFound(nearest: String?)
    /// A revision without a path.
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

    /// A server receives messages on it.
    case standardInputServes

    case outsideFolder

    /// `mcp` writes no files.
    case readOnly
    case noScenarios
    case noStates
    /// Beyond 2^63-1.
    case tooMuchWeight
    /// The results in this file and in the first file have different fingerprints or features.
    case otherManifest
    case otherKeys
    case noComparison
    case tooManyGroups
    case system(String)
    case git(GitProblem)
    case noHistory(GitProblem)
    case inRevision
  }

  let operation: Operation
  /// As written; `-` is a standard stream.
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

/// Not mapped, which is no faster and ends the process if the file is cut.
struct InputReader {
  private var standardInputIsTaken = false

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

  /// `-` is a name here.
  static func readFile(_ path: String) throws(SystemError) -> SourceText {
    let descriptor = try POSIX.openForReading(path)
    defer { POSIX.close(descriptor) }
    return try readAll(descriptor)
  }

  mutating func takeStandardInput() throws(FileProblem) {
    guard !standardInputIsTaken else { throw FileProblem(.read, "-", .standardInputTaken) }
    standardInputIsTaken = true
  }

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
