import FlintModel
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect
@testable import FlintPopulation

@Suite(
  "The audience section of the page", .enabled(if: Browser.isInstalled, "Chromium is not installed")
)
struct PageAudienceTests {
  private static let manifest = Manifest(
    features: [
      FeatureDeclaration(id: "scan", name: "Scanner", constraints: [.permission(.camera)]),
      FeatureDeclaration(
        id: "map", name: "The map", constraints: [.userToggled(defaultValue: true)]),
      FeatureDeclaration(id: "copy", name: "Copies"),
    ])

  private static func feature(
    _ id: String, _ available: Int64, _ unavailable: Int64, _ constraints: [String] = []
  ) -> Audience.Feature {
    Audience.Feature(
      id: id, available: available, undetermined: 0, unavailable: unavailable,
      constraints: constraints.map { name in
        Audience.Constraint(
          feature: id, constraint: name, notSatisfied: unavailable, notDetermined: 0,
          decisive: unavailable)
      })
  }

  private static func comparison(
    _ id: String, lost: Int64 = 0, gained: Int64 = 0, moves: [Int: Int64], causes: [String] = []
  ) -> Audience.Comparison {
    var all = Audience.Moves()
    for (kind, weight) in moves { all.weights[kind] = weight }
    return Audience.Comparison(
      id: id, lost: lost, gained: gained, moves: all,
      causes: causes.map { Audience.Cause(feature: id, constraint: $0, lost: lost, gained: gained) }
    )
  }

  /// A population of 3,000 users. 40 lose the scanner and 1,200 the map, and the status of another feature changes for
  /// 7.
  private static var audience: Audience {
    var audience = Audience(
      states: 30, weight: 3000, rejected: 0, ignored: [:],
      features: [
        feature("scan", 2000, 1000, ["permission:camera"]),
        feature("map", 800, 2200, ["userToggled"]),
        feature("copy", 3000, 0),
      ])
    audience.against = [
      comparison("scan", lost: 40, moves: [1: 40], causes: ["permission:camera"]),
      comparison("map", lost: 1200, moves: [0: 200, 1: 1000], causes: ["userToggled"]),
      comparison("copy", moves: [:]), comparison("gone", moves: [:]),
    ]
    audience.affected = Audience.Affected(lost: 1210, gained: 0, changed: 1217)
    return audience
  }

  private func text(of selector: String, _ audience: Audience) throws -> [String] {
    var page = ByteSink()
    ReportPage(manifest: Self.manifest, initialState: DeviceState(), audience: audience).write(
      to: &page)
    let script = """
      <pre id="answers"></pre><script>
      document.getElementById("answers").textContent = JSON.stringify(
        [...document.querySelectorAll("\(selector)")].map((one) => one.textContent.trim()));
      </script>
      """
    let bytes = Data(try Browser.text(of: "answers", in: page.string + script).utf8)
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String])
  }

  @Test(
    "Begins with the number of users who lose features, then lists changes with names, counts and causes, by loss"
  )
  func changes() throws {
    #expect(
      try text(
        of: ".headline, .changes > li > p, .changes .reasons > li, .changes ~ p", Self.audience)
        == [
          "1,210 of 3,000 users lose at least one feature, no user gains one, and at least one status changes for 1,217.",
          "The map: 1,200 (40.0%) lose it; 2,000 had it, 800 have it",
          "available → undetermined 200",
          "available → unavailable 1,000", "1,200 lose it, blocked by: the user's toggle",
          "Scanner: 40 (1.3%) lose it; 2,040 had it, 2,000 have it", "available → unavailable 40",
          "40 lose it, blocked by: camera permission", "2 other features: no status changes.",
        ])
  }

  @Test("Lists features with counts, the greatest loss first")
  func features() throws {
    #expect(
      try text(of: "#audience-list summary, #audience-order option", Self.audience) == [
        "greatest loss first", "as declared", "fewest users first",
        "The map 800 (26.7%) available, 2,200 (73.3%) unavailable, 1,200 (40.0%) lose it",
        "Scanner 2,000 (66.7%) available, 1,000 (33.3%) unavailable, 40 (1.3%) lose it",
        "Copies 3,000 (100%) available",
      ])
    var alone = Self.audience
    alone.against = nil
    alone.affected = nil
    #expect(
      try text(of: "#audience-changes *, #audience-order option", alone)
        == ["as declared", "fewest users first"])
  }

  @Test("Lists changes of status without loss, and exact totals beyond 2^53")
  func changeWithoutLoss() throws {
    var audience = Self.audience
    audience.weight = 9_007_199_254_740_993
    audience.against = [
      Self.comparison("scan", moves: [3: 9_007_199_254_740_993]),
      Self.comparison("map", moves: [:]),
      Self.comparison("copy", moves: [:]),
    ]
    audience.affected = Audience.Affected(changed: 9_007_199_254_740_993)
    #expect(
      try text(of: ".headline, .changes .reasons > li", audience) == [
        "No user loses or gains a feature, but at least one status changes for "
          + "9,007,199,254,740,993 of 9,007,199,254,740,993 users.",
        "undetermined → unavailable 9,007,199,254,740,993",
      ])
  }
}
