#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a stored file could not be used. It is never deleted.
public enum StorageProblem: Error, Hashable, Sendable {
  case refused(Operation, path: String, errno: Int32)

  /// Renamed to `keptAs`; the storage continues without its values.
  case damaged(path: String, keptAs: String)

  /// Written by a later version of the library; left unchanged.
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
