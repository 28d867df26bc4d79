import FlintManifest
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis
@testable import FlintModel

@Suite("Redundancies of which only one can be removed")
struct JointRemovalTests {
  private static func findings(_ text: String) throws -> [String] {
    let file = try ManifestFile(
      SourceFile(path: "m.json", text: SourceText("{\"manifestVersion\": 1, \(text)}")))
    return ProvenFindings.diagnostics(in: file).filter { $0.rule.hasPrefix("redundant") }.map {
      $0.message + ($0.hint.map { "; hint: \($0)" } ?? "")
    }
  }

  private static let pro = """
    "products": [{"id": "pro", "type": "nonConsumable"}, {"id": "max", "type": "nonConsumable"}],
    "conditions": [{"id": "paid", "is": {"purchases": ["pro"]}}],
    """

  @Test(
    "The message names the parts that are needed without the reported one",
    arguments: [
      (
        pro + """
          "features": [{"id": "export", "constraints": {"purchases": ["pro"]}},
            {"id": "share", "constraints": {"purchases": ["pro"], "features": ["export"]}}]
          """, ["'purchase:pro'|'feature:export'", "'purchase:pro'|'feature:export'"]
      ),
      (
        pro + """
          "features": [{"id": "export", "constraints": {"purchases": ["pro"]}},
            {"id": "share", "constraints": {
              "purchases": ["pro"], "features": ["export"], "conditions": ["paid"]}}]
          """,
        [String](repeating: "'purchase:pro'|'feature:export'|'condition:paid'", count: 3)
      ),
      (
        pro + """
          "features": [{"id": "home", "constraints": {"purchases": ["pro", "max"]}, "features": [
            {"id": "room", "constraints": {"purchases": ["pro", "max"]}}]}]
          """, ["", ""]
      ),
      (
        pro
          + """
          "features": [{"id": "home", "constraints": {"purchases": ["pro"]}, "features": [
            {"id": "room", "constraints": {"appVersion": 2, "purchases": ["pro"],
              "anyOf": [{"appVersion": "2.0"}, {"appVersion": 3}]}}]}]
          """, ["'appVersion'|'anyOf'", "", "'appVersion'|'anyOf'"]
      ),
      (
        pro + """
          "features": [{"id": "f", "constraints": {"anyOf": [{"appVersion": 2},
            {"appVersion": {"atLeast": "2.0"}}, {"purchases": ["pro"]}]}}]
          """, ["'anyOf[1]'|'anyOf[2]'", "'anyOf[1]'|'anyOf[2]'"]
      ),
      (
        pro + """
          "features": [{"id": "f", "constraints": {"purchases": [
            {"anyOf": ["pro", {"allOf": ["max", {"anyOf": ["pro", "max"]}]}]}]}}]
          """, ["", ""]
      ),
      (
        pro + """
          "features": [{"id": "f", "constraints": {"purchases": [
            {"anyOf": ["pro", {"anyOf": ["pro", "max"]}]}]}}]
          """, ["product 'pro'|product 'pro'", "product 'pro'|product 'pro'"]
      ),
      (
        """
        "assume": [{"id": "a", "that": {"appVersion": 2}}, {"id": "b", "that": {"appVersion": 1}},
          {"id": "c", "that": {"appVersion": "2.0"}}], "features": []
        """, ["'a'|'c'", "", "'a'|'c'"]
      ),
      (
        """
        "app": {"platforms": ["iOS"]}, "assume": [{"id": "a", "that": {"platforms": {"iOS": 17}}},
          {"id": "all", "that": {"platforms": {"iOS": "any"}}}], "features": []
        """, [""]
      ),
    ] as [(String, [String])])
  func named(manifest: String, expected: [String]) throws {
    let found = try Self.findings(manifest).map { message in
      message.split(separator: "remove only one of ").dropFirst().first.map(String.init) ?? ""
    }
    #expect(
      found.map { $0.replacing(", ", with: "|").replacing(" and ", with: "|") } == expected)
  }

  @Test("An assumption that excludes nothing is not said to repeat others")
  func excludesNothing() throws {
    let all = #"{"iOS": "any", "macOS": "any", "tvOS": "any", "watchOS": "any", "visionOS": "any"}"#
    #expect(
      try Self.findings(#""assume": [{"id": "all", "that": {"platforms": \#(all)}}]"#)
        == ["assumption 'all' is redundant: it excludes no state"])
  }

  @Test(
    "A hint says what to write where the removal of a key would change other platforms",
    arguments: [
      (#"{"iOSOnly": 16}"#, [#"write "iOSOnly": "any""#]),
      (#"{"iOS": 16}"#, [#"write "iOS": "any""#]),
      (#"{"iOSOnly": 16, "macOS": 13}"#, [#"write "iOSOnly": "any""#, #"write "macOS": "any""#]),
      (#"{"iOS": 16, "macOS": 13}"#, [nil, nil]),
      (#"{"iOS": 17, "macOS": 13}"#, [nil]),
    ] as [(String, [String?])])
  func hints(platforms: String, expected: [String?]) throws {
    for constraints in [
      #"{"platforms": \#(platforms)}"#,
      #"{"conditional": [{"when": {"appVersion": 2}, "constraints": {"platforms": \#(platforms)}}]}"#,
    ] {
      let found = try Self.findings(
        """
        "app": {"platforms": {"iOS": 16, "macOS": 13}},
        "features": [{"id": "f", "constraints": \(constraints)}]
        """)
      let hints = found.map { $0.split(separator: "; hint: ").dropFirst().first.map(String.init) }
      #expect(hints == expected)
    }
  }

  @Test("Two constraints are alternatives exactly where some status changes without both")
  func agreesWithEveryState() {
    var alternatives = 0
    var others = 0
    for seed in TestDepth.seeds(400, thorough: 4_000) {
      var random = SeededGenerator(seed: seed)
      let (manifest, states) = ClaimTests.tiny(&random, limit: 300)
      let findings = ProvenFindings.find(in: manifest)
      let found = findings.compactMap { finding in
        if case .constraint(let position) = finding.location,
          finding.rule == .redundantConstraint
        {
          (position, finding.message)
        } else {
          nil
        }
      }
      for (one, message) in found {
        for (other, _) in found where other.feature == one.feature && other != one {
          let later = one.isBefore(other) ? other : one
          let earlier = later == one ? other : one
          let without = manifest.removing(later).removing(earlier)
          var isSame = true
          states.visitAll { state in
            let statuses = [manifest, without].map {
              Evaluator($0, in: state).status(of: one.feature)
            }
            if statuses[0] != statuses[1] { isSame = false }
          }
          let name = other.constraint(in: manifest).name(block: other.block, in: manifest)
          let advice = message.split(separator: "remove only one of").dropFirst().joined()
          if !isSame { #expect(advice.contains("'\(name)'"), "seed \(seed): \(message)") }
          // A third redundant part may be needed without one of the two.
          if isSame, findings.count == 2 { #expect(advice.isEmpty, "seed \(seed): \(message)") }
          alternatives += isSame ? 0 : 1
          others += isSame ? 1 : 0
        }
      }
    }
    #expect(alternatives > 0 && others > 0)
  }
}

extension ConstraintPosition {
  fileprivate func isBefore(_ other: ConstraintPosition) -> Bool {
    (block ?? -1, index) < (other.block ?? -1, other.index)
  }
}
