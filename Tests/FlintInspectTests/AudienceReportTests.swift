import FlintManifest
import FlintModel
import FlintText
import TestSupport
import Testing

@testable import FlintInspect
@testable import FlintPopulation

@Suite("The report of a population's totals")
struct AudienceReportTests {
  private static func constraint(
    _ name: String, of feature: String = "scan", no: Int64 = 0, open: Int64 = 0, gain: Int64 = 0
  ) -> Audience.Constraint {
    Audience.Constraint(
      feature: feature, constraint: name, notSatisfied: no, notDetermined: open, decisive: gain)
  }

  private static func audience(_ features: [Audience.Feature], weight: Int64) -> Audience {
    Audience(states: 1234, weight: weight, rejected: 0, ignored: [:], features: features)
  }

  private func text(_ audience: Audience, width: Int = 80) -> String {
    var sink = ByteSink()
    AudienceText(style: TextStyle(width: width)).write(audience, into: &sink)
    return sink.string
  }

  @Test(
    "Requirements are sorted by the users they would gain, then as declared, and those that gain nobody are omitted"
  )
  func order() {
    let feature = Audience.Feature(
      id: "scan", available: 500, undetermined: 250, unavailable: 250,
      constraints: [
        Self.constraint("platform:iOS", no: 100, gain: 50), Self.constraint("runtimeEnabled"),
        Self.constraint("permission:camera", no: 150, open: 250, gain: 300),
        Self.constraint("purchase:PRO", of: "tools", no: 100, gain: 50),
      ])
    let stuck = Audience.Feature(
      id: "copy", available: 1, undetermined: 0, unavailable: 999,
      constraints: ["runtimeEnabled", "userToggled"].map {
        Self.constraint($0, of: "copy", no: 999)
      }
    )
    #expect(
      text(Self.audience([feature, stuck], weight: 1000)) == """
        1,234 states, 1,000 users
                                     available    undetermined     unavailable

        scan
          ██████████▒▒▒▒▒·····   50.0% ✓   500   25.0% ?   250   25.0% ✗   250
          +30.0%   300 if permission:camera is dropped
           +5.0%    50 if platform:iOS is dropped
           +5.0%    50 if tools/purchase:PRO is dropped

        copy
          ····················    0.1% ✓     1      0% ?     0   99.9% ✗   999
          several at once: runtimeEnabled and userToggled

        """)
  }

  @Test(
    "A number is not separated from its sign and its share, however narrow the terminal is",
    arguments: 20...80)
  func narrow(width: Int) {
    let feature = Audience.Feature(
      id: "scan", available: 500, undetermined: 250, unavailable: 250,
      constraints: [Self.constraint("permission:camera", no: 150, open: 250, gain: 300)])
    let lines = text(Self.audience([feature], weight: 1000), width: width).split(separator: "\n")
    for line in lines.drop(while: { $0 != "scan" }) {
      for sign in ["✓", "✗", "?"] where line.contains(sign) {
        #expect(line.contains(/[0-9.]+% [✓✗?] +[0-9,]+/), "\(width): \(line)")
      }
    }
  }

  @Test(
    "Features have display names, and an empty population has no shares")
  func names() {
    let features = ["scan", "copy"].map {
      Audience.Feature(id: $0, available: 0, undetermined: 0, unavailable: 0, constraints: [])
    }
    var sink = ByteSink()
    let manifest = Manifest(features: [FeatureDeclaration(id: "scan", name: "Scanning")])
    AudienceText(style: TextStyle(), manifest: manifest)
      .write(Self.audience(features, weight: 0), into: &sink)
    let titles = sink.string.split(separator: "\n").filter { $0.first?.isLetter ?? false }
    #expect(titles == ["Scanning  [scan]", "copy"])
    let nobody = Audience(states: 0, weight: 0, rejected: 3, ignored: [:], features: features)
    #expect(text(nobody) == "0 states   ✗ 3 lines rejected\n")
  }

  @Test(
    "A share is rounded, but never to zero or to all",
    arguments: [
      (0, 1000, "   0% ✓"), (1, 200_000, "<0.1% ✓"), (199_999, 200_000, ">99.9% ✓"),
      (9, 10_000, "<0.1% ✓"), (1, 1000, " 0.1% ✓"), (999, 1000, "99.9% ✓"),
      (9991, 10_000, ">99.9% ✓"), (1000, 1000, " 100% ✓"), (1, 3, "33.3% ✓"), (2, 3, "66.7% ✓"),
      (0, 0, "   0% ✓"), (1, .max, "<0.1% ✓"), (999_999_999, 1_000_000_000, ">99.9% ✓"),
    ] as [(Int64, Int64, String)])
  func shares(part: Int64, whole: Int64, shown: String) {
    let feature = Audience.Feature(
      id: "f", available: part, undetermined: 0, unavailable: whole - part, constraints: [])
    let padding = grouped(whole).count - grouped(part).count
    let total = "\(shown) \(String(repeating: " ", count: padding))\(grouped(part))"
    #expect(text(Self.audience([feature], weight: whole)).contains(" \(total)"))
  }

  private func grouped(_ number: Int64) -> String {
    var text = String(number)
    for offset in stride(from: text.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: offset))
    }
    return text
  }

  @Test(
    "Groups written by several threads are read as the same groups", arguments: [1, 40, 41, 90])
  func groups(_ count: Int) throws {
    let size = TestDepth.count(50, thorough: 200)
    let features = (0..<size).map { index in
      Audience.Feature(
        id: "f\(index)", available: 0, undetermined: 0, unavailable: 0,
        constraints: ["runtimeEnabled", "userToggled"].map { Self.constraint($0, of: "f\(index)") })
    }
    var whole = Self.audience(features, weight: 0)
    whole.states = 0
    var sum = AudienceSum()
    var total = whole.numbers
    whole.groups = (0..<count).map { number in
      let weight = Int64(1 + number * number * number)
      let numbers = features.indices.flatMap { index -> [Int64] in
        let part = weight * Int64(index) / Int64(size)
        return [part, 0, weight - part, weight - part, 0, weight - part, weight - part, 0, 0]
      }
      whole.states += 1
      whole.weight += weight
      sum.add(&total, numbers)
      return Audience.Group(
        key: [.init(name: "osVersion", value: .integer(Int64(number)))], states: 1, weight: weight,
        numbers: numbers)
    }
    whole.fill(total)
    whole.keys = ["osVersion"]
    var sink = ByteSink()
    AudienceJSON().write(whole, into: &sink)
    #expect(try AudienceReader.read(JSONDocument(sink.string)) == whole)
  }

  @Test("Rejected lines and undeclared ids are reported first")
  func heading() {
    let cases: [(states: Int64, rejected: Int64, heading: String)] = [
      (1, 1, "1 state   ✗ 1 line rejected\n"),
      (1_000_000, 2000, "1,000,000 states   ✗ 2,000 lines rejected\n"),
    ]
    for (states, rejected, heading) in cases {
      var audience = Self.audience([], weight: states)
      audience.states = states
      audience.rejected = rejected
      #expect(text(audience) == heading)
    }
  }

  @Test(
    "Bars are aligned for any ids, and no line is too wide", arguments: [40, 80])
  func columns(width: Int) {
    let ids = ["a", "a-rather-long-identifier", String(repeating: "long", count: 40)]
    let features = ids.map {
      Audience.Feature(
        id: $0, available: 1, undetermined: 1, unavailable: 1,
        constraints: [Self.constraint("permission:camera", of: $0, no: 1, open: 1, gain: 1)])
    }
    let lines = text(Self.audience(features, weight: 3), width: width).split(separator: "\n")
    for line in lines { #expect(DisplayWidth.of(String(line)) <= width, "\(line)") }
    if width == 80 {
      let starts = lines.filter { $0.hasPrefix("  ") }.compactMap { line in
        line.firstIndex(of: "█").map { DisplayWidth.of(String(line[..<$0])) }
      }
      #expect(starts.count == 3 && Set(starts).count == 1, "\(starts)")
    }
  }

  @Test("A table has a row for each feature, without constraints unless they are listed")
  func table() {
    func table(_ csv: AudienceCSV) -> String {
      var sink = ByteSink()
      let features = [
        Audience.Feature(
          id: "scan", available: 5, undetermined: 2, unavailable: 3,
          constraints: [
            Self.constraint("purchase:\"a,b\"", no: 3, open: 2, gain: 5),
            Self.constraint("permission:camera", of: "tools", no: 1),
          ]),
        Audience.Feature(
          id: "plain", available: 10, undetermined: 0, unavailable: 0, constraints: []),
      ]
      csv.write(Self.audience(features, weight: 10), into: &sink)
      return sink.string
    }
    #expect(
      table(AudienceCSV()) == """
        feature,available,undetermined,unavailable
        scan,5,2,3
        plain,10,0,0

        """)
    #expect(
      table(AudienceCSV(listsConstraints: true)) == """
        feature,available,undetermined,unavailable,constraint,notSatisfied,notDetermined,decisive
        scan,5,2,3,,,,
        scan,,,,"purchase:""a,b""\",3,2,5
        scan,,,,tools/permission:camera,1,0,0
        plain,10,0,0,,,,

        """)
  }

  // MARK: Rollouts

  private static let lab = """
    {"manifestVersion": 1, "features": [
      {"id": "half", "constraints": {"rollout": {"percent": 50, "bucket": "x"}}},
      {"id": "rest", "constraints": {"not": {"rollout": {"percent": 50, "bucket": "x"}}}},
      {"id": "middle", "constraints": {"rollout": {"percent": 50, "bucket": "y"},
        "not": {"rollout": {"percent": 12.5, "bucket": "y"}}}},
      {"id": "never", "constraints": {"rollout": {"percent": 0}}},
      {"id": "always", "constraints": {"rollout": {"percent": 100}}},
      {"id": "sub", "constraints": {"rollout": {"percent": 10, "bucket": "x"},
        "features": ["half"]}}]}
    """

  /// - Parameter gains: The users gained without each constraint.
  private func shares(
    of feature: Int, available: Int64, gains: [Int64], open: Int64 = 0, isJudged: Bool = true
  ) throws -> [String] {
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(Self.lab))).manifest
    let declaration = manifest.features[feature]
    let total = Audience.Feature(
      id: declaration.id, available: available, undetermined: 0, unavailable: 0,
      constraints: zip(declaration.constraints, gains).map {
        Self.constraint($0.name(in: manifest), of: declaration.id, open: open, gain: $1)
      })
    return RolloutShare.all(of: total, feature, in: manifest).map { share in
      share.line(judged: isJudged).spans.map(\.text).joined()
    }
  }

  private static let improbable = "; more than chance explains (Chernoff bound, p < 0.001)"

  @Test(
    "A rollout or an arm of an experiment has its share of the users whom nothing else excludes",
    arguments: [
      (0, 5654, [5518], "rollout: 5,654 of 11,172 eligible = 50.6 % (set: 50 %)"),
      (1, 5518, [5654], "not rollout: 5,518 of 11,172 eligible = 49.4 % (set: 50 %)"),
      (
        2, 375, [500, 125], "rollout and not rollout: 375 of 1,000 eligible = 37.5 % (set: 37.5 %)"
      ),
      (3, 0, [7], "rollout: 0 of 7 eligible = 0 % (set: 0 %)"),
      (4, 7, [0], "rollout: 7 of 7 eligible = 100 % (set: 100 %)"),
      // Ten heads in a row are chance, eleven are not.
      (0, 10, [0], "rollout: 10 of 10 eligible = 100 % (set: 50 %)"),
      (0, 11, [0], "rollout: 11 of 11 eligible = 100 % (set: 50 %)\(improbable)"),
      (0, 5600, [5000], "rollout: 5,600 of 10,600 eligible = 52.8 % (set: 50 %)\(improbable)"),
      // Another rollout with the same bucket determines who is eligible.
      (5, 1000, [4000, 0], "rollout: 1,000 of 5,000 eligible = 20.0 % (set: 10 %)"),
    ] as [(Int, Int64, [Int64], String)])
  func rollout(feature: Int, available: Int64, gains: [Int64], line: String) throws {
    #expect(try shares(of: feature, available: available, gains: gains) == [line])
  }

  @Test("Chance is judged only if each line is one user and has a position")
  func notJudged() throws {
    let line = "rollout: 90 of 100 eligible = 90.0 % (set: 50 %)"
    #expect(try shares(of: 0, available: 90, gains: [10]) == [line + Self.improbable])
    #expect(try shares(of: 0, available: 90, gains: [10], isJudged: false) == [line])
    #expect(
      try shares(of: 0, available: 90, gains: [10], open: 1)
        == [line + "; without a position: 1 user"])
  }
}
