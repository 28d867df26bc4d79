#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a stored file could not be used. Nothing that was in it is lost.
public enum StorageProblem: Error, Hashable, Sendable {
  /// The system refused; `errno` says why.
  case refused(Operation, path: String, errno: Int32)

  /// The file is torn, or not one of ours. It was moved to `keptAs` as it was, and a new one begins.
  case damaged(path: String, keptAs: String)

  /// A later version of this library wrote the file. It stays where it is, and is not written to.
  case tooNew(path: String, version: Int)

  public enum Operation: String, Hashable, Sendable {
    case read, write, lock
    case keepAside = "keep aside"
  }
}

extension StorageProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let operation, let path, let number):
      "cannot \(operation.rawValue) '\(path)': \(String(cString: strerror(number)))"
    case .damaged(let path, let keptAs):
      "'\(path)' is torn or not one of ours: kept as '\(keptAs)'"
    case .tooNew(let path, let version):
      "'\(path)' was written by a later version (\(version)) and is left alone"
    }
  }
}
