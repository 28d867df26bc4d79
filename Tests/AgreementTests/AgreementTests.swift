import FlintModel
import Foundation
import RandomModels
import TestSupport
import Testing

/// The duration and the first seed of `make soak`.
private enum Soak {
  static let environment = ProcessInfo.processInfo.environment
  static let seconds = environment["SOAK_SECONDS"].flatMap { Int($0) }
  static let seed = environment["SOAK_SEED"].flatMap { UInt64($0) }
}

@Suite("Agreement of the evaluators")
struct AgreementTests {
  static let inProcess: [any Judge] = [EvaluatorJudge(), PopulationJudge(), DiagramJudge()]

  @Test(
    "The evaluator, the population program and the decision diagrams agree on random manifests and states",
    arguments: TestDepth.seeds(1, thorough: 4))
  func judgesInProcess(seed: UInt64) throws {
    try check(Self.inProcess, groups: TestDepth.count(6, thorough: 25), states: 40, seed: seed)
  }

  @Test(
    "The report's page agrees with the evaluator",
    .enabled(if: !ScriptEngine.installed.isEmpty, "no engine for scripts is installed"),
    arguments: ScriptEngine.installed, TestDepth.seeds(1, thorough: 4))
  func page(engine: ScriptEngine, seed: UInt64) throws {
    try check(
      [EvaluatorJudge(), PageJudge(engine: engine)], groups: TestDepth.count(1, thorough: 20),
      states: 40, seed: seed)
  }

  @Test(
    "The report's page agrees with the evaluator on the next steps of features inside a `not`",
    .enabled(if: !ScriptEngine.installed.isEmpty, "no engine for scripts is installed"),
    arguments: ScriptEngine.installed)
  func negations(engine: ScriptEngine) throws {
    // An ancestor of the negated feature requires a permission, or the guard of one of its blocks does.
    let guarded = ConditionalBlock(
      when: Condition(.permission(.camera)), constraints: [.runtimeEnabled])
    let manifest = Manifest(
      features: [
        FeatureDeclaration(id: "top", constraints: [.permission(.camera)]),
        FeatureDeclaration(id: "leaf", parent: 0),
        FeatureDeclaration(id: "guarded", isEnabled: false, conditional: [guarded]),
        FeatureDeclaration(id: "guarded-leaf", parent: 2),
      ]
        + (0..<4).map {
          FeatureDeclaration(id: "not-\($0)", constraints: [.not(Condition(.feature($0)))])
        })
    let states = [SystemPermissionStatus.notDetermined, .denied, .authorized].map {
      DeviceState(permissions: [.camera: $0])
    }
    let agreement = Agreement(judges: [EvaluatorJudge(), PageJudge(engine: engine)])
    var tally = Agreement.Tally()
    let groups = [Group(manifest: manifest, states: states)]
    let found = try agreement.disagreement(groups, &tally)
    #expect(found == nil, "\(found.map(\.description) ?? "")")
  }

  private func check(_ judges: [any Judge], groups: Int, states: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let agreement = Agreement(judges: judges)
    var tally = Agreement.Tally()
    let groups = (0..<groups).map { _ in random.group(states: states) }
    if let found = try agreement.disagreement(groups, &tally) {
      Issue.record("seed \(seed)\n\(try agreement.shrunk(found))")
    }
    #expect(tally.judgedByAll > tally.cases / 3, "seed \(seed)")
  }

  @Test(
    "The evaluators agree for the duration of a soak test",
    .enabled(if: Soak.seconds != nil, "'make soak' runs it"))
  func soak() throws {
    let seconds = try #require(Soak.seconds)
    var seed = Soak.seed ?? .random(in: 0...0xFFFF_FFFF)
    print("soak: seed \(seed), \(seconds) s, \(ScriptEngine.installed.map(\.name))")
    let clock = ContinuousClock()
    let start = clock.now
    var (round, next) = (0, 10)
    var tally = Agreement.Tally()
    while clock.now - start < .seconds(seconds) {
      // Starting a browser takes longer than the rest of a round.
      let engine = ScriptEngine.installed.first { $0 == .node && round % 20 != 0 }
      let page = (engine ?? ScriptEngine.installed.last).map { PageJudge(engine: $0) }
      let agreement = Agreement(judges: Self.inProcess + (page.map { [$0] } ?? []))
      var random = SeededGenerator(seed: seed)
      let groups = (0..<40).map { _ in random.group(states: 100) }
      if let found = try agreement.disagreement(groups, &tally) {
        Issue.record("SEED=\(seed)\n\(try agreement.shrunk(found))")
        return
      }
      (round, seed) = (round + 1, seed &+ 1)
      if round == next {
        Self.tell(tally, seconds: clock.now - start)
        next = round + max(1, round / 2)
      }
    }
    Self.tell(tally, seconds: clock.now - start)
  }

  private static func tell(_ tally: Agreement.Tally, seconds: Duration) {
    print(
      "soak: \(tally.cases) cases of \(tally.manifests) manifests agree,",
      "\(tally.judgedByAll) by every judge, in \(seconds.components.seconds) s")
  }
}
