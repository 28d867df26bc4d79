internal import FlintManifest

/// A file that could not be read or written, and why.
struct FileProblem: Error, Equatable {
  enum Operation: Sendable { case read, write }

  enum Reason: Equatable {
    /// With the name in the same folder that was probably meant.
    case notFound(nearest: String?)
    case isDirectory
    case exists
    case standardInputTaken
    case system(String)
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
  mutating func read(_ path: String) throws(FileProblem) -> [UInt8] {
    let isStandardInput = path == "-"
    if isStandardInput { try takeStandardInput() }
    do throws(SystemError) {
      let descriptor =
        isStandardInput ? POSIX.standardInput : try POSIX.openForReading(path)
      defer { if !isStandardInput { POSIX.close(descriptor) } }
      let status = try POSIX.status(descriptor)
      if status.isDirectory { throw .isDirectory }
      return try readAll(descriptor, expected: status.isRegular ? status.size : 0)
    } catch {
      throw FileProblem(.read, path, error: error)
    }
  }

  private mutating func takeStandardInput() throws(FileProblem) {
    guard !standardInputIsTaken else { throw FileProblem(.read, "-", .standardInputTaken) }
    standardInputIsTaken = true
  }

  /// Reads to the end, in one go where the size is known and right.
  private func readAll(
    _ descriptor: POSIX.Descriptor, expected: Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    // One byte more than expected shows that the file has not grown meanwhile.
    var bytes = [UInt8](unsafeUninitializedCapacity: expected + 1) { buffer, count in
      do throws(SystemError) {
        while count < buffer.count {
          let rest = UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[count...]))
          let read = try POSIX.read(descriptor, into: rest)
          if read == 0 { return }
          count += read
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if bytes.count <= expected { return bytes }
    try appendRest(of: descriptor, to: &bytes)
    return bytes
  }

  private func appendRest(
    of descriptor: POSIX.Descriptor, to bytes: inout [UInt8]
  ) throws(SystemError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = try POSIX.read(descriptor, into: chunk)
      if count == 0 { return }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }
}

/// The path of the file beside `path` whose name is nearest to its name.
private func nearestFile(to path: String) -> String? {
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { String(path[...$0]) } ?? ""
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  let names = POSIX.names(in: folder.isEmpty ? "." : folder)
  return nearestName(to: name, among: names).map { folder + $0 }
}
