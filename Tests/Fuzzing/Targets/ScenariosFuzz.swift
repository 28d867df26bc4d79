import FlintManifest
import FlintModel
import FlintScenarios
import FlintText

/// Parses scenarios. Valid scenarios must run, with the same results each time.
enum ScenariosFuzz: FuzzTarget {
  static func prepare() throws { try KitchenSink.load() }

  static func run(_ input: [UInt8]) {
    let file = KitchenSink.file!
    let scenarios: ScenarioFile
    do {
      scenarios = try ScenarioFile(source(input), for: file)
    } catch {
      return check(error)
    }
    let runner = ScenarioRunner(file.manifest)
    for scenario in scenarios.scenarios {
      var states = 0
      do throws(Diagnostic) {
        let result = try runner.run(scenario) { _ in states += 1 }
        let again = try runner.run(scenario)
        hold(
          result.failures.count, equals: again.failures.count,
          "a scenario has the same result when it runs again")
        hold(
          result.counterexample, equals: again.counterexample,
          "a claim has the same counterexample when it runs again")
      } catch {
        check(InvalidInput(scenarios.source, [error.diagnostic]))
      }
    }
  }
}
