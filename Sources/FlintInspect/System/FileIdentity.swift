/// Identifies a file, whatever the spelling of its path.
enum FileIdentity: Hashable {
  case file(device: UInt64, number: UInt64)

  /// A standard stream that is a pipe or a terminal.
  case descriptor(POSIX.Descriptor)

  /// A file that does not exist yet.
  case path(String)

  /// A file at a Git revision, or in the index.
  case revision(String)

  /// Nil for a folder or a device such as `/dev/null`.
  init?(_ path: String) {
    let descriptor = path == "-" ? POSIX.standardOutput : Output.openDescriptor(path)
    if let status = try? descriptor.map({ try POSIX.status($0) }) ?? POSIX.status(path) {
      if status.isRegular {
        self = .file(device: status.device, number: status.number)
      } else if let descriptor {
        self = .descriptor(descriptor)
      } else {
        return nil
      }
    } else {
      let target = Output.target(of: path)
      let folder = target.folder
      guard let resolved = POSIX.resolved(folder.isEmpty ? "." : folder) else { return nil }
      self = .path("\(resolved)/\(target.dropFirst(folder.count))")
    }
  }
}

extension CommandContext {
  /// Throws if writing would replace an input, or `other`, the output of `option`.
  func refuseReplacing(
    _ path: String, orOutput other: String? = nil, of option: String = ""
  ) throws {
    guard let target = FileIdentity(path) else { return }
    if case .descriptor = target {
    } else if pathsRead.contains(where: { FileIdentity($0.path) == target })
      || reader.standardInputIsTaken && FileIdentity("/dev/fd/0") == target
    {
      throw Problem.write(path, "the command reads it", hint: "name another file")
    }
    if let other, FileIdentity(other) == target {
      throw Problem.write(path, alsoNamedBy: option)
    }
  }

  /// The paths without those of a file that an earlier path names. Warns about each omitted path.
  func distinct(_ paths: [String]) -> [String] {
    var first: [FileIdentity: String] = [:]
    return paths.filter { path in
      guard path != "-", let identity = identity(ofInput: path) else { return true }
      guard let known = first[identity] else {
        first[identity] = path
        return true
      }
      diagnostics.warn(
        known.isSame(as: path)
          ? "\(quoted(path)) is named twice; it is read once"
          : "\(quoted(path)) is the same file as \(quoted(known)); it is read once")
      return false
    }
  }

  private func identity(ofInput path: String) -> FileIdentity? {
    if let revision = revision(named: path) {
      return revisions.identity(of: revision).map { .revision($0) }
    }
    if call?.folder.contains(path) == false { return nil }
    return POSIX.exists(path) ? FileIdentity(path) : nil
  }
}
