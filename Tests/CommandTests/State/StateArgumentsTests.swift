import FlintCore
import FlintManifest
import FlintReport
import FlintText
import Foundation
import TestSupport
import Testing

@Suite("A state behind 'evaluate'") struct StateArgumentsTests {
  private static let products = [
    "A", "-x", "=z", "a,b", "a\\,b", "B=unknown", "it's", "\u{1B}[2J", "C",
  ]

  private static let manifest = Manifest(
    products: products.map { id in
      ProductDeclaration(id: id, type: id == "C" ? .consumable : .nonConsumable)
    },
    attributes: [
      AttributeDeclaration(id: "a", domain: .choice(["x", "y=x", "null", "p,q", "$(id)"])),
      AttributeDeclaration(id: "b", domain: .boolean),
    ],
    features: [FeatureDeclaration(id: "f", constraints: [.runtimeEnabled])],
    states: [Manifest.NamedState(name: "a 'name'", state: DeviceState(platform: .tvOS))])

  @Test(
    "is said in flags where there are flags for it",
    arguments: [
      (DeviceState(), ""),
      (DeviceState(platform: .macOS), "--platform macOS"),
      (DeviceState(purchases: [1: .status(.purchased)]), "--purchase=-x"),
      (DeviceState(purchases: [2: .status(.purchased)]), "--purchase '=z=purchased'"),
      (DeviceState(purchases: [3: .status(.purchased)]), #"--purchase 'a\,b'"#),
      (DeviceState(purchases: [5: .status(.purchased)]), "--purchase B=unknown=purchased"),
      (DeviceState(purchases: [6: .status(.unknown)]), #"--purchase 'it'\''s=unknown'"#),
      (
        DeviceState(purchases: [7: .status(.purchased)]), #"--purchase $'\u001b[2J'"#
      ),
      (DeviceState(purchases: [8: .credits(3)]), "--credits C=3"),
      (DeviceState(runtime: [0: .unknown]), "--runtime f=unknown"),
      (DeviceState(attributes: [0: .choice(1)]), "--attribute a=y=x"),
      (DeviceState(attributes: [1: .unknown]), "--attribute b=null"),
      (
        DeviceState(attributes: [0: .unknown]), #"--state <(printf %s '{"attributes":{"a":null}}')"#
      ),
    ])
  func words(state: DeviceState, text: String) {
    #expect(StateArguments(state, of: Self.manifest).text == text)
  }

  @Test("begins with what leads to where it begins")
  func starts() {
    let state = DeviceState(platform: .tvOS, runtime: [0: .no])
    let named = StateArguments.Start.named("a 'name'", Self.manifest.states[0].state)
    #expect(
      StateArguments(state, of: Self.manifest, from: named).text
        == #"--state 'a '\''name'\''' --disable f"#)
    #expect(
      StateArguments(state, of: Self.manifest, from: .freshInstall(isInitial: false)).text
        == "--state <(echo '{}') --platform tvOS --disable f")
    #expect(
      StateArguments(state, of: Self.manifest, from: nil).text
        == #"--state <(printf %s '{"platform":"tvOS","runtime":{"f":false}}')"#)
  }

  @Test("leads bash to that state", arguments: 1...3 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = Self.manifest
    let scratch = try Scratch()
    var json = JSONWriter(.compact)
    ManifestWriter.write(manifest, to: &json)
    let path = try scratch.write(json.text, to: "manifest.json")
    var script = ""
    for number in 1...25 {
      var state = random.state(for: manifest)
      // What has no flags is rare enough to leave the others something to say.
      if !random.oneIn(5) { state.defaults = DeviceState.Defaults() }
      let starts: [StateArguments.Start?] = [
        .freshInstall(of: manifest), .named("a 'name'", manifest.states[0].state), nil,
      ]
      let arguments = StateArguments(state, of: manifest, from: random.pick(starts))
      json = JSONWriter(.compact)
      StateWriter.write(state, of: manifest, to: &json)
      let file = try scratch.write(json.text, to: "state\(number).json")
      script += """
        cmp <("$FLINT" evaluate '\(path)' --format json \(arguments.text)) \
        <("$FLINT" evaluate '\(path)' --format json --state '\(file)') && echo \(number)

        """
    }
    let run = try Run.shell(script, shell: "bash")
    #expect(run.errors == "", "seed \(seed)")
    #expect(run.output == (1...25).map { "\($0)\n" }.joined(), "seed \(seed)")
  }
}
