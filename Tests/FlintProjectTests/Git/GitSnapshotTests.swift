import FlintProject
import FlintText
import Testing

@Suite("The files of a revision") struct GitSnapshotTests {
  /// Returns a snapshot with `app/flint.json` and various links.
  private static func snapshot() -> GitSnapshot {
    let objects = MemoryObjects()
    objects.addBlob(1, "{}")
    for (number, target) in [
      (2, "app/flint.json"), (3, "app"), (4, "../outside"), (5, "/etc/passwd"), (6, "loop"),
      (7, "./flint.json"), (8, "nothing"),
    ] { objects.addBlob(number, target) }
    objects.addTree(
      20,
      [
        ("100644", "flint.json", 1), ("120000", "same.json", 7), ("40000", "no", 99),
        ("120000", "up", 4),
      ])
    objects.addTree(
      21,
      [
        ("40000", "app", 20), ("120000", "dangling", 8), ("120000", "folder", 3),
        ("120000", "link.json", 2), ("120000", "loop", 6), ("120000", "out", 4),
        ("120000", "root", 5), ("160000", "sub", 77), ("100755", "tool", 1),
      ])
    return GitSnapshot(root: .tree(id: MemoryObjects.id(21)), of: objects)
  }

  private static func path(_ text: String) -> GitPath { GitPath(bytes: text.utf8) }

  @Test(
    "Are found like in a file system, through links",
    arguments: [
      ("app/flint.json", "app/flint.json"), ("./app//flint.json", "app/flint.json"),
      ("app/../tool", "tool"), ("link.json", "app/flint.json"),
      ("folder/same.json", "app/flint.json"), ("folder/../tool", "tool"), ("tool/", "tool"),
    ])
  func resolved(path: String, real: String) throws {
    let found = try Self.snapshot().resolve(Self.path(path))
    #expect(found?.path == Self.path(real))
    #expect(found?.entry == .file(id: MemoryObjects.id(1)))
  }

  @Test(
    "Are not found outside the repository or through dangling links",
    arguments: [
      "nothing", "app/nothing", "../app", "out", "root", "app/up/x", "loop", "dangling",
      "tool/x", "sub/x", "App/flint.json",
    ])
  func lost(path: String) throws {
    #expect(try Self.snapshot().resolve(Self.path(path)) == nil)
  }

  @Test("Include folders, submodules and the root")
  func others() throws {
    let snapshot = Self.snapshot()
    #expect(try snapshot.resolve(Self.path("sub"))?.entry == .submodule)
    let real = try [Self.path("folder/."), .root].map { try snapshot.resolve($0)?.path }
    #expect(real == [Self.path("app"), .root])
    let names = try snapshot.entries(of: .tree(id: MemoryObjects.id(20))).keys
    #expect(
      names.map { String(decoding: $0, as: UTF8.self) }.sorted()
        == ["flint.json", "no", "same.json", "up"])
  }

  @Test("Are read by exact names without following links, like 'git show'")
  func exact() throws {
    let entries: [(path: String, entry: GitEntry?)] = [
      ("app/flint.json", .file(id: MemoryObjects.id(1))),
      ("link.json", .link(id: MemoryObjects.id(2))), ("folder/flint.json", nil),
      ("app//flint.json", nil), ("./app", nil), ("app/../tool", nil),
    ]
    let snapshot = Self.snapshot()
    for (path, entry) in entries {
      #expect(try snapshot.entry(at: Self.path(path)) == entry, "\(path)")
    }
  }

  @Test("Are reported as missing if the repository lacks them")
  func missing() {
    #expect(throws: GitProblem.missingObject(MemoryObjects.id(99))) {
      _ = try Self.snapshot().resolve(Self.path("app/no/x"))
    }
  }

  @Test("In the index are those of a stage, or those without a conflict")
  func index() throws {
    let (one, two) = (MemoryObjects.id(1), MemoryObjects.id(2))
    let listing =
      "100644 \(one) 0\tapp/clean.json\0" + "100644 \(one) 1\tapp/flint.json\0"
      + "120000 \(two) 2\tapp/flint.json\0" + "160000 \(one) 0\tsub\0" + "garbage\0"
    let entries: [(path: String, stage: Int, entry: GitEntry?)] = [
      ("app/clean.json", 0, .file(id: one)), ("app/clean.json", 2, .file(id: one)),
      ("app/flint.json", 0, nil), ("app/flint.json", 1, .file(id: one)),
      ("app/flint.json", 2, .link(id: two)), ("sub", 0, .submodule),
    ]
    for (path, stage, entry) in entries {
      let folder = GitFolder(index: Array(listing.utf8), stage: stage)
      let snapshot = GitSnapshot(root: folder, of: MemoryObjects())
      #expect(try snapshot.entry(at: Self.path(path)) == entry, "\(path) of stage \(stage)")
    }
  }

  @Test("May have names that are not UTF-8")
  func bytes() throws {
    let name: [UInt8] = [0xFF, 0x78]
    let folder = GitFolder.listed([name: .submodule])
    let snapshot = GitSnapshot(root: folder, of: MemoryObjects())
    #expect(try snapshot.resolve(GitPath(bytes: name))?.entry == .submodule)
    #expect(GitPath(bytes: [0xFF, UInt8(ascii: "/"), 0x61]).names == [[0xFF], [0x61]])
  }

  @Test("Are found in linear time in a folder with many files", .timeLimit(.minutes(1)))
  func manyFiles() {
    var content: [UInt8] = []
    for number in 0..<100_000 {
      content += Array("100644 \(number)\0".utf8) + [UInt8](repeating: 1, count: 20)
    }
    let tree = GitObject(id: MemoryObjects.id(1), kind: .tree, content: SourceText(content))
    let entries = tree.entries
    #expect(entries.count == 100_000)
    #expect(entries.values.allSatisfy { $0 == .file(id: String(repeating: "01", count: 20)) })
  }

  @Test("In a malformed tree are those before the error", arguments: 0..<30)
  func malformed(length: Int) throws {
    let whole = Array("100644 a\0".utf8) + [UInt8](repeating: 1, count: 20)
    let tree = GitObject(
      id: MemoryObjects.id(1), kind: .tree, content: SourceText(whole.prefix(length)))
    #expect(tree.entries.isEmpty == (length < whole.count))
  }

  @Test("Are objects whose header contains their size")
  func headers() {
    let id = MemoryObjects.id(10)
    let headers: [(line: String, header: GitObject.Header?)] = [
      ("\(id) commit 12", .object(id: id, .commit, size: 12)),
      ("main:a b missing", GitObject.Header.none), ("1234 ambiguous", GitObject.Header.none),
      ("", nil), ("\(id) commit", nil), ("\(id) note 1", nil), ("\(id) blob -1", nil),
      ("xyz blob 1", nil), ("\(id) blob x", nil),
    ]
    for (line, header) in headers { #expect(GitObject.header(line) == header, "\(line)") }
  }
}
