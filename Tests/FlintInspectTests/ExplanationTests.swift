import FlintAnalysis
import FlintModel
import FlintText
import RandomModels
import Testing

@testable import FlintInspect

@Suite("The report of explain")
struct ExplanationTests {
  private func explanation(
    _ feature: Int, _ ancestors: [Int], head: ReportContext = SampleApp.head
  ) -> Explanation {
    let evaluator = head.sentences.evaluator
    return Explanation(
      head: head, feature: evaluator.evaluate(feature),
      ancestors: ancestors.map { evaluator.evaluate($0) }, evaluate: evaluator.evaluate)
  }

  private func text(_ feature: Int, _ ancestors: [Int], head: ReportContext = SampleApp.head)
    -> String
  {
    TerminalWriter.text(explanation(feature, ancestors, head: head).lines)
  }

  @Test(
    "A constraint is described in a sentence, with the condition of its block")
  func example() {
    let text = text(1, [0])
    let parts: [String] = [
      """

        ✗ userToggled  the user's toggle is off
      """,
      """

        ? when[1]/permission:tracking  the tracking permission is denied; it is
            unknown whether this requirement applies
            required only when “variant” is on, which is unknown
        · when[2]/permission:camera  not required here
            required only when on tvOS, which is not the case

      Inherited from “Podcast playback”
        ✓ permission:notifications  the notification permission is granted

      """,
    ]
    for part in parts { #expect(text.contains(part), "\(text)") }
    let steps = """

      Next step: Wait until the app knows “variant”; then: offer “💎 Premium
        Subscription” or “A Z Buck”; let the user turn on “Dynamic Speed”

      """
    #expect(text.hasSuffix(steps))
  }

  @Test("A group has no constraints to list")
  func group() {
    #expect(text(2, []).hasSuffix("✓ お気に入り  [favourites]  available\n"))
  }

  @Test("A brief explanation has the status, the reasons and what the customer can do")
  func brief() throws {
    let manifest = Manifest(
      products: ["Plus", "Lifetime"].map {
        ProductDeclaration(id: $0, type: .nonConsumable)
      },
      attributes: [AttributeDeclaration(id: "staff", domain: .boolean)],
      conditions: [
        ConditionDeclaration(
          id: "paid", is: Condition(.purchase(.anyOf([.product(0), .product(1)]))))
      ],
      features: [
        FeatureDeclaration(id: "paid", constraints: [.condition(0)]),
        FeatureDeclaration(id: "over", constraints: [.feature(0), .date(.atLeast("2027-01-01"))]),
        FeatureDeclaration(id: "free"),
        FeatureDeclaration(
          id: "staff",
          constraints: [.attribute(.init(attribute: 0, accepted: .boolean(true)))]),
      ])
    let state = DeviceState(date: "2026-12-01", attributes: [0: .boolean(false)])
    func brief(_ feature: Int, in state: DeviceState) throws -> String {
      let head = ReportContext(
        manifestPath: "m.json", sentences: Sentences(Evaluator(manifest, in: state)),
        counts: StatusCounts())
      let plans = try Planner.plan(feature, from: state, in: manifest, allowing: .date).plans
      return TerminalWriter.text(
        explanation(feature, [], head: head).briefLines(plans: plans), TextStyle().unlimited)
    }
    #expect(
      try manifest.features.indices.map { try brief($0, in: state) } == [
        """
        ✗ paid  unavailable
          neither “Plus” nor “Lifetime” has been purchased
          → Buy “Plus” or “Lifetime”

        """,
        """
        ✗ over  unavailable
          2026-12-01 is too early; a date on or after 2027-01-01 is required; neither “Plus” nor “Lifetime” has been purchased
          → Wait until 2027-01-01, then buy “Plus” or “Lifetime”

        """,
        "✓ free  available\n",
        """
        ✗ staff  unavailable
          “staff” is off; on is required
          → Nothing that you can do makes it available

        """,
      ])
    let pending = DeviceState(date: "2026-12-01", purchases: [0: .status(.pending)])
    #expect(
      try [0, 1].map { try brief($0, in: pending) } == [
        """
        ? paid  undetermined
          it is unknown whether “Plus” or “Lifetime” has been purchased
          → Wait for the store to report the status of “Plus”

        """,
        """
        ✗ over  unavailable
          2026-12-01 is too early; a date on or after 2027-01-01 is required
          → Wait until 2027-01-01, then wait for the store to report the status of “Plus”

        """,
      ])
  }

  @Test("No control characters from the input are printed raw")
  func hostile() {
    #expect(text(13, Array((0..<13).reversed()), head: Hostile.head).treacherous.isEmpty)
  }

  @Test("JSON contains the feature and its ancestors in the same form as evaluate")
  func json() throws {
    var sink = ByteSink()
    Explanation.json.write(explanation(1, [0]), into: &sink)
    let result = try object(sink.string)
    let described = try [jsonObject(result["feature"])] + jsonObjects(result["ancestors"])
    #expect(described.map { $0["id"] as? String } == ["dynamic-speed", "playback"])
  }
}
