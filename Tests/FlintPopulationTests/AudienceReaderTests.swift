import FlintManifest
import FlintModel
import FlintPopulation
import FlintText
import RandomModels
import TestSupport
import Testing

@Suite("Reading a population's result")
struct AudienceReaderTests {
  private static let manifest = try? ManifestFile(
    SourceFile(
      path: "m.json",
      text: SourceText(
        #"{"manifestVersion": 1, "features": [{"id": "f", "constraints": {"permissions": ["camera"]}, "features": [{"id": "g"}]}]}"#
      )))

  private static let result = """
    {"formatVersion": 1, "fingerprint": "\(manifest?.fingerprint ?? "")", "states": 3, "weight": 4, "rejected": 0, "ignored": {"x": 2}, "features": [
      {"id": "f", "available": 1, "undetermined": 1, "unavailable": 2, "constraints": [
        {"feature": "f", "constraint": "permission:camera", "notSatisfied": 2, "notDetermined": 1,
         "decisive": 3}]},
      {"id": "g", "available": 1, "undetermined": 1, "unavailable": 2, "constraints": [
        {"feature": "f", "constraint": "permission:camera", "notSatisfied": 2, "notDetermined": 1,
         "decisive": 3}]}]}
    """

  @Test("A written result is read as the same result")
  func sound() throws {
    let audience = try AudienceReader.read(
      try JSONDocument(SourceText(Self.result)), of: Self.manifest)
    #expect(audience.weight == 4)
    #expect(audience.ignored == [UndeclaredID("x"): 2])
    #expect(audience.features.map(\.id) == ["f", "g"])
    #expect(audience.features[1].constraints[0].decisive == 3)
  }

  @Test(
    "A result of another shape or manifest is reported",
    arguments: [
      ("\"formatVersion\": 1", "\"formatVersion\": 2", ["unsupported-version"]),
      ("\"states\": 3", "\"stats\": 3", ["unknown-key", "missing-key"]),
      ("\"states\": 3", "\"states\": 3.0", ["invalid-integer"]),
      ("\"states\": 3", "\"states\": -3", ["invalid-integer"]),
      ("\"states\": 3", "\"states\": \"3\"", ["wrong-type"]),
      ("\"states\": 3", "\"states\": 3, \"states\": 3", ["duplicate-key"]),
      ("{\"x\": 2}", "{\"x\": 9223372036854775808}", ["invalid-integer"]),
      ("{\"x\": 2}", "[]", ["wrong-type"]),
      ("\"weight\": 4", "\"mass\": 4", ["notAnAudience"]),
      ("\"fingerprint\": \"", "\"fingerprint\": \"0", ["otherManifest"]),
      ("\"fingerprint\": ", "\"finger\": ", ["unknown-key", "missing-key"]),
      ("{\"id\": \"g\"", "{\"id\": \"h\"", ["irregular"]),
      ("\"permission:camera\"", "\"permission:photos\"", ["irregular"]),
      (
        "\"ignored\": {",
        "\"by\": [{\"key\": {\"platform\": \"iOS\"}, \"states\": 1, \"weight\": 1, \"features\": []}], \"ignored\": {",
        ["irregular"]
      ),
      ("\"ignored\": {", "\"impossible\": {\"a\": 1}, \"ignored\": {", ["irregular"]),
      ("\"constraints\": [", "\"constraint\": [", ["unknown-key", "missing-key"]),
      ("\"constraints\": [", "\"constraints\": [7, ", ["wrong-type", "wrong-type"]),
    ])
  func problems(old: String, new: String, facts: [String]) throws {
    let text = Self.result.replacing(old, with: new)
    try #require(text != Self.result)
    let document = try JSONDocument(SourceText(text))
    let found = #expect(throws: AudienceReader.Problems.self) {
      try AudienceReader.read(document, of: Self.manifest)
    }
    let names = try #require(found).found.map { problem in
      if case .input(let input) = problem.fact { return input.rule }
      return Self.name(of: problem.fact)
    }
    #expect(names.starts(with: facts), "\(names)")
    for problem in try #require(found).found {
      #expect(problem.range.upperBound <= text.utf8.count && !problem.range.isEmpty)
    }
  }

  private static func name(of fact: some Any) -> String {
    String("\(fact)".prefix { $0.isLetter })
  }

  private static let compared = """
    {"formatVersion": 1, "fingerprint": "", "states": 3, "weight": 4, "rejected": 0, "ignored": {}, "features": [
      {"id": "f", "available": 1, "undetermined": 1, "unavailable": 2, "constraints": []}],
     "affected": {"lost": 1, "gained": 1, "changed": 3}, "against": [
      {"id": "f", "lost": 1, "gained": 1, "moves": [
        {"old": "available", "new": "unavailable", "weight": 1},
        {"old": "undetermined", "new": "unavailable", "weight": 1},
        {"old": "unavailable", "new": "available", "weight": 1}], "causes": []}]}
    """

  @Test("A written comparison is read as the same comparison")
  func comparison() throws {
    let audience = try AudienceReader.read(try JSONDocument(SourceText(Self.compared)))
    #expect(audience.affected == .init(lost: 1, gained: 1, changed: 3))
    #expect(audience.against?.first?.moves.weights == [0, 1, 0, 1, 1, 0])
  }

  @Test(
    "An inconsistent comparison is reported",
    arguments: [
      ("\"affected\": {\"lost\": 1, \"gained\": 1, \"changed\": 3}, ", "", "irregular"),
      ("\"against\": [\n  {\"id\": \"f\"", "\"against\": [\n  {\"id\": \"g\"", "irregular"),
      ("\"old\": \"undetermined\"", "\"old\": \"unknown\"", "unknown-value"),
      ("\"moves\"", "\"move\"", "unknown-key"),
    ])
  func comparisonProblems(old: String, new: String, fact: String) throws {
    let text = Self.compared.replacing(old, with: new)
    try #require(text != Self.compared)
    let document = try JSONDocument(SourceText(text))
    let found = #expect(throws: AudienceReader.Problems.self) {
      try AudienceReader.read(document)
    }
    let first = try #require(found?.found.first)
    if case .input(let problem) = first.fact {
      #expect(problem.rule == fact)
    } else {
      #expect(Self.name(of: first.fact) == fact)
    }
  }

  @Test(
    "Random changes of bytes never crash the reader", arguments: TestDepth.seeds(45, thorough: 1500)
  )
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Array(Self.result.utf8)
    for _ in 0...random.int(0...2) {
      bytes[random.int(0...bytes.count - 1)] = random.pick(Array("0129\"{}[],:fx-. ".utf8))
    }
    guard let document = try? JSONDocument(SourceText(bytes)) else { return }
    let audience = try? AudienceReader.read(document, of: Self.manifest)
    if let audience { #expect(audience.features.count == 2) }
  }
}
