import Testing

@testable import FlintServer

@Suite("Folders that the server looks into")
struct FolderTests {
  static let manifest = #"{"manifestVersion": 1, "features": [{"id": "a"}]}"#
  static let scenarios =
    #"{"scenarioVersion": 1, "scenarios": [{"name": "s", "cases": [{"expect": {"a": "available"}}]}]}"#

  /// Which files name the feature, and what was asked of the disk.
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

  @Test("are looked through as far down as people keep things")
  func depth() {
    let (found, disk) = search([
      "/app/1/2/3/4/5/s.json": Self.scenarios, "/app/1/2/3/4/5/6/t.json": Self.scenarios,
    ])
    #expect(found == ["file:///app/m.json", "file:///app/1/2/3/4/5/s.json"])
    #expect(!disk.listed.contains("/app/1/2/3/4/5/6"))
  }

  @Test("are not read for what no file of theirs could be")
  func otherFiles() {
    let (found, disk) = search([
      "/app/a.txt": Self.scenarios, "/app/.git/a.json": Self.scenarios,
      "/app/node_modules/a.json": Self.scenarios, "/app/.a.json": Self.scenarios,
      "/app/package.json": "{}", "/app/s.json": Self.scenarios,
    ])
    #expect(found == ["file:///app/m.json", "file:///app/s.json"])
    #expect(Set(disk.read) == ["/app/package.json", "/app/s.json"])
    // Nobody looks again for what is known.
    #expect(disk.read.count { $0 == "/app/package.json" } == 1)
  }

  @Test("are left off when there are more files than anybody keeps")
  func manyFiles() {
    var files: [String: String] = [:]
    for folder in 0..<30 {
      for file in 0..<1000 { files["/app/\(folder)/\(file).json"] = "{}" }
    }
    let (found, disk) = search(files)
    #expect(found == ["file:///app/m.json"])
    #expect(disk.read.count <= 10_100)
  }

  @Test("are left off when there is more in them than anybody writes")
  func largeFiles() {
    let files = (0..<100).reduce(into: [:]) { $0["/app/\($1).json"] = "{}" }
    let client = ScriptedClient(files: files, folder: "/app")
    client.disk.size = 1 << 26
    client.open("/app/p.json", Self.manifest)
    #expect(client.diagnostics(of: "/app/p.json")?.isEmpty == true)
    #expect(client.disk.read.count == 4)
  }

  @Test("can be the root of all, where the search has an end too")
  func root() {
    let (found, disk) = search(
      ["/s.json": Self.scenarios, "/home/a/b/t.json": Self.scenarios, "/proc/1/x": ""], "/m.json",
      folder: "/")
    #expect(found == ["file:///m.json", "file:///home/a/b/t.json", "file:///s.json"])
    #expect(disk.listed.allSatisfy { $0.count < 16 })
  }

  @Test("above the client's own are none of its business")
  func above() {
    let files = [
      "/home/m.json": #"{"manifestVersion": 1, "features": [{"include": "app/p.json"}]}"#,
      "/home/app/p.json": Self.manifest,
    ]
    let inside = ScriptedClient(files: files, folder: "/home/app")
    inside.open("/home/app/p.json", Self.manifest)
    #expect(inside.diagnostics(of: "/home/app/p.json")?.isEmpty == true)
    #expect(!inside.disk.listed.contains("/home"))
    #expect(!inside.disk.read.contains("/home/m.json"))
  }
}
