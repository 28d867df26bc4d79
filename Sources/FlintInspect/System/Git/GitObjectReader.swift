import FlintProject
import FlintText

/// One `git cat-file --batch`, started when needed.
final class GitObjectReader: GitObjects {
  private let git: Git
  private var process: ChildProcess?

  /// `unread` is what has not been used.
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var unread = 0..<0

  /// A cache of tree objects (the contents of folders) by id, because most folders are the same in many commits:
  /// without it, `history` takes almost four times as long. It is emptied when it becomes larger than `treeLimit`
  /// bytes.
  private var trees: [String: GitTree] = [:]
  private var bytesOfTrees = 0
  private static let treeLimit = 32 << 20

  init(_ git: Git) { self.git = git }

  deinit { memory.deallocate() }

  func object(_ id: String, _ kind: GitObject.Kind) throws(GitProblem) -> GitObject {
    guard let object = try object(named: id) else { throw .missingObject(id) }
    guard object.kind == kind else { throw .malformedObject(id) }
    return object
  }

  func tree(_ id: String) throws(GitProblem) -> GitTree {
    if let known = trees[id] { return known }
    let object = try object(id, .tree)
    let tree = GitTree(object)
    if bytesOfTrees > Self.treeLimit { (trees, bytesOfTrees) = ([:], 0) }
    trees[id] = tree
    bytesOfTrees += object.content.bytes.count
    return tree
  }

  /// - Parameter name: Without a line feed.
  func object(named name: String) throws(GitProblem) -> GitObject? {
    let process = try running()
    let header: GitObject.Header?
    do throws(SystemError) {
      try process.write(FileName.unterminatedBytes(of: name) + [UInt8(ascii: "\n")])
      header = GitObject.header(try readLine())
    } catch {
      throw stop(.stopped)
    }
    switch header {
    case nil: throw stop(.stopped)
    case .none?: return nil
    case .object(let id, let kind, let size)?:
      if size > GitObject.sizeLimit {
        throw stop(.tooLarge(bytes: size, limit: GitObject.sizeLimit))
      }
      do throws(SystemError) {
        return GitObject(id: id, kind: kind, content: try readContent(size))
      } catch {
        throw stop(.stopped)
      }
    }
  }

  // MARK: The process

  private func running() throws(GitProblem) -> ChildProcess {
    if let process { return process }
    let process = try git.start(["cat-file", "--batch"])
    self.process = process
    return process
  }

  /// Its output may have more of the failed request, so the next starts a new process.
  private func stop(_ problem: GitProblem) -> GitProblem {
    process = nil
    unread = 0..<0
    return problem
  }

  private func readLine() throws(SystemError) -> String {
    var line: [UInt8] = []
    while true {
      if let end = memory[unread].firstIndex(of: UInt8(ascii: "\n")) {
        line += memory[unread.lowerBound..<end]
        unread = (end + 1)..<unread.upperBound
        return String(decoding: line, as: UTF8.self)
      }
      line += memory[unread]
      try readMore()
    }
  }

  /// And the line feed after it.
  private func readContent(_ size: Int) throws(SystemError) -> SourceText {
    let content = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 1, alignment: 16)
    var count = 0
    do throws(SystemError) {
      while count < content.count {
        if unread.isEmpty { try readMore() }
        let piece = unread.prefix(content.count - count)
        UnsafeMutableRawBufferPointer(rebasing: content[count...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[piece]))
        count += piece.count
        unread = piece.upperBound..<unread.upperBound
      }
    } catch {
      content.deallocate()
      throw error
    }
    return SourceText(owning: UnsafeRawBufferPointer(rebasing: content[..<size])) { _ in
      content.deallocate()
    }
  }

  /// - Throws: ``SystemError/brokenPipe`` at the end.
  private func readMore() throws(SystemError) {
    guard let process else { throw .brokenPipe }
    unread = 0..<0
    let count = try process.read(into: memory)
    if count == 0 { throw .brokenPipe }
    unread = 0..<count
  }
}
