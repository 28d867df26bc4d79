import FlintCore
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite("The device report of a running app")
struct DeviceReportTests {
  @Test(
    "Is read as a state in which the manifest gives the same results as the app",
    arguments: TestDepth.seeds(6, thorough: 300))
  func survivesTheWay(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = random.manifest()
    try RandomFeatures.$source.withValue(source) {
      let described = Manifest(
        describing: RandomFeatures.self, app: source.app, products: RandomFeatures.products)
      let file = try manifestFile(described.json)
      for _ in 0..<10 {
        let device = SimulatedDevice(random.state(for: described), for: described)
        let (state, statuses, line) = Flint.withOwnRegistry {
          Flint.setup(RandomFeatures.self, app: source.app, products: RandomFeatures.products) {
            $0.simulate(device)
          }
          return (Flint.deviceState, Flint.availability, Flint.availabilityLine(id: "T\"1"))
        }
        let read = try file.state(in: SourceFile(path: "s.json", text: SourceText(state)))
        let evaluator = Evaluator(file.manifest, in: read)
        let answers = file.manifest.features.enumerated().map { index, feature in
          "\"\(feature.id)\":\"\(evaluator.status(of: index).name)\""
        }
        #expect(statuses == "{\(answers.joined(separator: ","))}", "seed \(seed)")
        #expect(
          line == (state == "{}" ? "{" : state.dropLast() + ",") + #""id":"T\"1","expect":"#
            + statuses + "}")
      }
    }
  }

  @Test("Contains every fact of a simulated device", arguments: DeviceFact.allCases)
  func facts(fact: DeviceFact) throws {
    let value: AttributeValue =
      switch fact.domain {
      case .boolean: .boolean(true)
      case .choice: .choice(0)
      case .text: .text(ExactText("FR"))
      case .integer: .integer(7)
      case .version: .version(.version("2.1"))
      case .date: .date("2026-12-24")
      }
    let manifest = Manifest(describing: App.self, products: [Store.plus])
    var state = DeviceState()
    state[fact] = value
    let device = SimulatedDevice(state, for: manifest)
    let report = Flint.withOwnRegistry {
      Flint.setup(App.self, products: [Store.plus]) { $0.simulate(device) }
      return Flint.deviceState
    }
    let read = try manifestFile(manifest.json)
      .state(in: SourceFile(path: "s.json", text: SourceText(report)))
    #expect(read[fact] == value)
  }

  enum Store {
    static let plus = NonConsumableProduct(name: "Plus", productID: "PLUS")
  }

  enum Scanner: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permission(.camera)
      requirements.purchase(Store.plus)
      requirements.userToggled(defaultValue: true)
      requirements.attribute(FeatureAttribute<Bool>("staff").is(true))
    }
  }

  enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Scanner.self] }
  }

  @Test(
    "Contains only the parts that the app allows",
    arguments: [
      (
        Set<DeviceStatePart>.everything,
        #"{"permissions":{"camera":"denied"},"purchases":{"PLUS":"purchased"},"toggles":{"scanner":false},"attributes":{"staff":true}}"#
      ),
      ([.permissions], #"{"permissions":{"camera":"denied"}}"#),
      ([.purchases, .toggles], #"{"purchases":{"PLUS":"purchased"},"toggles":{"scanner":false}}"#),
      (.impersonal, "{}"),
    ] as [(Set<DeviceStatePart>, String)])
  func parts(_ parts: Set<DeviceStatePart>, _ expected: String) {
    let device = SimulatedDevice(for: Manifest(describing: App.self)) { state in
      state.deny(.camera)
      state.purchase(Store.plus)
      state.toggle(Scanner.self, isOn: false)
      state.set(FeatureAttribute<Bool>("staff"), to: true)
    }
    let state = Flint.withOwnRegistry {
      Flint.setup(App.self) { $0.simulate(device) }
      return Flint.deviceState(parts)
    }
    #expect(state == expected)
  }
}
