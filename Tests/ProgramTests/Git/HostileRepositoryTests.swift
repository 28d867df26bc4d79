import Foundation
import ProgramHarness
import Testing

/// A repository whose configuration makes git run a program on every occasion. The program creates a file.
@Suite("A hostile repository") struct HostileRepositoryTests {
  private let repository: Repository

  private static let manifest = #"{"manifestVersion": 1, "features": [{"id": "f"}]}"#

  init() throws {
    repository = try Repository()
    let program = repository.folder.appending(path: "evil.sh").path
    try repository.write(
      "#!/bin/sh\necho \"$0 $*\" >> '\(repository.folder.path)/traces'\ncat\n", to: "evil.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try repository.write("* diff=evil filter=evil merge=evil\n", to: ".gitattributes")
    try repository.write(Self.manifest, to: "flint.json")
    try repository.commit("First")
    try repository.write(Self.manifest.replacing(#""f""#, with: #""g""#), to: "flint.json")
    try repository.commit("Second")
    try sign()
    for hook in [
      "post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman",
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: repository.folder.appending(path: ".git/hooks/\(hook)").path,
        withDestinationPath: program)
    }
    var settings = [
      "core.fsmonitor": program, "core.pager": program, "core.editor": program,
      "core.hooksPath": repository.folder.appending(path: ".git/hooks").path,
      "core.sshCommand": program, "core.askPass": program, "core.gitProxy": program,
      "core.alternateRefsCommand": program, "credential.helper": program,
      "diff.external": program, "diff.evil.command": program, "diff.evil.textconv": program,
      "filter.evil.smudge": program, "filter.evil.clean": program, "filter.evil.process": program,
      "merge.evil.driver": program, "gpg.program": program, "gpg.ssh.program": program,
      "gpg.x509.program": program, "log.showSignature": "true", "interactive.diffFilter": program,
      "uploadpack.packObjectsHook": program, "sequence.editor": program,
      "remote.origin.url": "ssh://example.invalid/x", "remote.origin.promisor": "true",
      "remote.origin.uploadpack": program, "remote.origin.vcs": "evil",
      "remote.origin.partialclonefilter": "blob:none", "extensions.partialClone": "origin",
      "core.repositoryFormatVersion": "1", "protocol.allow": "always",
      "protocol.ssh.allow": "always",
      "protocol.ext.allow": "always",
    ]
    for command in ["cat-file", "rev-list", "rev-parse", "log", "show", "ls-files"] {
      settings["alias.\(command)"] = "!\(program)"
      settings["pager.\(command)"] = program
    }
    for (key, value) in settings { try repository.git(["config", key, value]) }
    try? FileManager.default.removeItem(at: traces)
  }

  private var traces: URL { repository.folder.appending(path: "traces") }

  /// Adds a signature to the last commit, which git would verify when it shows the commit.
  private func sign() throws {
    let commit = try repository.git(["cat-file", "commit", "HEAD"])
    let head = try #require(commit.range(of: "\n\n"))
    let signed =
      commit[..<head.lowerBound]
      + "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----"
      + commit[head.lowerBound...] + "\n"
    let id = try repository.git(
      ["hash-object", "-t", "commit", "-w", "--stdin"], input: String(signed))
    try repository.git(["update-ref", "refs/heads/main", id])
  }

  @Test("Makes git itself run its programs")
  func danger() throws {
    _ = try? repository.git(["status"])
    _ = try? repository.git(["log", "-p", "-1"])
    let text = try String(contentsOf: traces, encoding: .utf8)
    #expect(text.contains("evil.sh"))
  }

  @Test(
    "Does not make flint-inspect run its programs",
    arguments: [
      ["evaluate", "HEAD:flint.json"], ["evaluate", ":flint.json"], ["evaluate", ":./flint.json"],
      ["diff", "HEAD~1:flint.json", "flint.json"], ["diff", "main:flint.json", ":flint.json"],
      ["history", "flint.json"], ["history", "flint.json", "--since", "HEAD~1"],
      ["history", "main:flint.json", "f"], ["validate", "HEAD:flint.json"],
    ])
  func harmless(line: [String]) throws {
    let run = try repository.run(line)
    #expect(run.status == 0, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: traces.path))
  }

  @Test("Does not make it run programs through errors or missing objects that git would fetch")
  func missing() throws {
    let id = try repository.git(["rev-parse", "HEAD:flint.json"])
    let object = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    try FileManager.default.removeItem(at: repository.folder.appending(path: object))
    let lost = try repository.run(["evaluate", "HEAD:flint.json"])
    #expect(lost.status == 2)
    #expect(lost.errors.contains("the repository lacks object \(id)"), "\(lost.errors)")
    for line in [
      ["evaluate", "nope:flint.json"], ["evaluate", "HEAD:nope"], ["evaluate", ":nope"],
      ["history", "flint.json", "--since", "nope"], ["history", "nope.json"],
    ] { #expect(try repository.run(line).status == 2) }
    let history = try JSON(
      try repository.run(["history", "flint.json", "--format", "json"]).output)
    let messages = history["skipped"]?.items.compactMap { $0["message"]?.text } ?? []
    #expect(messages.count == 1 && messages[0].contains("lacks object"), "\(messages)")
    #expect(!FileManager.default.fileExists(atPath: traces.path))
  }

  @Test("Cannot replace the content of commits")
  func replaced() throws {
    let (old, new) = (
      try repository.git(["rev-parse", "HEAD:flint.json"]),
      try repository.git(["hash-object", "-w", "--stdin", "--no-filters"], input: "{}")
    )
    try repository.git(["update-ref", "refs/replace/\(old)", new])
    let run = try repository.run(["evaluate", "HEAD:flint.json", "g"])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(
    "Cannot have names that git interprets as options",
    arguments: ["--output=x", "-x", "--exec=touch x"])
  func options(name: String) throws {
    for line in [
      ["evaluate", "--", "\(name):flint.json"], ["history", "flint.json", "--since=\(name)"],
      ["history", "--", "\(name):flint.json"], ["history", "--", "\(name)/flint.json"],
    ] {
      let run = try repository.run(line)
      #expect(run.status == 2)
    }
    #expect(!FileManager.default.fileExists(atPath: repository.folder.appending(path: "x").path))
    #expect(!FileManager.default.fileExists(atPath: traces.path))
  }
}
