#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why a stored file could not be used. The file itself is never deleted.
public enum StorageProblem: Error, Hashable, Sendable {
  /// The system did not permit the program to read, write, lock or move the file at `path`. `errno` is the system's
  /// error number.
  case refused(Operation, path: String, errno: Int32)

  /// The file was damaged or had another format. It was renamed to `keptAs`, and the storage continues without the
  /// values in it.
  case damaged(path: String, keptAs: String)

  /// A later version of this library wrote the file, in the given version of the file format. The file is left
  /// unchanged.
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
