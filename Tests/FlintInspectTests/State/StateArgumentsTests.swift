import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import Foundation
import ProgramHarness
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("A state as arguments of evaluate") struct StateArgumentsTests {
  private static let products = [
    "A", "-x", "=z", "a,b", "a\\,b", "B=unknown", "it's", "\u{1B}[2J", "C",
  ]

  /// Constraints on every kind of fact, so that every flag has an effect.
  private static let everything: [Constraint] = [
    .runtimeEnabled, .userToggled(defaultValue: true), .purchase(.product(0)),
    .rollout(RolloutRequirement(percent: 50, bucket: 0)),
  ]

  private static let manifest = Manifest(
    groups: [GroupDeclaration("g")],
    products: products.map { id in
      ProductDeclaration(id: id, type: id == "C" ? .consumable : .nonConsumable)
    }
      + ["S1", "S2", "S3"].map { id in
        ProductDeclaration(id: id, type: .autoRenewingSubscription, group: 0)
      },
    attributes: [
      AttributeDeclaration(id: "a", domain: .choice(["x", "y=x", "null", "p,q", "$(id)"])),
      AttributeDeclaration(id: "b", domain: .boolean),
      AttributeDeclaration(id: "t", domain: .text),
      AttributeDeclaration(id: "i", domain: .integer),
      AttributeDeclaration(id: "v", domain: .version),
      AttributeDeclaration(id: "d", domain: .date),
    ],
    buckets: ["f"],
    features: [FeatureDeclaration(id: "f", constraints: everything)],
    states: [Manifest.NamedState(name: "a 'name'", state: DeviceState(platform: .tvOS))])

  @Test(
    "Is printed as flags where they exist",
    arguments: [
      (DeviceState(), ""),
      (DeviceState(platform: .macOS), "--platform macOS"),
      (
        DeviceState(permissions: [.calendarEvents: .writeOnly, .alarms: .denied]),
        "--permission calendarEvents=writeOnly --deny alarms"
      ),
      (
        DeviceState(permissions: [.locationAlways: .authorized]),
        "--permission location.always=authorized"
      ),
      (
        DeviceState(permissions: [.locationWhenInUse: .authorized, .locationAlways: .authorized]),
        "--grant location.whenInUse --grant location.always"
      ),
      (DeviceState(purchases: [1: .status(.purchased)]), "--purchase=-x"),
      (DeviceState(purchases: [2: .status(.purchased)]), "--purchase '=z=purchased'"),
      (DeviceState(purchases: [3: .status(.purchased)]), #"--purchase 'a\,b'"#),
      (DeviceState(purchases: [5: .status(.purchased)]), "--purchase B=unknown=purchased"),
      (
        DeviceState(purchases: [4: .status(.purchased)]),
        #"--state '{"purchases":{"a\u005c,b":"purchased"}}'"#
      ),
      (
        DeviceState(purchases: [6: .status(.unknown)]),
        #"--state '{"purchases":{"it\u0027s":"unknown"}}'"#
      ),
      (
        DeviceState(purchases: [7: .status(.purchased)]),
        #"--state '{"purchases":{"\u001b[2J":"purchased"}}'"#
      ),
      (DeviceState(purchases: [8: .credits(3)]), "--credits C=3"),
      (DeviceState(runtime: [0: .unknown]), "--runtime f=unknown"),
      (DeviceState(attributes: [0: .choice(1)]), "--attribute a=y=x"),
      (DeviceState(attributes: [1: .unknown]), "--attribute b="),
      (DeviceState(attributes: [0: .unknown]), "--attribute a="),
      (DeviceState(attributes: [2: .text(ExactText("null"))]), "--attribute t=null"),
      (DeviceState(attributes: [2: .unknown]), "--attribute t="),
      (DeviceState(attributes: [3: .integer(-3)]), "--attribute i=-3"),
      (DeviceState(attributes: [4: .version(.latest)]), "--attribute v=latest"),
      (DeviceState(attributes: [5: .date("2026-11-02")]), "--attribute d=2026-11-02"),
      (DeviceState(date: "2026-12-24T18:00Z"), "--date 2026-12-24T18:00Z"),
      (DeviceState(buckets: [0: 12.5]), "--bucket f=12.5"),
      (
        DeviceState(permissions: [.photos: .limited]), "--permission photos=limited"
      ),
      (DeviceState(purchases: [9: .until("2027-01-01")]), "--purchase S1=until:2027-01-01"),
      (
        DeviceState(purchases: [9: .until("2027-01-01", graceUntil: "2027-01-17")]),
        #"--state '{"purchases":{"S1":{"until":"2027-01-01","graceUntil":"2027-01-17"}}}'"#
      ),
      // Purchasing one product of a group affects the others, so its flag comes before theirs.
      (
        DeviceState(purchases: [9: .status(.expired), 10: .status(.purchased)]),
        "--purchase S2 --purchase S1=expired"
      ),
      // Also where only the other manifest of a comparison has the group.
      (
        DeviceState(purchases: [0: .status(.unknown), 1: .status(.purchased)]),
        "--purchase=-x --purchase A=unknown"
      ),
      (
        DeviceState(purchases: [9: .status(.purchased), 10: .status(.purchased)]),
        #"--state '{"purchases":{"S1":"purchased","S2":"purchased"}}'"#
      ),
    ])
  func words(state: DeviceState, text: String) {
    #expect(StateArguments(state, of: Self.manifest).text == text)
  }

  @Test("Begins with the option for the state that it starts from")
  func starts() {
    let state = DeviceState(platform: .tvOS, runtime: [0: .no])
    let elsewhere = Manifest(states: Self.manifest.states, defaultState: "a 'name'")
    let arguments = StateArguments(state, of: Self.manifest, from: .freshInstall(of: elsewhere))
    #expect(arguments.text == "--fresh --platform tvOS --disable f")
  }

  @Test("The options of a difference hold for both manifests, with --lenient")
  func differences() throws {
    let scratch = try Scratch()
    var script = ""
    var expected: [(status: String, line: String)] = []
    for seed in TestDepth.seeds(60, thorough: 600) {
      var random = SeededGenerator(seed: seed)
      let (old, new) = (random.manifest(.tiny), random.manifest(.tiny))
      guard let difference = try? Differences.between(old, new) else { continue }
      let files = try [old, new].enumerated().map { number, manifest in
        var json = JSONWriter(.compact)
        ManifestWriter.write(manifest, to: &json)
        let path = try scratch.write(json.text, to: "\(seed)-\(number).json")
        return try ManifestFile(SourceFile(path: path, text: SourceText(json.text)))
      }
      let report = DifferenceReport(
        difference, to: files[1].manifest, files: (files[0], files[1]))
      for feature in difference.features {
        for example in feature.examples {
          let flags = report.flags(example).joined(separator: " ")
          for (file, status) in zip(files, [example.old, example.new]) {
            let line =
              "evaluate '\(file.source.path)' \(flags) --lenient --fresh --require \(feature.id)"
            script += "\"$FLINT\" \(line) > /dev/null 2>&1; echo $?\n"
            expected.append((status == .available ? "0" : "1", line))
          }
        }
      }
    }
    let file = try scratch.write(script, to: "script")
    let run = try Run.shell("sh '\(file)'")
    let found = run.output.split(separator: "\n").map(String.init)
    #expect(found.count == expected.count)
    let wrong = zip(found, expected).filter { $0 != $1.status }.map { "\($0) \($1.line)" }
    #expect(wrong == [])
  }

  private static let shells = ["sh", "bash", "zsh", "fish", "pwsh"].filter { shell in
    ["/bin", "/usr/bin", "/usr/local/bin"].contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(shell)")
    }
  }

  @Test("Reproduces the state in every shell", arguments: shells, TestDepth.seeds(1, thorough: 3))
  func roundTrip(shell: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = Self.manifest
    let scratch = try Scratch()
    var json = JSONWriter(.compact)
    ManifestWriter.write(manifest, to: &json)
    let path = try scratch.write(json.text, to: "manifest.json")
    var script = ""
    for number in 1...25 {
      var state = random.state(for: manifest)
      // A state with defaults is printed as a whole, so most cases have none.
      if !random.oneIn(5) { state.defaults = DeviceState.Defaults() }
      let starts: [StateArguments.Start?] = [
        .freshInstall(of: manifest), nil,
      ]
      let arguments = StateArguments(state, of: manifest, from: random.pick(starts))
      json = JSONWriter(.compact)
      StateWriter.write(state, of: manifest, to: &json)
      let file = try scratch.write(json.text, to: "state\(number).json")
      let line = "\(Package.program.path) evaluate '\(path)' --format json"
      script += """
        \(line) \(arguments.text) --output '\(path).one'
        \(line) --state '\(file)' --output '\(path).other'
        cmp '\(path).one' '\(path).other'
        echo \(number)

        """
    }
    let run = try Run.shell(script, shell: shell)
    // A random state can have the end of a subscription but no date.
    let errors = run.errors.split(separator: "\n").filter {
      !$0.hasPrefix("warning: --date is missing")
    }
    #expect(errors.isEmpty, "seed \(seed)")
    #expect(run.output == (1...25).map { "\($0)\n" }.joined(), "seed \(seed)")
  }
}
