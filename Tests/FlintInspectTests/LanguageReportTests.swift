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

  private static func text(_ head: ReportContext, _ style: TextStyle, verbose: Bool) -> String {
    render(head) { $0.writeText(style: style, verbose: verbose, into: &$1) }
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
    let result = try object(renderJSON(head))
    #expect((result["features"] as? [[String: Any]])?.first?["status"] as? String == "available")
    #expect(!Self.text(head, TextStyle(), verbose: true).isEmpty)
  }

  @Test(
    "No line of any manifest is wider than the terminal, and only color has escape sequences",
    arguments: TestDepth.seeds(6, thorough: 50), [20, 33, 40, 60, 80, 200])
  func widths(seed: UInt64, width: Int) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    var head = Self.head(manifest, in: random.state(for: manifest))
    if seed % 3 == 0 {
      head.baseline = .init(
        sentences: Sentences(Evaluator(manifest, in: DeviceState())), origin: .freshInstall)
    }
    let plain = Self.text(head, TextStyle(width: width), verbose: seed % 2 == 0)
    for line in plain.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= width && line.last != " ", "seed \(seed): \(line)")
    }
    let colored = Self.text(
      head, TextStyle(width: width, color: true), verbose: seed % 2 == 0)
    #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain, "seed \(seed)")
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
