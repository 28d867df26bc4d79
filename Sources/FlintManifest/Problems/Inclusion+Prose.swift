extension InputProblem.Fact.Inclusion {
  var message: String {
    switch self {
    case .absolute(let path): "'\(path)' is an absolute path"
    case .outside(let path): "'\(path)' is not in the manifest's folder"
    case .notFound(let path, _): "'\(path)' does not exist"
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    case .twice(let path): "'\(path)' is included twice"
    case .inItself(let path): "'\(path)' includes itself"
    case .withoutFolder: "a manifest from standard input cannot include files"
    }
  }

  var hint: String? {
    switch self {
    case .absolute: "write the path relative to the folder of this file"
    case .outside: "included files must be in the manifest's folder or its subfolders"
    case .notFound(_, let nearest): nearest.map { "did you mean '\($0)'?" }
    case .unreadable, .twice, .inItself: nil
    case .withoutFolder: "pass the manifest's path instead of standard input"
    }
  }
}
