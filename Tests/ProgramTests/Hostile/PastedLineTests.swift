import FlintText
import Foundation
import ProgramHarness
import Testing

@Suite("A printed command line") struct PastedLineTests {
  @Test(
    "Is a single line without side effects that reproduces the state when it is pasted into a shell",
    arguments: [false, true])
  func scenarios(hasDefault: Bool) throws {
    let scratch = try HostileFiles.folder()
    if hasDefault {
      let manifest = try HostileFiles.manifest.replacing(
        #""manifestVersion":1"#, with: #""manifestVersion":1,"defaultState":"é""#
      ).replacing(#""states":{"#, with: #""states":{"é":{"platform":"tvOS"},"#)
      try scratch.write(manifest.replacing(#","é":{}"#, with: ""), to: "m.json")
    }
    let run = try Run.program(
      ["test", "m.json", "scenarios.json", "--color", "never"], directory: scratch.folder)
    let lines = run.output.split(separator: "\n").compactMap { (line: Substring) -> Substring? in
      line.firstRange(of: "flint-inspect evaluate").map { line[$0.lowerBound...] }
    }
    // The second and the third step of each scenario fail.
    #expect(lines.count == 2 * HostileFiles.texts.count)
    let names = try scratch.names
    let folder = Package.program.deletingLastPathComponent().path
    for (index, line) in lines.enumerated() {
      let script = "PATH='\(folder)':$PATH; \(line) --format json"
      try scratch.write(script, to: "script")
      let pasted = try Run.shell("exec /bin/sh script", directory: scratch.folder)
      try FileManager.default.removeItem(atPath: scratch.path("script"))
      #expect(pasted.status == 0, "\(line): \(pasted.errors)")
      let text = HostileFiles.texts[index / 2]
      #expect(try JSON(pasted.output)["state"]?["platform"]?.text == "iOS")
      #expect(says(pasted.output, text, "purchased"), "\(line)")
      #expect(says(pasted.output, "a\(index / 2)", text + "!"), "\(line)")
    }
    #expect(try scratch.names == names)
  }

  @Test("Reproduces the state of an example of a difference")
  func differences() throws {
    let scratch = try HostileFiles.folder()
    try scratch.write(
      HostileFiles.manifest.replacing("\"defaultValue\":false", with: "\"defaultValue\":true"),
      to: "other.json")
    let line = ["diff", "m.json", "other.json"]
    let json = try JSON(
      try Run.program(line + ["--format", "json"], directory: scratch.folder).output)
    let examples = json["features"]?.items.flatMap { $0["examples"]?.items ?? [] } ?? []
    let text = try Run.program(line, directory: scratch.folder).output
    let flags = text.split(separator: "\n").filter { $0.contains(" → ") }
      .map { $0[($0.firstRange(of: "--")?.lowerBound ?? $0.endIndex)...] }
    #expect(flags.count == examples.count)
    #expect(flags.count == 2 * HostileFiles.texts.count)
    let names = try scratch.names
    for (flags, example) in zip(flags, examples) {
      try scratch.write("\"$FLINT\" evaluate other.json --format json \(flags)", to: "script")
      let pasted = try Run.shell("exec /bin/sh script", directory: scratch.folder)
      try FileManager.default.removeItem(atPath: scratch.path("script"))
      #expect(pasted.status == 0, "\(flags): \(pasted.errors)")
      // Names are searched as bytes, because Foundation considers some of them equal.
      for text in HostileFiles.texts {
        if let held = example["state"]?["purchases"]?.exactly(text)?.text {
          #expect(says(pasted.output, text, held), "\(flags)")
        }
      }
      for (index, text) in HostileFiles.texts.enumerated() {
        if let value = example["state"]?["attributes"]?["a\(index)"]?.text {
          let isOther = value.unicodeScalars.last == "!"
          #expect(says(pasted.output, "a\(index)", isOther ? text + "!" : text), "\(flags)")
        }
      }
    }
    #expect(try scratch.names == names)
  }

  /// Whether an object in the output has this key with this value, byte for byte.
  private func says(_ output: String, _ key: String, _ value: String) -> Bool {
    let member = withoutWorkflowCommands("\(JSONText.quoted(key)): \(JSONText.quoted(value))")
    return Data(output.utf8).firstRange(of: Data(member.utf8)) != nil
  }
}
