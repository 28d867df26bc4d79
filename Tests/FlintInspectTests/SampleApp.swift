import FlintModel
import FlintText
import RandomModels
import TestSupport

@testable import FlintInspect

/// An app with a constraint of every kind, and with short reports.
enum SampleApp {
  static let manifest = Manifest(
    app: .init(name: "Podcast Player", version: "2.1"),
    products: [
      ProductDeclaration(
        id: "SUB0001", name: "💎 Premium Subscription", type: .autoRenewingSubscription),
      ProductDeclaration(id: "PREM0001", name: "Premium", type: .nonConsumable),
      ProductDeclaration(id: "ZBUCK", name: "A Z Buck", type: .consumable),
    ],
    attributes: [
      AttributeDeclaration(
        id: "staff", name: "Internal staff", domain: .boolean, defaultValue: .boolean(false)),
      AttributeDeclaration(
        id: "build", domain: .choice(["debug", "beta", "release"]), defaultValue: .choice(2)),
      AttributeDeclaration(id: "variant", domain: .boolean, owner: .environment),
    ],
    features: [
      FeatureDeclaration(
        id: "playback", name: "Podcast playback",
        constraints: [.permission(.notifications)]),
      FeatureDeclaration(
        id: "dynamic-speed", name: "Dynamic Speed", parent: 0,
        constraints: [
          .platform(.iOS, 9), .platform(.macOS, "10.12.1"), .platform(.watchOS, .unsupported),
          .userToggled(defaultValue: false),
          .purchase(.anyOf([.product(0), .allOf([.product(1), .credits(2, quantity: 5)])])),
        ],
        conditional: [
          ConditionalBlock(
            when: .init(attributes: [.init(attribute: 2, accepted: .boolean(true))]),
            constraints: [.permission(.tracking)]),
          ConditionalBlock(
            when: .init(platforms: [(.tvOS, nil)]), constraints: [.permission(.camera)]),
        ]),
      FeatureDeclaration(id: "favourites", name: "お気に入り"),
      FeatureDeclaration(
        id: "turbo", name: "Turbo downloads", parent: 2, isEnabled: false,
        constraints: [
          .runtimeEnabled,
          .attribute(.init(attribute: 1, accepted: .choices([0, 1]))),
          .attribute(.init(attribute: 0, accepted: .boolean(true))),
        ]),
    ])

  static let state = DeviceState(
    osVersion: .version("17.2"), permissions: [.tracking: .denied, .notifications: .authorized],
    purchases: [1: .status(.purchased), 2: .credits(3)])

  static let evaluator = Evaluator(manifest, in: state)

  static let head = ReportContext(
    manifestPath: "manifest.json", sentences: Sentences(evaluator),
    counts: StatusCounts(evaluator.statuses()), origin: .named("premium"))
}

extension TerminalWriter {
  static func text(_ lines: [Line], _ style: TextStyle = TextStyle()) -> String {
    var sink = ByteSink()
    TerminalWriter(style: style).write(lines, to: &sink)
    return sink.string
  }
}

extension JSONOutput {
  func text(of value: Value) -> String {
    var sink = ByteSink()
    write(value, into: &sink)
    return sink.string
  }
}

extension Sentences {
  /// The evaluator of the report's state.
  var evaluator: Evaluator { Evaluator(manifest, in: state.given) }
}

/// Returns a renderer's output for all features.
func render(
  _ head: ReportContext = SampleApp.head, with renderer: some EvaluationRenderer
) -> String {
  let evaluator = head.sentences.evaluator
  let baseline = head.baseline?.sentences.evaluator
  let features = head.features ?? Array(evaluator.manifest.features.indices)
  let results = features.map { (evaluator.evaluate($0), old: baseline?.evaluate($0)) }
  var sink = ByteSink()
  renderer.write(
    results.filter { evaluation, old in old.map { evaluation.differs(from: $0) } ?? true },
    of: head, into: &sink)
  return sink.string
}

extension SampleApp {
  /// A comparison of the state with a fresh install.
  static let comparison = ReportContext(
    manifestPath: "manifest.json", sentences: Sentences(evaluator),
    counts: StatusCounts(Array(evaluator.statuses().prefix(2))), origin: .file("premium.json"),
    baseline: .init(
      sentences: Sentences(Evaluator(manifest, in: DeviceState(osVersion: .version("8")))),
      origin: .freshInstall))
}
