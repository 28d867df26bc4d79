/// Runs Git without the programs that a repository's configuration can name. These are monitors,
/// hooks, pagers, filters and helpers. Settings and environment disable most of them; commands that
/// could start the others are not used. No shell; aliases of built-in commands have no effect.
struct Git {
  /// Where Git runs; nil for the current folder.
  let folder: String?

  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=",
    "core.sshCommand=false", "core.alternateRefsCommand=", "core.attributesFile=/dev/null",
    "credential.helper=", "diff.external=", "log.showSignature=false", "gpg.program=false",
    "core.useReplaceRefs=false", "log.follow=false", "i18n.logOutputEncoding=UTF-8",
  ]

  /// Environment variables that Git does not get. They start programs, change arguments or
  /// translate messages.
  private static let dropped = [
    "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND",
    "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "LANGUAGE",
  ]

  /// Environment variables that Git gets. They select English, and disable locks, prompts, fetching
  /// and replaced objects. Older Git ignores `GIT_NO_LAZY_FETCH`; `GIT_ALLOW_PROTOCOL` then permits
  /// no protocol.
  private static let added = [
    "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/dev/null",
  ]

  private static let environment: [String] = {
    let kept = POSIX.environmentVariables.filter { variable in
      let name = String(variable.prefix { $0 != "=" })
      return !dropped.contains(name) && added[name] == nil && !name.hasPrefix("GIT_TRACE")
    }
    return kept + added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }()

  /// Starts Git with the words of a built-in command.
  func start(_ words: [String], keepsErrors: Bool = false) throws -> ChildProcess {
    var arguments = ["--no-pager"]
    for setting in Self.settings { arguments += ["-c", setting] }
    if let folder { arguments += ["-C", folder] }
    do {
      return try ChildProcess(
        "git", arguments + words, environment: Self.environment, keepsErrors: keepsErrors)
    } catch {
      guard error as? SystemError == .notFound else {
        throw GitProblem("cannot start 'git': \(error)")
      }
      throw GitProblem(
        "cannot start 'git': no such program",
        hint: "install Git, or write the path of a file instead of REVISION:PATH")
    }
  }

  func output(of words: [String]) throws -> [UInt8] {
    let process = try start(words, keepsErrors: true)
    guard let result = try? process.finish() else { throw GitProblem.stopped }
    if result.status == 0 { return result.output }
    throw Self.reason(in: result.errors).map { GitProblem($0) } ?? GitProblem.stopped
  }

  /// - Parameter name: An object; must not begin with a dash, as options do.
  func reasonForMissing(_ name: String) -> GitProblem {
    do {
      _ = try output(of: ["cat-file", "-e", name])
      return GitProblem("no such file", isMissingPath: true)
    } catch {
      let revision = String(name.prefix { $0 != ":" && $0 != "^" })
      guard !revision.isEmpty, (try? output(of: ["cat-file", "-e", revision])) == nil,
        (try? line(of: ["rev-parse", "--is-shallow-repository"])) == "true"
      else { return error as? GitProblem ?? .stopped }
      return GitProblem(
        "this shallow clone has no '\(revision)'",
        hint: "fetch it: 'git fetch --unshallow', or 'fetch-depth: 0' in actions/checkout")
    }
  }

  /// The output of Git without its last line feed; a path can contain line feeds.
  func line(of words: [String]) throws -> String {
    FileName.text(of: try output(of: words).dropLast())
  }

  func commit(_ id: String) throws -> GitCommit {
    guard let commit = try commits(["-1", id]).first else { throw GitProblem.stopped }
    return commit
  }

  /// The commits that `git log` lists with these words.
  func commits(_ words: [String]) throws -> [GitCommit] {
    let fields = try output(
      of: ["log", "-z", "--format=%H%x00%T%x00%P%x00%an%x00%ct%x00%s"] + words
    )
    .split(separator: 0, omittingEmptySubsequences: false)
    .map { String(utf8: $0) }
    return stride(from: 0, to: fields.count - 5, by: 6).map { start in
      GitCommit(
        id: fields[start], tree: fields[start + 1],
        parents: fields[start + 2].split(separator: " ").map(String.init),
        author: fields[start + 3],
        date: Int64(fields[start + 4]).flatMap { DateTime(seconds: $0) },
        subject: fields[start + 5])
    }
  }

  private static func reason(in errors: [UInt8]) -> String? {
    let lines = errors.split { $0 == "\n" }.map { FileName.text(of: $0) }
    for beginning in ["fatal: ", "error: "] {
      if let line = lines.first(where: { $0.hasPrefix(beginning) }) {
        let reason = line.dropFirst(beginning.count)
        return String(reason.hasSuffix(".") ? reason.dropLast() : reason)
      }
    }
    return lines.first
  }
}

struct GitCommit: Equatable {
  let id: String
  let tree: String

  /// Ids of the parents; empty at the end of a shallow clone.
  let parents: [String]
  let author: String

  /// The committer's date; nil outside 1970 to 9999.
  let date: DateTime?

  /// The first paragraph of the message, on one line.
  let subject: String
}

/// Reads objects from one `git cat-file --batch`, started when needed.
final class GitObjectReader: GitObjects {
  private let git: Git
  private var process: ChildProcess?

  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  /// Output that was read but not yet used.
  private var unread: ArraySlice<UInt8> = []

  /// Tree objects by id, most of which many commits share. Without this cache, `history` takes
  /// almost four times as long. Emptied above `treeLimit` bytes.
  private var trees: [String: [[UInt8]: GitEntry]] = [:]
  private var bytesOfTrees = 0
  private static let treeLimit = 32 << 20

  init(_ git: Git) { self.git = git }

  deinit { memory.deallocate() }

  func object(_ id: String, _ kind: GitObject.Kind) throws(GitProblem) -> GitObject {
    guard let object = try object(named: id) else { throw .missingObject(id) }
    guard object.kind == kind else { throw GitProblem("object \(id) is malformed") }
    return object
  }

  func entries(ofTree id: String) throws(GitProblem) -> [[UInt8]: GitEntry] {
    if let known = trees[id] { return known }
    let object = try object(id, .tree)
    if bytesOfTrees > Self.treeLimit { (trees, bytesOfTrees) = ([:], 0) }
    let entries = object.entries
    trees[id] = entries
    bytesOfTrees += object.content.bytes.count
    return entries
  }

  /// - Parameter name: Must not contain a line feed.
  func object(named name: String) throws(GitProblem) -> GitObject? {
    do {
      let process = if let process { process } else { try git.start(["cat-file", "--batch"]) }
      self.process = process
      try process.write(FileName.unterminatedBytes(of: name) + [UInt8(ascii: "\n")])
      switch GitObject.header(try readLine()) {
      case nil: throw GitProblem.stopped
      case .none?: return nil
      case .object(let id, let kind, let size)?:
        guard size <= GitObject.sizeLimit else {
          throw GitProblem("its size of \(size) bytes exceeds the limit of \(GitObject.sizeLimit)")
        }
        return GitObject(id: id, kind: kind, content: try readContent(size))
      }
    } catch {
      // The output may have more of the failed request, so the next starts a new process.
      self.process = nil
      unread = []
      throw error as? GitProblem ?? .stopped
    }
  }

  private func readLine() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = unread[(end + 1)...] }
        return String(utf8: unread[..<end])
      }
      try readMore()
    }
  }

  /// Reads `size` bytes, and the line feed after them.
  private func readContent(_ size: Int) throws -> SourceText {
    while unread.count <= size { try readMore() }
    defer { unread = unread.dropFirst(size + 1) }
    return SourceText(unread.prefix(size))
  }

  private func readMore() throws {
    guard let count = try process?.read(into: memory), count > 0 else {
      throw SystemError.brokenPipe
    }
    unread += memory[..<count]
  }
}

/// The repository of the folder in which `mcp` was started. A `.git` file, a link or a variable
/// could lead Git to another repository. The repository must therefore be the working tree's
/// `.git`, or its own files must name this working tree.
struct ServedRepository {
  let folder: GitPath

  /// The absolute path, with links resolved.
  let gitFolder: String

  /// Variables that replace parts of a repository; they must not be set.
  private static let replacements = [
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_INDEX_FILE",
  ]

  /// Nil if Git would use a repository outside the folder's working tree.
  init?(of served: ServedFolder) throws {
    let git = Git(folder: nil)
    let location = try RepositoryLocation(of: git)
    guard let gitFolder = POSIX.resolved(location.gitFolder),
      let common = POSIX.resolved(location.commonFolder),
      POSIX.resolved("\(common)/objects") == "\(common)/objects",
      Self.replacements.allSatisfy({ POSIX.environment($0) == nil })
    else { return nil }
    if location.hasWorkingTree {
      guard let top = POSIX.resolved(try git.line(of: ["rev-parse", "--show-toplevel"])),
        POSIX.resolved("\(top)/\(location.folder.text)") == served.path,
        Self.isRepository(of: top, gitFolder, common: common)
      else { return nil }
    } else if !served.contains(gitFolder) || !served.contains(common) {
      // A bare repository is accepted only if it is in the server's folder.
      return nil
    }
    folder = location.folder
    self.gitFolder = gitFolder
  }

  private static func isRepository(of top: String, _ gitFolder: String, common: String) -> Bool {
    if gitFolder == "\(top)/.git" { return common == gitFolder }
    if gitFolder.hasPrefix("\(common)/worktrees/") {
      return firstLine(of: "\(gitFolder)/gitdir").map { path in
        resolved(path, from: gitFolder) == "\(top)/.git"
      } ?? false
    }
    guard common == gitFolder else { return false }
    let setting = try? Git(folder: nil).line(of: [
      "config", "--file", "\(gitFolder)/config", "--get", "core.worktree",
    ])
    return setting.map { resolved($0, from: gitFolder) == top } ?? false
  }

  private static func resolved(_ path: String, from folder: String) -> String? {
    POSIX.resolved(path.hasPrefix("/") ? path : "\(folder)/\(path)")
  }

  private static func firstLine(of file: String) -> String? {
    guard let text = try? InputReader.readFile(file) else { return nil }
    return withExtendedLifetime(text) {
      FileName.text(of: $0.bytes.prefix { $0 != "\n" })
    }
  }

  func contains(_ path: GitPath) -> Bool { path.names.starts(with: folder.names) }
}

/// Where a repository is, as `git rev-parse` prints it.
struct RepositoryLocation {
  let git: Git
  let isShallow: Bool
  let hasWorkingTree: Bool

  let folder: GitPath

  /// The working tree's `.git` folder. ``commonFolder`` is shared by all working trees, and may be
  /// relative.
  let gitFolder: String
  let commonFolder: String

  init(of git: Git) throws {
    func ask(_ option: String) throws -> String {
      try git.line(of: ["rev-parse", "--\(option)"])
    }
    self.git = git
    isShallow = try ask("is-shallow-repository") == "true"
    hasWorkingTree = try ask("is-inside-work-tree") == "true"
    folder = GitPath(try ask("show-prefix")).normalized() ?? .root
    gitFolder = try ask("absolute-git-dir")
    commonFolder = try ask("git-common-dir")
  }
}
