import FlintManifest
import FlintModel
import FlintText
import TestSupport
import Testing

@testable import FlintInspect
@testable import FlintPopulation

@Suite("The report of a population's totals")
struct AudienceReportTests {
  private static func constraint(
    _ name: String, of feature: String = "scan", no: Int64 = 0, open: Int64 = 0, gain: Int64 = 0
  ) -> Audience.Constraint {
    Audience.Constraint(
      feature: feature, constraint: name, notSatisfied: no, notDetermined: open, decisive: gain)
  }

  private static func audience(_ features: [Audience.Feature], weight: Int64) -> Audience {
    Audience(states: 1234, weight: weight, rejected: 0, ignored: [:], features: features)
  }

  private func text(_ audience: Audience, width: Int = 80) -> String {
    var sink = ByteSink()
    AudienceText(style: TextStyle(width: width)).write(audience, into: &sink)
    return sink.string
  }

  @Test(
    "A number is not separated from its sign and its share, however narrow the terminal is",
    arguments: 20...80)
  func narrow(width: Int) {
    let features = ["scan", String(repeating: "long", count: 40)].map { id in
      Audience.Feature(
        id: id, available: 500, undetermined: 250, unavailable: 250,
        constraints: [
          Self.constraint("permission:camera", of: id, no: 150, open: 250, gain: 300)
        ])
    }
    let lines = text(Self.audience(features, weight: 1000), width: width).split(separator: "\n")
    if width >= 40 { #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width }) }
    for line in lines.drop(while: { $0 != "scan" }) {
      for sign in ["✓", "✗", "?"] where line.contains(sign) {
        #expect(line.contains(/[0-9.]+% [✓✗?] +[0-9,]+/), "\(width): \(line)")
      }
    }
  }

  @Test(
    "Groups written by several threads are read as the same groups", arguments: [1, 40, 41, 90])
  func groups(_ count: Int) throws {
    let size = TestDepth.count(50, thorough: 200)
    let features = (0..<size).map { index in
      Audience.Feature(
        id: "f\(index)", available: 0, undetermined: 0, unavailable: 0,
        constraints: ["runtimeEnabled", "userToggled"].map { Self.constraint($0, of: "f\(index)") })
    }
    var whole = Self.audience(features, weight: 0)
    whole.states = 0
    var sum = AudienceSum()
    var total = whole.numbers
    whole.groups = (0..<count).map { number in
      let weight = Int64(1 + number * number * number)
      let numbers = features.indices.flatMap { index -> [Int64] in
        let part = weight * Int64(index) / Int64(size)
        return [part, 0, weight - part, weight - part, 0, weight - part, weight - part, 0, 0]
      }
      whole.states += 1
      whole.weight += weight
      sum.add(&total, numbers)
      return Audience.Group(
        key: [.init(name: "osVersion", value: .integer(Int64(number)))], states: 1, weight: weight,
        numbers: numbers)
    }
    whole.fill(total)
    whole.keys = ["osVersion"]
    var sink = ByteSink()
    AudienceJSON.write(whole, into: &sink)
    #expect(try AudienceReader.read(JSONDocument(sink.string)) == whole)
  }
}
