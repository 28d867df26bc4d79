import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect
@testable import FlintModel

@Suite("Conditions in reports")
struct LanguageReportTests {
  private static func head(_ manifest: Manifest, in state: DeviceState) -> ReportContext {
    let evaluator = Evaluator(manifest, in: state)
    return ReportContext(
      manifestPath: "m.json", sentences: Sentences(evaluator),
      counts: StatusCounts(evaluator.statuses()))
  }

  private static let sale = Manifest(
    app: Manifest.App(name: "Player", platforms: [SupportedPlatform(.iOS, .atLeast("16"))]),
    products: [ProductDeclaration(id: "PRO", name: "Pro", type: .nonConsumable)],
    attributes: [AttributeDeclaration(id: "staff", name: "Staff", domain: .boolean)],
    conditions: [
      ConditionDeclaration(
        id: "paid", name: "Paid", is: Condition([.purchase(.product(0))]))
    ],
    features: [
      FeatureDeclaration(
        id: "sale",
        constraints: [
          .condition(0),
          .anyOf([
            Condition([.platforms([SupportedPlatform(.iOS, .atLeast("17"))])]),
            Condition([
              .attribute(AttributeRequirement(attribute: 0, accepted: .boolean(true))),
              .not(Condition([.permission(PermissionRequirement(.photos))])),
            ]),
          ]),
        ])
    ])

  @Test("Alternatives are printed as a tree, each with its required and actual value")
  func tree() {
    let state = DeviceState(osVersion: .version("15"), permissions: [.photos: .authorized])
    let text = render(Self.head(Self.sale, in: state), with: EvaluationText(style: TextStyle()))
    #expect(
      text.hasSuffix(
        """
        ✗ sale
            ✗ condition:paid  “Paid”
              ✗ purchase:PRO  not purchased; needs “Pro”
            ✗ any of:
              ✗ platforms  iOS 15; needs iOS >= 17
              ✗ all of:
                ? attribute:staff  unknown; needs on
                ✗ none of:
                    permission:photos  authorized; excludes authorized
            ✗ /platform:iOS  15; needs >= 16
            → Ask the user to update iOS; then: offer “Pro”

        ✓ 0 available   ✗ 1 unavailable   ? 0 undetermined

        """), "\(text)")
  }

  @Test("Operands have their own ids, and constraints of the app have no feature")
  func json() throws {
    let state = DeviceState(osVersion: .version("15"), permissions: [.photos: .authorized])
    let result = try object(render(Self.head(Self.sale, in: state), with: EvaluationJSON()))
    let feature = try jsonObject(jsonObjects(result["features"]).first)
    let constraints = try jsonObjects(feature["constraints"])
    let operands = constraints[1]["operands"] as? [[[String: Any]]]
    let ids: [[String?]]? = operands?.map { $0.map { $0["id"] as? String } }
    #expect(ids == [["platforms"], ["attribute:staff", "not"]])
    let blocker = try jsonObject(jsonObjects(feature["blockers"]).last)
    let values: [(object: [String: Any], key: String, text: String)] = [
      (constraints[1], "actual", "false"), (constraints[1], "owner", "null"),
      (blocker, "feature", "null"), (blocker, "constraint", #""platform:iOS""#),
    ]
    for (object, key, text) in values {
      #expect(try jsonText(object[key]) == text, "\(key)")
    }
  }

  @Test(
    "A deep condition is valid JSON, and an expansion too large to read is omitted",
    arguments: [2, 40, 400])
  func deep(_ count: Int) throws {
    let leaf = Condition([.platforms([SupportedPlatform(.iOS, .atLeast("17"))])])
    let nested = (0..<63).reduce(leaf) { inner, depth in
      Condition([depth % 3 == 0 ? .anyOf([inner]) : depth % 3 == 1 ? .allOf([inner]) : .not(inner)])
    }
    // Each condition uses the previous one twice, so the expansion grows exponentially.
    let conditions = (0..<count).map { index in
      let before = index == 0 ? nested : Condition([.condition(index - 1)])
      return ConditionDeclaration(id: "c\(index)", is: Condition([.anyOf([before, before])]))
    }
    let manifest = Manifest(
      conditions: conditions,
      features: [
        FeatureDeclaration(id: "f", constraints: [.condition(count - 1), .anyOf([nested])])
      ])
    let head = Self.head(manifest, in: DeviceState(osVersion: .version("15")))
    let result = try object(render(head, with: EvaluationJSON()))
    #expect((result["features"] as? [[String: Any]])?.first?["status"] as? String == "available")
    #expect(!render(head, with: EvaluationText(style: TextStyle(), verbose: true)).isEmpty)
  }

  @Test(
    "No line of any manifest is wider than the terminal",
    arguments: TestDepth.seeds(6, thorough: 50), [40, 80, 200])
  func widths(seed: UInt64, width: Int) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    let head = Self.head(manifest, in: random.state(for: manifest))
    let text = render(head, with: EvaluationText(style: TextStyle(width: width), verbose: true))
    for line in text.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= width, "seed \(seed): \(line)")
    }
  }

  @Test(
    "A next step refers to a constraint that is shown",
    arguments: TestDepth.seeds(6, thorough: 200))
  func steps(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    let sentences = Self.head(manifest, in: random.state(for: manifest)).sentences
    for evaluation in sentences.evaluator.all {
      guard let step = evaluation.nextStep else { continue }
      let isAsked = sentences.reported(of: evaluation, verbose: false).contains { reported in
        sentences.evaluator.asks(reported, for: step.action)
      }
      #expect(isAsked, "seed \(seed)")
    }
  }
}
