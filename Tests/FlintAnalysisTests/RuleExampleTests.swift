import FlintManifest
import FlintModel
import FlintText
import Testing

@testable import FlintAnalysis

@Suite("Rules")
struct RuleExampleTests {
  /// Returns the members of a manifest with one finding of a rule. The switch is exhaustive, so that a rule without an
  /// example does not compile.
  private static func example(of rule: ProvenRule) -> String {
    switch rule {
    case .neverAvailable:
      feature(#""date": {"below": "2030-01-01"}, "not": {"date": {"below": "2030-01-01"}}"#)
    case .neverAvailableOn:
      app("iOS", "macOS") + feature(#""anyOf": [{"platforms": {"iOS": "any"}}]"#)
    case .redundantConstraint:
      feature(#""appVersion": 2, "anyOf": [{"appVersion": 1}, {"appVersion": {"below": 1}}]"#)
    case .redundantProduct:
      products("A", "B") + feature(#""purchases": [{"anyOf": ["A", {"allOf": ["A", "B"]}]}]"#)
    case .redundantAlternative:
      feature(#""anyOf": [{"appVersion": 2}, {"appVersion": 3}]"#)
    case .unreachableBlock:
      feature(
        #""conditional": [{"when": {"appVersion": 3, "not": {"appVersion": 2}}, "constraints": {"runtimeEnabled": true}}]"#
      )
    case .permissionNeverOffered: app("tvOS") + feature(#""permissions": ["motion"]"#)
    case .platformNotOfApp: app("iOS") + feature(#""platforms": {"macOS": 10}"#)
    case .conflictingAssumptions: assume(#""appVersion": 2"#, #""appVersion": {"below": 2}"#)
    case .platformWithoutStates:
      app("iOS", "macOS") + assume(#""platforms": {"iOS": "any"}"#)
    case .redundantAssumption: assume(#""appVersion": 2"#, #""appVersion": 1"#)
    case .stateBreaksAssumption:
      assume(#""appVersion": 2"#) + #""states": {"old": {"appVersion": 1}},"#
    case .unusedProduct: products("A")
    case .unusedAttribute: #""attributes": [{"id": "a", "type": "text"}],"#
    case .unusedCondition: #""conditions": [{"id": "c", "is": {"appVersion": 2}}],"#
    case .unusedGroup: #""groups": [{"id": "g"}],"#
    case .unusedIsEnabled: #""features": [{"id": "f", "isEnabled": true}],"#
    case .expiredFeature: #""features": [{"id": "f", "until": "2026-01-01"}],"#
    case .dateOver: feature(#""date": {"below": "2026-01-01"}"#)
    case .tooLargeToProve: entangled
    }
  }

  private static func feature(_ constraints: String) -> String {
    #""features": [{"id": "f", "constraints": {\#(constraints)}}],"#
  }

  private static func assume(_ conditions: String...) -> String {
    let list = conditions.enumerated().map { #"{"id": "a\#($0)", "that": {\#($1)}}"# }
    return "\"assume\": [\(list.joined(separator: ","))],"
  }

  private static func app(_ platforms: String...) -> String {
    "\"app\": {\"platforms\": \(platforms)},"
  }

  private static func products(_ ids: String...) -> String {
    let list = ids.map { #"{"id": "\#($0)", "type": "nonConsumable"}"# }
    return "\"products\": [\(list.joined(separator: ","))],"
  }

  /// A constraint that is too complex to analyze: many clauses of three products.
  private static var entangled: String {
    let count = 90
    let ids = (0..<count).map { "\"P\($0)\"" }
    let purchases = (0..<count).map { number in
      let three = [number, number * 7 + 31, number * 23 + 57].map { ids[$0 % count] }
      return "{\"anyOf\": [\(Set(three).sorted().joined(separator: ","))]}"
    }
    let list = ids.map { "{\"id\": \($0), \"type\": \"nonConsumable\"}" }
    return "\"products\": [\(list.joined(separator: ","))],"
      + feature("\"purchases\": [\(purchases.joined(separator: ","))]")
  }

  @Test("Each rule has exactly its finding in its example", arguments: ProvenRule.allCases)
  func examples(_ rule: ProvenRule) throws {
    let text = "{\(Self.example(of: rule)) \"manifestVersion\": 1}"
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    let found = ProvenFindings.find(in: file.manifest, today: "2026-06-01").map(\.rule)
    // A feature that requires a permission that no platform offers is also never available.
    #expect(found == (rule == .permissionNeverOffered ? [.neverAvailable, rule] : [rule]))
  }
}
