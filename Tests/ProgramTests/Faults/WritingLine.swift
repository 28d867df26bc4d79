import Foundation
import ProgramHarness
import TestSupport
import Testing

/// A command line that writes a file, in a folder with all of its input files.
struct WritingLine: CustomTestStringConvertible, Sendable {
  let words: [String]
  let target: String
  /// The earlier content of that file, or nil if it does not exist.
  let old: String?
  let status: Int32
  let input: String?

  var testDescription: String { words.joined(separator: " ") }

  private init(
    _ line: String, to target: String = "result", old: String? = "old\n", status: Int32 = 0,
    input: String? = nil
  ) {
    words = line.split(separator: " ").map(String.init)
    (self.target, self.old, self.status, self.input) = (target, old, status, input)
  }

  /// The command lines, at least one for every command that writes, and for every option that names a file to write.
  static let all = [
    WritingLine("evaluate m.json --output result"),
    WritingLine("evaluate m.json --format json --output result"),
    WritingLine("evaluate m.json --format junit --output result"),
    WritingLine("explain m.json f1 --output result"),
    WritingLine("validate m.json --format sarif --output result"),
    WritingLine("test m.json scenarios.json --format junit --output result"),
    WritingLine("matrix m.json --vary platform --format csv --output result"),
    WritingLine("plan m.json f1 --output result"),
    WritingLine("diff small.json m.json --format markdown --output result"),
    WritingLine("audience m.json states.ndjson --format csv --output result", status: 1),
    WritingLine("audience m.json states.ndjson --rejects result", status: 1),
    WritingLine("stream m.json --output result", status: 1, input: "states.ndjson"),
    WritingLine("report m.json --output result"),
    WritingLine("import store.storekit --output result"),
    WritingLine("schema manifest --output result"),
    WritingLine("init result", old: nil),
    WritingLine("completions zsh --output result"),
  ]

  func prepare() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(Self.manifest(features: 200), to: "m.json")
    try scratch.write(Self.manifest(features: 2), to: "small.json")
    try scratch.write(Self.states, to: "states.ndjson")
    try scratch.write(Self.scenarios, to: "scenarios.json")
    try scratch.write(Self.store, to: "store.storekit")
    if let old { try scratch.write(old, to: target) }
    return scratch
  }

  #if os(Linux)
    func program(in scratch: Scratch) -> SteppedProgram {
      var program = SteppedProgram([Package.program.path] + words, directory: scratch.folder)
      if let input { program.input = scratch.folder.appending(path: input) }
      return program
    }
  #endif

  // MARK: Input files

  /// Returns a manifest whose result is large enough to be written in several chunks.
  private static func manifest(features: Int) -> String {
    let list = (0..<features).map { number in
      """
      { "id": "f\(number)", "name": "Feature number \(number)", "description": "Does one thing",
        "constraints": { "permissions": ["camera", "photos"], "purchases": ["pro"] } }
      """
    }
    return """
      { "manifestVersion": 1,
        "products": [{ "id": "pro", "type": "nonConsumable" }],
        "features": [\(list.joined(separator: ",\n"))] }
      """
  }

  private static let states =
    #"{"id": 1, "purchases": {"pro": "purchased"}}"# + "\nnot a state\n"
    + #"{"id": 3, "permissions": {"camera": "authorized"}}"# + "\n"

  private static let scenarios = """
    { "scenarioVersion": 1,
      "scenarios": [{ "name": "One", "steps": [{ "expect": { "f1": "unavailable" } }] }] }
    """

  private static let store = """
    { "products": [{ "productID": "gem", "type": "Consumable", "referenceName": "Gem" }],
      "version": { "major": 3, "minor": 0 } }
    """
}
