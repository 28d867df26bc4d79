import FlintManifest
import FlintModel
import FlintScenarios
import FlintText
import Foundation
import Testing

/// Conditions of public apps as manifests. Each condition is a feature, with states in which it is available and states
/// in which it is not.
@Suite("Conditions of real apps")
struct RealConditionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Apps")

  private static let apps: [(name: String, conditions: String)] = [
    (
      "duckduckgo",
      """
      killed internal minversion maxversion targets targets2 cohorts rollout rollout-steps exceptions returning entitlement preview \
      otherExperiment
      """
    ),
    (
      "firefox",
      """
      summarizer summarizer-on summarizer-toolbar default-browser-os recently-installed tier-one-country \
      three-launches not-default-browser default-browser-card display-count tips tab-tray build-and-user adjust-prod debug-override \
      channel-default apple-only
      """
    ),
    (
      "wordpress",
      """
      debugMenu siteIconCreator bloggingPrompts override remoteDefault blazeCard plans domains contactInfo customThemes \
      premiumThemes siteCreationTwo jetpackFeatures plugins
      """
    ),
    (
      "pocketcasts",
      """
      bookmarks earlyAccess referralsSend referralsClaim upgradeRow upgradeExperiment cancelRow expiryUpsell stream \
      endOfYear introOffer whatsNew promoFinished newShowNotes episodeArtwork slumberOld plusThemes watchSync
      """
    ),
    (
      "keepassium",
      """
      premiumNow lapsed auditPasswords hardwareKeys gracePeriod heavyUse trial premiumSupport biometricLock quickType \
      network autoFavicons dropbox receipt faviconImport
      """
    ),
  ]

  private func source(_ name: String) throws -> SourceFile {
    let data = try Data(contentsOf: Self.folder.appending(path: name))
    return SourceFile(path: name, text: SourceText(String(decoding: data, as: UTF8.self)))
  }

  @Test("Are true and false in the same states as in the app", arguments: apps.indices)
  func holdAndNot(app index: Int) throws {
    let app = Self.apps[index]
    let file = try ManifestFile(source("\(app.name).json"))
    let manifest = file.manifest
    #expect(manifest.features.map(\.id) == app.conditions.split(separator: " ").map(String.init))

    let scenarios = try ScenarioFile(source("\(app.name).states.json"), for: file)
    var seen: [String: Set<Bool>] = [:]
    for scenario in scenarios.scenarios {
      let result = try ScenarioRunner(manifest).run(scenario)
      #expect(result.failures.isEmpty, "\(app.name), \(scenario.name)")
      guard case .cases(let cases) = scenario.body else { continue }
      for row in cases {
        for expected in row.expected where manifest.features[expected.feature].id == scenario.name {
          seen[scenario.name, default: []].insert(expected.status == .available)
        }
      }
    }
    for feature in manifest.features {
      #expect(
        seen[feature.id]?.count == 2,
        "'\(feature.id)' in a state in which it holds and one in which not")
    }
  }

  @Test("Are preserved when the manifest is written and read", arguments: apps.indices)
  func roundTrip(app index: Int) throws {
    let manifest = try ManifestFile(source("\(Self.apps[index].name).json")).manifest
    let written = SourceFile(path: "written.json", text: SourceText(manifest.json))
    #expect(try ManifestFile(written).manifest == manifest)
  }

  @Test("Have a one-sentence explanation for each blocker", arguments: apps.indices)
  func sentences(app index: Int) throws {
    let manifest = try ManifestFile(source("\(Self.apps[index].name).json")).manifest
    let evaluator = Evaluator(manifest, in: manifest.freshInstall)
    for evaluation in evaluator.all {
      for blocker in evaluation.blockers {
        let message = evaluator.message(of: blocker.constraint, in: blocker.feature)
        #expect(!message.isEmpty && !message.hasSuffix("."), "\(message)")
      }
    }
  }
}
