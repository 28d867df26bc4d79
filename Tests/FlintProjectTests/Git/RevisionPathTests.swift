import FlintProject
import Testing

@Suite("The name of a file in a revision") struct RevisionPathTests {
  @Test(
    "Is split at the same position as in git",
    arguments: [
      ("main:flint.json", "main", "flint.json"),
      ("HEAD~2:./app/flint.json", "HEAD~2", "./app/flint.json"),
      ("main:a\nb", "main", "a\nb"), ("origin/main:a:b.json", "origin/main", "a:b.json"),
      ("HEAD^{/fix: a bug}:flint.json", "HEAD^{/fix: a bug}", "flint.json"),
      ("main@{1 day ago}:é.json", "main@{1 day ago}", "é.json"),
      ("v1.0:../x", "v1.0", "../x"),
    ])
  func revisions(text: String, revision: String, path: String) {
    let read = RevisionPath(text)
    let parts: [String?] = [read?.path, read?.prefix, read?.text]
    #expect(parts == [path, revision + ":", text])
    #expect(read?.source == .revision(revision))
    #expect(read?.isRelative == path.hasPrefix("."))
  }

  @Test(
    "Names a stage of the index if no revision precedes the colon",
    arguments: [
      (":flint.json", 0, "flint.json", ":"), (":./flint.json", 0, "./flint.json", ":"),
      (":0:flint.json", 0, "flint.json", ":0:"), (":3:a:b", 3, "a:b", ":3:"),
      (":4:flint.json", 0, "4:flint.json", ":"), (":2", 0, "2", ":"),
    ])
  func index(text: String, stage: Int, path: String, prefix: String) {
    let read = RevisionPath(text)
    let parts: [String?] = [read?.path, read?.prefix]
    #expect(parts == [path, prefix])
    #expect(read?.source == .index(stage: stage))
  }

  @Test(
    "Is not recognized in other forms",
    arguments: [
      "", "flint.json", "main:", ":", ":/fix a bug", "-c:x", "--output=a:b", "./a:b", "../a:b",
      "/a:b", ".hidden:x", "a{b:c", "ma\nin:a", "main:a\0b", ":2:",
    ])
  func others(text: String) { #expect(RevisionPath(text) == nil) }
}
