import FlintCore
import FlintManifest
import FlintText
import Foundation

@testable import FlintReport

/// The evaluator of the report's page, in one of the engines that are installed.
struct PageJudge: Judge {
  let engine: ScriptEngine

  var name: String { "page in \(engine.name)" }

  /// Nothing that the page says could be read.
  struct NoAnswer: Error {
    var output: String
  }

  func judge(_ groups: [Group]) throws -> [[[Verdict]?]] {
    let output = try engine.run(Self.script(groups))
    guard let document = try? JSONDocument(output) else { throw NoAnswer(output: output) }
    return document.withRoot { root in
      root.elements.map { group in
        group.elements.map { state in state.elements.map(Self.verdict) }
      }
    }
  }

  private static func verdict(_ value: JSONValue) -> Verdict {
    let parts = Array(value.elements)
    let status = FeatureStatus.allCases.first { $0.name == parts[0].string }
    return Verdict(
      status: status ?? .undetermined, blockers: parts[1].elements.map { $0.string ?? "" },
      nextStep: parts[2].elements.map { $0.string ?? "" })
  }

  /// A script that calls `answer` with everything that the page's evaluator says.
  private static func script(_ groups: [Group]) -> String {
    var json = JSONWriter(.compact)
    json.array { json in
      for group in groups {
        json.array { json in
          PageProgram(manifest: group.manifest, initialState: DeviceState()).write(to: &json)
          json.array { json in
            for state in group.states { StateWriter.write(state, of: group.manifest, to: &json) }
          }
        }
      }
    }
    return """
      \(String(decoding: PackageResources.evaluate_js, as: UTF8.self))
      answer(JSON.stringify(JSON.parse(\(quoted(json.text))).map(([program, states]) => states.map((state) => {
        const evaluator = new Flint.Evaluator(program, state);
        return program.features.map((_, index) => {
          const { status, blockers, nextStep } = evaluator.evaluate(index);
          return [
            status, blockers.map((one) => evaluator.name(one, index)),
            nextStep === null ? []
              : [nextStep.action, ...nextStep.subjects.map((one) => evaluator.subjectName(one))],
          ];
        });
      }))));
      """
  }

  /// A text as a script's string, which must not hold what ends the script; JSON.parse has `__proto__` as a key like others.
  private static func quoted(_ text: String) -> String {
    JSONText.quoted(text).replacing("<", with: "\\u003c").replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
  }
}

/// Something that runs a script which calls `answer(text)` once.
enum ScriptEngine: CaseIterable, Sendable {
  case node
  case chromium

  var name: String {
    switch self {
    case .node: "Node"
    case .chromium: "Chromium"
    }
  }

  private var programs: [String] {
    switch self {
    case .node: ["node", "nodejs"]
    case .chromium: ["chromium", "chromium-browser", "google-chrome"]
    }
  }

  private var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for program in programs {
      for folder in folders {
        let path = "\(folder)/\(program)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }

  static let installed: [ScriptEngine] = allCases.filter { $0.path != nil }

  /// What the script answers.
  func run(_ script: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "flint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    switch self {
    case .node:
      let file = folder.appending(path: "script.js")
      let answer = "const answer = (text) => require('fs').writeFileSync(1, text);\n"
      try Data((answer + script).utf8).write(to: file)
      return try output([file.path])
    case .chromium:
      let file = folder.appending(path: "page.html")
      let page = """
        <!DOCTYPE html><meta charset="utf-8"><pre id="answer"></pre><script>
        const answer = (text) => {
          const bytes = new TextEncoder().encode(text);
          document.getElementById("answer").textContent =
            btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        };
        \(script)
        </script>
        """
      try Data(page.utf8).write(to: file)
      let document = try output([
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.path)/profile", "--dump-dom", file.absoluteString,
      ])
      guard let start = document.range(of: "<pre id=\"answer\">")?.upperBound,
        let end = document.range(of: "</pre>", range: start..<document.endIndex)?.lowerBound,
        let bytes = Data(base64Encoded: String(document[start..<end]))
      else { throw PageJudge.NoAnswer(output: String(document.suffix(500))) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func output(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = path.map { URL(filePath: $0) }
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
