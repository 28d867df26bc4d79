import FlintManifest
import FlintModel
import FlintText
import RandomModels
import Synchronization
import TestSupport
import Testing

@testable import FlintPopulation

@Suite("A population of lines")
struct PopulationRunTests {
  @Test(
    "Has the totals that the evaluator gives for each line",
    arguments: TestDepth.seeds(1, thorough: 40))
  func agreesWithEvaluator(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 10))
    var population: [(state: DeviceState, weight: Int64)] = []
    var text = ""
    var expectedLines: [String] = []
    for line in 1...25 {
      let state = random.state(for: manifest)
      let weight = Int64(random.oneIn(2) ? 1 : random.int(0...5))
      population.append((state, weight))
      var extra = weight == 1 ? [] : ["\"weight\":\(weight)"]
      // An escape sequence and a private key bypass the fast path.
      if random.oneIn(10) { extra.append("\"x-note\":\"\\u0041\"") }
      text += random.line(state, of: manifest, extra: extra) + "\n"
      expectedLines.append(expectedLine(line, of: state, manifest))
    }
    let judged = try judge(text, of: manifest)
    var expected = expectedAudience(of: manifest, population)
    expected.undated = judged.audience.undated
    #expect(judged.audience == expected, "seed \(seed)")
    #expect(judged.lines == expectedLines, "seed \(seed)")
    #expect(judged.rejected == [], "seed \(seed)")
  }

  @Test("Every status of every permission is read, alone and beside all others")
  func permissions() throws {
    let requirements = SystemPermission.allCases.flatMap { permission in
      [PermissionRequirement(permission)]
        + permission.statuses.map { PermissionRequirement(permission, in: [$0]) }
    }
    let manifest = Manifest(
      features: requirements.enumerated().map { index, requirement in
        FeatureDeclaration(id: "f\(index)", constraints: [.permission(requirement)])
      })
    var states = SystemPermission.allCases.flatMap { permission in
      permission.statuses.map { DeviceState(permissions: [permission: $0]) }
    }
    for offset in 0..<SystemPermissionStatus.allCases.count {
      states.append(
        DeviceState(
          permissions: Dictionary(
            uniqueKeysWithValues: SystemPermission.allCases.map {
              ($0, $0.statuses[(offset + Int($0.rawValue)) % $0.statuses.count])
            })))
    }
    var random = SeededGenerator(seed: 0)
    let judged = try judge(
      states.map { random.line($0, of: manifest, extra: []) + "\n" }.joined(), of: manifest)
    #expect(judged.audience == expectedAudience(of: manifest, states.map { ($0, 1) }))
    #expect(judged.rejected == [])
  }

  private func expectedLine(_ line: Int, of state: DeviceState, _ manifest: Manifest) -> String {
    let evaluations = Array(Evaluator(manifest, in: state).all)
    func ids(_ status: FeatureStatus) -> [String] {
      evaluations.filter { $0.status == status }.map {
        JSONText.quoted(manifest.features[$0.feature].id)
      }
    }
    let unavailable = evaluations.filter { $0.status == .unavailable }.map { evaluation in
      let names = evaluation.blockers.map {
        JSONText.quoted($0.name(seenFrom: evaluation.feature, in: manifest))
      }
      let id = JSONText.quoted(manifest.features[evaluation.feature].id)
      return "\(id):[\(names.joined(separator: ","))]"
    }
    return "{\"line\":\(line),\"available\":[\(ids(.available).joined(separator: ","))],"
      + "\"undetermined\":[\(ids(.undetermined).joined(separator: ","))],"
      + "\"unavailable\":{\(unavailable.joined(separator: ","))}}"
  }

  @Test(
    "Has the same totals however it is split into chunks and distributed to threads",
    arguments: [1, 7, 4096, 100_000], [1, 2, 5])
  func cutting(piece: Int, workers: Int) throws {
    var random = SeededGenerator(seed: 11)
    let manifest = random.manifest(RandomManifestShape(features: 5))
    var text = ""
    for index in 0..<(piece == 1 ? 40 : TestDepth.count(30, thorough: 1500)) {
      switch index % 7 {
      case 3: text += "\n"
      case 5: text += "{\"platform\": \"iPhone \(index)\"}\n"
      default:
        let extra = ["\"id\":\(index)", "\"x-\(index)\":0", "\"weight\":\(index % 3)"]
        text += random.line(random.state(for: manifest), of: manifest, extra: extra) + "\n"
      }
    }
    let sources = [Array(text.utf8), Array(text.utf8.dropLast())]
    let whole = try judge(sources, of: manifest)
    let cut = try judge(sources, of: manifest, workers: workers, piece: piece)
    #expect(whole == cut)
    #expect(whole.audience.states > 0)
    #expect(whole.audience.rejected > 0)
  }

  @Test("Accepts a byte order mark, CRLF, blank lines and a last line without an end")
  func lineEnds() throws {
    let manifest = Manifest(features: [FeatureDeclaration(id: "f")])
    let judged = try judge("\u{FEFF}{\"id\":1}\r\n\r\n \t\n{\"id\":2} \r\n{\"id\":3}", of: manifest)
    #expect(
      judged.lines
        == [(1, 1), (2, 4), (3, 5)].map { id, line in
          "{\"id\":\(id),\"line\":\(line),\"available\":[\"f\"],\"undetermined\":[],\"unavailable\":{}}"
        })
  }

  @Test("Accepts lines longer than a chunk")
  func longLine() throws {
    let manifest = Manifest(features: [FeatureDeclaration(id: "f")])
    let id = String(repeating: "long ", count: 300_000)
    let judged = try judge("{\"id\":\"\(id)\"}\n{}\n", of: manifest)
    #expect(judged.audience.states == 2)
    #expect(judged.lines[0].hasPrefix("{\"id\":\"\(id)\",\"line\":1,"))
  }

  @Test(
    "Writes ids as they were read, with control characters escaped",
    arguments: [
      ("null", "null"), ("-1.50e+3", "-1.50e+3"), ("[1,{\"a\":[]}]", "[1,{\"a\":[]}]"),
      ("[1,\t2]", "[1, 2]"), ("\"a\\u0000\\n\"", "\"a\\u0000\\n\""),
      ("\"\u{7F}\u{9B}é\u{1F48E}\"", "\"\\u007f\\u009bé\u{1F48E}\""),
    ])
  func ids(given: String, echoed: String) throws {
    let judged = try judge("{\"id\":\(given)}", of: Manifest())
    #expect(
      judged.lines == [
        "{\"id\":\(echoed),\"line\":1,\"available\":[],\"undetermined\":[],\"unavailable\":{}}"
      ])
  }

  @Test("Matches texts by their scalars, regardless of JSON escapes")
  func patterns() throws {
    func pattern(
      beginsWith: [String] = [], contains: [String] = [], endsWith: [String] = []
    ) throws -> FeatureDeclaration {
      func texts(_ texts: [String]) -> [ExactText] { texts.map { ExactText($0) } }
      let pattern = try #require(
        TextPattern(
          beginsWith: texts(beginsWith), contains: texts(contains), endsWith: texts(endsWith)))
      return FeatureDeclaration(
        id: (beginsWith + contains + endsWith).joined(separator: "+"),
        constraints: [.attribute(.init(attribute: 0, accepted: .pattern(pattern)))])
    }
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "t", domain: .text)],
      features: [
        try pattern(beginsWith: ["a", "é"]), try pattern(contains: ["日本"]),
        try pattern(endsWith: ["\""]), try pattern(beginsWith: ["ab"], endsWith: ["bc"]),
      ])
    let expected: [(String, [String])] = [
      (#""a""#, ["a+é"]), (#""ba""#, []), (#""éa""#, ["a+é"]), (#""\u00e9""#, ["a+é"]),
      (#""e\u0301""#, []), (#""x日本x""#, ["日本"]), (#""\u65e5\u672c""#, ["日本"]), (#""日 本""#, []),
      (#""x\"""#, [#"""#]), (#""abc""#, ["a+é", "ab+bc"]), (#""ab""#, ["a+é"]),
      (#""\u0061bc""#, ["a+é", "ab+bc"]),
    ]
    let lines = expected.map { #"{"attributes":{"t":\#($0.0)}}"# }
    let judged = try judge(lines.joined(separator: "\n"), of: manifest)
    for (line, (text, features)) in zip(judged.lines, expected) {
      let listed = features.map { #""\#($0 == #"""# ? #"\""# : $0)""# }.joined(separator: ",")
      #expect(line.contains(#""available":[\#(listed)]"#), "\(text): \(line)")
    }
    #expect(
      try judge(#"{"attributes":{"t":null}}"#, of: manifest).lines[0].contains(#""available":[]"#))
  }

  @Test("An unknown text is undetermined although the default matches the pattern")
  func defaultOfPattern() throws {
    let pattern = try #require(TextPattern(beginsWith: [ExactText("a")]))
    func lines(_ text: String?) throws -> [String] {
      let manifest = Manifest(
        attributes: [
          AttributeDeclaration(
            id: "t", domain: .text, defaultValue: text.map { .text(ExactText($0)) })
        ],
        features: [
          FeatureDeclaration(
            id: "f", constraints: [.attribute(.init(attribute: 0, accepted: .pattern(pattern)))])
        ])
      let values = ["", #""t":null"#, #""t":"a""#, #""t":"b""#]
      let text = values.map { "{\"attributes\":{\($0)}}" }.joined(separator: "\n")
      return try judge(text, of: manifest).lines
    }
    let (yes, open, no) = (
      #""available":["f"]"#, #""undetermined":["f"]"#, #""unavailable":{"f":"#
    )
    for (text, ofDefault) in [("ab", yes), ("b", no), (nil, open)] {
      for (line, expected) in zip(try lines(text), [ofDefault, open, yes, no]) {
        #expect(line.contains(expected), "\(text ?? "none"): \(line)")
      }
    }
  }

  @Test(
    "Compares versions with many digits",
    arguments: [
      ("1.2097151", true), ("1.2097152", true), ("1.9999999", true), ("1.2147483647", true),
      ("1.0.2097151", false), ("1.0.2097152", false), ("1.0.9999999", false),
      ("0.2097152", false), ("0.9999999", false), ("2097152", true), ("9999999", true),
    ])
  func largeVersions(version: String, isHighEnough: Bool) throws {
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "v", domain: .version)],
      features: [
        FeatureDeclaration(id: "app", constraints: [.appVersion(.atLeast("1.1"))]),
        FeatureDeclaration(
          id: "v",
          constraints: [.attribute(.init(attribute: 0, accepted: .versions(.atLeast("1.1"))))]),
      ])
    let judged = try judge(
      #"{"appVersion":"\#(version)","attributes":{"v":"\#(version)"}}"#, of: manifest)
    #expect(judged.audience.features.map(\.available) == (isHighEnough ? [1, 1] : [0, 0]))
  }

  @Test("Compares expectations on request, and reports differences")
  func expectations() throws {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "f", constraints: [.runtimeEnabled]), FeatureDeclaration(id: "g"),
    ])
    let text = #"""
      {"expect":{"g":"undetermined","f":"unavailable"}}
      {"expect":{"f":"undetermined"},"runtime":{"f":null}}
      {"\u0065xpect":{"f":"available"},"runtime":{"f":false}}
      {"expect":{"gone":"available"},"runtime":{"f":false},"id":4}
      """#
    let run = PopulationRun(
      manifest, ManifestNames(of: manifest), LineOptions(comparesExpectations: true), workers: 1)
    let written = Mutex<[UInt8]>([])
    let summary = try run.stream(input([Array(text.utf8)]), names: ["a b"]) { bytes in
      written.withLock { $0 += bytes }
      return true
    }
    let results = written.withLock { String(decoding: $0, as: UTF8.self) }
    let expected = #"""
      {"path":"a b","line":1,"available":["f","g"],"undetermined":[],"unavailable":{},"drift":\#
      {"f":{"expected":"unavailable","actual":"available"},\#
      "g":{"expected":"undetermined","actual":"available"}}}
      {"path":"a b","line":2,"available":["g"],"undetermined":["f"],"unavailable":{}}
      {"path":"a b","line":3,"available":["g"],"undetermined":[],"unavailable":{"f":["runtimeEnabled"]},\#
      "drift":{"f":{"expected":"available","actual":"unavailable"}}}
      {"id":4,"path":"a b","line":4,"available":["g"],"undetermined":[],\#
      "unavailable":{"f":["runtimeEnabled"]}}

      """#
    #expect(results == expected)
    #expect(summary.drifted == 3)
    #expect(summary.driftedLines == 2)
    #expect(summary.ignored == [UndeclaredID("gone"): 1])
    #expect(try judge(text, of: manifest).lines.allSatisfy { !$0.contains("drift") })
  }

  @Test("Counts undeclared ids once for each line, and rejects them on request")
  func undeclared() throws {
    let manifest = Manifest(features: [FeatureDeclaration(id: "f")])
    let text = """
      {"toggles":{"gone":true},"runtime":{"gone":null},"unlocked":["gone","gone"]}
      {"purchases":{"GONE":3,"SOLD":"unknown"},"attributes":{"e\u{301}":"x","\u{E9}":null}}
      {"toggles":{"gone":true},"platform":"none"}
      """
    let judged = try judge(text, of: manifest)
    let ignored = Dictionary(
      uniqueKeysWithValues: ["gone", "GONE", "SOLD", "e\u{301}", "\u{E9}"].map {
        (UndeclaredID($0), Int64(1))
      })
    #expect(judged.audience.ignored == ignored)
    #expect(judged.rejected == ["0:3: unknown-platform"])
    let strict = try judge(text, of: manifest, LineOptions(isStrict: true))
    #expect(strict.audience.states == 0)
    #expect(strict.audience.ignored == [:])
    #expect(strict.rejected.count == 3)
  }
}
