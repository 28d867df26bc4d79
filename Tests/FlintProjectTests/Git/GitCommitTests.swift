import FlintModel
import FlintProject
import FlintText
import Testing

@Suite("Parsing of commits") struct GitCommitTests {
  private static let tree = String(repeating: "a", count: 40)

  private static func commit(_ text: String) -> GitCommit? {
    commit(Array(text.utf8))
  }

  private static func commit(_ bytes: [UInt8]) -> GitCommit? {
    GitCommit(GitObject(id: MemoryObjects.id(1), kind: .commit, content: SourceText(bytes)))
  }

  @Test(
    "A commit has an author, the committer's date in UTC, and its first paragraph as the subject")
  func whole() throws {
    let commit = try #require(
      Self.commit(
        """
        tree \(Self.tree)
        parent \(MemoryObjects.id(2))
        parent \(MemoryObjects.id(3))
        author Ann Lee <ann@example.com> 1700000000 -0700
        committer Bob <b@example.com> 1786440600 +0200
        gpgsig -----BEGIN PGP SIGNATURE-----
         author Mallory <m@example.com> 1 +0000
        \u{20}
         -----END PGP SIGNATURE-----


        Drop iOS 14
        and what needs it

        Nobody has it any more.
        """))
    #expect(commit.parents == [MemoryObjects.id(2), MemoryObjects.id(3)])
    let texts: [String?] = [commit.tree, commit.author, commit.date?.description, commit.subject]
    #expect(
      texts == [Self.tree, "Ann Lee", "2026-08-11T09:30Z", "Drop iOS 14 and what needs it"])
  }

  @Test("A commit may lack everything except a tree")
  func bare() throws {
    let commit = Self.commit("tree \(Self.tree)\n")
    let texts: [String?] = [
      commit?.tree, commit?.author, commit?.date?.description, commit?.subject,
    ]
    #expect(texts == [Self.tree, "", nil, ""])
    #expect(commit?.parents == [])
    let late = Self.commit("tree \(Self.tree)\ncommitter <> 99999999999999999 +0000\n\n")
    #expect(late != nil && late?.date == nil)
    for text in ["", "tree", "tree \n", "tree x\n", "parent \(Self.tree)\n\nNo tree"] {
      #expect(Self.commit(text) == nil, "\(text)")
    }
  }

  @Test("A commit is decoded with its encoding")
  func encodings() throws {
    let heads = ["\nencoding ISO-8859-1", ""]
    let subjects = heads.map { head in
      Self.commit(Array("tree \(Self.tree)\(head)\n\nCaf".utf8) + [0xE9])?.subject
    }
    #expect(subjects == ["Café", "Caf\u{FFFD}"])
  }

  @Test("A commit's header contains its size")
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
