import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport

@testable import FlintScenarios

/// A random manifest with scenarios that pass.
struct RandomSuite {
  let file: ManifestFile
  private(set) var scenarios: [Scenario] = []
  private var random: SeededGenerator

  init(seed: UInt64, _ shape: RandomManifestShape = .tiny) throws {
    random = SeededGenerator(seed: seed)
    let manifest = random.manifest(shape)
    var writer = JSONWriter(random.oneIn(2) ? .pretty : .compact)
    ManifestWriter.write(manifest, to: &writer)
    file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(writer.text)))
    let candidates = (0..<random.int(0...4)).map { _ in scenario() }
    let runner = ScenarioRunner(file.manifest)
    for scenario in candidates where (try? runner.run(scenario).isPassed) == true {
      scenarios.append(scenario)
    }
  }

  private var manifest: Manifest { file.manifest }

  private mutating func scenario() -> Scenario {
    let body: Scenario.Body
    switch random.int(0...3) {
    case 0:
      let formula = ClaimFormula.feature(
        random.pick(manifest.features.indices), random.pick(FeatureStatus.allCases))
      body = .claim(Claim(random.oneIn(2) ? .always : .never, formula), range: 0..<0)
    case 1:
      body = .cases(
        (0..<random.int(1...3)).map { _ in
          let state = random.state(for: manifest)
          return Scenario.Case(given: state, expected: expectations(in: state))
        })
    default: body = story()
    }
    return Scenario(name: "it", range: 0..<0, body: body)
  }

  private mutating func story() -> Scenario.Body {
    let given = random.state(for: manifest)
    var device = ScriptedDevice(given, of: manifest)
    let steps = (0..<random.int(1...5)).map { _ in
      let action = action()
      var expected: Scenario.Expectation?
      if let outcome = try? device.perform(action, at: 0..<0) {
        expected = .outcome(outcome, range: 0..<0)
      } else if !random.oneIn(3) {
        expected = .features(expectations(in: device.state))
      }
      return Scenario.Step(action: action, expected: expected, range: 0..<0)
    }
    return .story(given: given, steps: steps)
  }

  private mutating func action() -> StepAction {
    let feature = random.pick(manifest.features.indices)
    switch random.int(0...6) {
    case 0:
      return .change { if !$0.unlocked.contains(feature) { $0.unlocked.append(feature) } }
    case 1:
      let isOn = random.oneIn(2)
      return .change { $0.toggles[feature] = isOn }
    case 2:
      let isEnabled = random.oneIn(2)
      return .change { $0.runtime[feature] = isEnabled ? .yes : .no }
    case 3: return .perform(feature: feature, action: "go")
    case 4 where !manifest.products.isEmpty:
      return .purchase(random.pick(manifest.products.indices))
    default:
      var script = AuthorisationScript()
      script.feature = feature
      for permission in SystemPermission.allCases {
        script.answers[permission] = random.oneIn(3) ? .denied : .authorized
      }
      return .requestPermissions(script)
    }
  }

  private mutating func expectations(in state: DeviceState) -> [FeatureExpectation] {
    let evaluator = Evaluator(manifest, in: state)
    return manifest.features.indices.filter { _ in random.oneIn(2) }.map { feature in
      let found = evaluator.evaluate(feature)
      var expectation = FeatureExpectation(feature: feature, range: 0..<0)
      if !random.oneIn(3) { expectation.status = found.status }
      if random.oneIn(2) { expectation.blockers = found.blockerNames(in: manifest) }
      if random.oneIn(2) {
        expectation.nextStep = found.nextStep.map { .action($0.action) } ?? .nothing
      }
      return expectation
    }
  }
}
