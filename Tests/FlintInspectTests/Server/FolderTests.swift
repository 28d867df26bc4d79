import Testing

@testable import FlintInspect

@Suite("Folders that the server searches")
struct FolderTests {
  static let manifest = #"{"manifestVersion": 1, "features": [{"id": "a"}]}"#
  static let scenarios =
    #"{"scenarioVersion": 1, "scenarios": [{"name": "s", "cases": [{"expect": {"a": "available"}}]}]}"#

  /// Returns the files that name the feature, and the accesses to the disk.
  private func search(
    _ files: [String: String], _ manifest: String = "/app/m.json", folder: String? = nil
  ) -> (uris: [String], disk: Disk) {
    let client = ScriptedClient(
      files: files.merging([manifest: Self.manifest]) { $1 }, folder: folder)
    client.open(manifest, Self.manifest)
    client.work()
    let found = client.list(
      "textDocument/references",
      [
        "textDocument": ScriptedClient.document(manifest),
        "position": ["line": 0, "character": 44],
      ])
    return (found.map { $0.text("uri") }, client.disk)
  }

  @Test("Are searched to a limited depth")
  func depth() {
    let (found, disk) = search([
      "/app/1/2/3/4/5/s.json": Self.scenarios, "/app/1/2/3/4/5/6/t.json": Self.scenarios,
    ])
    #expect(found == ["file:///app/m.json", "file:///app/1/2/3/4/5/s.json"])
    #expect(!disk.listed.contains("/app/1/2/3/4/5/6"))
  }

  @Test("Are searched only for visible JSON files")
  func otherFiles() {
    let (found, disk) = search([
      "/app/a.txt": Self.scenarios, "/app/.git/a.json": Self.scenarios,
      "/app/node_modules/a.json": Self.scenarios, "/app/.a.json": Self.scenarios,
      "/app/package.json": "{}", "/app/s.json": Self.scenarios,
    ])
    #expect(found == ["file:///app/m.json", "file:///app/s.json"])
    #expect(Set(disk.read) == ["/app/package.json", "/app/s.json"])
    // A result is cached, so the file is read only once.
    #expect(disk.read.count { $0 == "/app/package.json" } == 1)
  }

  @Test("Are skipped if they contain too many files")
  func manyFiles() {
    var files: [String: String] = [:]
    for folder in 0..<30 {
      for file in 0..<1000 { files["/app/\(folder)/\(file).json"] = "{}" }
    }
    let (found, disk) = search(files)
    #expect(found == ["file:///app/m.json"])
    #expect(disk.read.count <= 10_100)
  }

  @Test("Are skipped if their files are too large")
  func largeFiles() {
    let files = (0..<100).reduce(into: [:]) { $0["/app/\($1).json"] = "{}" }
    let client = ScriptedClient(files: files, folder: "/app")
    client.disk.size = 1 << 26
    client.open("/app/p.json", Self.manifest)
    #expect(client.diagnostics(of: "/app/p.json")?.isEmpty == true)
    #expect(client.disk.read.count == 4)
  }

  @Test("Can include the root, where the search is limited too")
  func root() {
    let (found, disk) = search(
      ["/s.json": Self.scenarios, "/home/a/b/t.json": Self.scenarios, "/proc/1/x": ""], "/m.json",
      folder: "/")
    #expect(found == ["file:///m.json", "file:///home/a/b/t.json", "file:///s.json"])
    #expect(disk.listed.allSatisfy { $0.count < 16 })
  }

  @Test("Above the client's own folders are not searched")
  func above() {
    let files = [
      "/home/m.json": #"{"manifestVersion": 1, "features": [{"include": "app/p.json"}]}"#,
      "/home/app/p.json": Self.manifest,
    ]
    let inside = ScriptedClient(files: files, folder: "/home/app")
    inside.open("/home/app/p.json", Self.manifest)
    #expect(inside.codes == ["/home/app/p.json": []])
    let accesses = inside.disk.listed + inside.disk.read
    #expect(!accesses.contains { ["/home", "/home/m.json"].contains($0) })
  }
}
