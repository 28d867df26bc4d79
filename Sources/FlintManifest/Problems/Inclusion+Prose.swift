/// The messages and hints for problems with an `include`.
extension InputProblem.Fact.Inclusion {
  var message: String {
    switch self {
    case .absolute(let path): "'\(path)' is an absolute path"
    case .outside(let path): "'\(path)' is not in the manifest's folder"
    case .notFound(let path, _): "'\(path)' is not there"
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    case .twice(let path): "'\(path)' is included twice"
    case .inItself(let path): "'\(path)' is included in itself"
    case .withoutFolder: "only a manifest in a file can include others"
    }
  }

  var hint: String? {
    switch self {
    case .absolute: "write the path from the folder of this file"
    case .outside: "included files are in the folder of the manifest, or in folders in it"
    case .notFound(_, let nearest): nearest.map { "did you mean '\($0)'?" }
    case .unreadable, .twice, .inItself: nil
    case .withoutFolder: "give the manifest's path instead of standard input"
    }
  }
}
