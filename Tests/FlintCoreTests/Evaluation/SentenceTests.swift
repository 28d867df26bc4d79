import FlintCore
import RandomModels
import TestSupport
import Testing

@Suite("Sentences")
struct SentenceTests {
  private typealias Case = (Constraint, DeviceState, String)

  private static let cases: [Case] = [
    (.platform(.iOS, 9), DeviceState(osVersion: .version("17.2")), "iOS 17.2 is at least 9"),
    (.platform(.iOS, 9), DeviceState(), "the latest iOS is at least 9"),
    (
      .platform(.iOS, 15), DeviceState(osVersion: .version("14.1")),
      "iOS 15 or later is required; the device has iOS 14.1"
    ),
    (
      .platform(.iOS, .versions(.below(15))), DeviceState(),
      "iOS below 15 is required; the device has the latest iOS"
    ),
    (.platform(.iOS, .any), DeviceState(), "every version of iOS is accepted"),
    (.platform(.iOS, .unsupported), DeviceState(), "not supported on iOS"),
    (.platform(.tvOS, 9), DeviceState(), "applies to tvOS only"),
    (
      .appVersion(.atLeast("2.0")), DeviceState(appVersion: .version("1.9")),
      "app version 2.0 or later is required; this is app version 1.9"
    ),
    (.runtimeEnabled, DeviceState(), "enabled by the app"),
    (
      .runtimeEnabled, DeviceState(runtime: [0: .unknown]),
      "it is unknown whether the app enables the feature"
    ),
    (.userToggled(defaultValue: false), DeviceState(), "the user's toggle is off"),
    (.permission(.camera), DeviceState(), "the camera permission has not been requested yet"),
    (
      .permission(.camera), DeviceState(platform: .tvOS, osVersion: .version("16.1")),
      "the camera permission does not exist on tvOS 16.1"
    ),
    (
      .permission(.camera), DeviceState(platform: .watchOS, osVersion: .version("9")),
      "the camera permission does not exist on watchOS"
    ),
    (.purchase(.product(0)), DeviceState(), "“Premium” has not been purchased"),
    (
      .purchase(.anyOf([.product(0), .allOf([.product(1), .credits(2, quantity: 5)])])),
      DeviceState(purchases: [0: .status(.unknown)]),
      "it is unknown whether “Premium” or (“Basic” and 5 × “Gem”) has been purchased"
    ),
    (
      .purchase(.credits(2, quantity: 5)), DeviceState(purchases: [2: .credits(3)]),
      "5 × “Gem” must be spent; the user has 3"
    ),
    (.purchase(.product(0)), DeviceState(unlocked: [0]), "the app has unlocked the feature"),
    (
      .attribute(.init(attribute: 1, accepted: .choices([0, 1]))), DeviceState(),
      "“build” is “release”; “debug” or “beta” is required"
    ),
    (
      .attribute(.init(attribute: 0, accepted: .boolean(true))), DeviceState(),
      "“Staff” is unknown; on is required"
    ),
  ]

  @Test("Every constraint describes its status in one sentence", arguments: cases.indices)
  func constraints(index: Int) {
    let (constraint, state, sentence) = Self.cases[index]
    let manifest = Manifest.sample.with(features: [
      FeatureDeclaration(id: "f", constraints: [constraint])
    ])
    let evaluator = Evaluator(manifest, in: state)
    #expect(evaluator.message(of: evaluator.evaluate(0).constraints[0], in: 0) == sentence)
  }

  @Test("Every next step has a sentence", arguments: NextStep.Action.allCases)
  func nextSteps(action: NextStep.Action) {
    let step = NextStep(action: action, subjects: [.product(0), .permission(.camera)])
    let message = step.message(in: ResolvedState(DeviceState(), in: .sample))
    #expect(message.first?.isUppercase == true)
    let namesSubjects = message.contains("“Premium”") && message.contains("camera permission")
    #expect(namesSubjects || [.upgradeOS, .upgradeApp, .waitForDate].contains(action))
  }
}
