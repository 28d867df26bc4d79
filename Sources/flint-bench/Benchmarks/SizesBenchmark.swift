import Foundation

/// Thousands of conditions, at most five seconds.
struct SizesBenchmark: Benchmark {
  let name = "sizes of conditions"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let state = try settings.write("{\"platform\":\"iOS\"}\n", to: "one-state.ndjson")
    return try ConditionShapes.all.flatMap { shape in
      let path = try settings.write(shape.manifest, to: "conditions.json")
      let other = try settings.write(
        shape.manifest.split(separator: "\"camera\"", omittingEmptySubsequences: false)
          .joined(separator: "\"photos\""), to: "conditions-other.json")
      let commands = [
        ["evaluate", path], ["evaluate", path, "--format", "json"], ["explain", path, "f"],
        ["validate", path], ["plan", path, "f"], ["matrix", path, "--vary", "permission:camera"],
        ["diff", path, other], ["audience", path, state], ["stream", path, state],
        ["report", path],
      ]
      let measurements = try settings.measure(
        commands.map {
          BenchmarkedCommand(
            name: $0[0], executable: settings.program, arguments: $0, mayFail: true)
        }, rounds: 1)
      return [Row(shape.name)]
        + zip(commands, measurements).map { command, measurement in
          Row(
            command[0] + (command.contains("json") ? " --format json" : ""), measurement,
            note: measurement.seconds > 5 ? "MISSED: 5 s at most" : "")
        }
    }
  }
}

/// The feature to query is `f`.
enum ConditionShapes {
  static var all: [(name: String, manifest: String)] {
    [
      alternatives("integers", "\"type\":\"integer\"") { "{\"attributes\":{\"a\":[\($0)]}" },
      alternatives("versions", "\"type\":\"version\"") { number in
        "{\"attributes\":{\"a\":{\"atLeast\":\"\(number / 30).\(number % 30)\","
          + "\"below\":\"\(number / 30).\(number % 30).1\"}}"
      },
      alternatives("texts", "\"type\":\"text\"") { "{\"attributes\":{\"a\":\"t\($0)\"}" },
      alternatives("ages", "\"type\":\"date\"") { number in
        "{\"attributes\":{\"a\":{\"ago\":{\"atLeast\":\"P\(2 * number)D\",\"below\":\"P\(2 * number + 1)D\"}}}"
      },
      alternatives("dates", "\"type\":\"date\"") { number in
        "{\"date\":{\"atLeast\":\"\(1970 + number)-01-01\",\"below\":\"\(1970 + number)-06-01\"}"
      },
      alternatives(
        "products", "\"type\":\"boolean\"",
        products: (0..<1000).map { "{\"id\":\"p\($0)\",\"type\":\"nonConsumable\"}" }
      ) { "{\"purchases\":[\"p\($0)\"]" },
      (
        "10,000 features, each of which requires the next",
        manifest(
          (0..<10_000).map { number in
            let id = number == 0 ? "f" : "f\(number)"
            return number == 9999
              ? "{\"id\":\"\(id)\",\"constraints\":{\"permissions\":[\"camera\"]}}"
              : "{\"id\":\"\(id)\",\"constraints\":{\"features\":[\"f\(number + 1)\"],"
                + "\"userToggled\":{\"defaultValue\":true}}}"
          })
      ),
      (
        "a condition that 10,000 features require",
        manifest(
          (0..<10_000).map { number in
            "{\"id\":\"f\(number == 0 ? "" : "\(number)")\",\"constraints\":{\"conditions\":[\"c\"]}}"
          },
          conditions: "{\"id\":\"c\",\"is\":{\"anyOf\":[{\"date\":{\"atLeast\":\"2026-01-01\"}},"
            + "{\"permissions\":[\"camera\"]}]}}")
      ),
    ]
  }

  private static func alternatives(
    _ kind: String, _ attribute: String, products: [String] = [], _ condition: (Int) -> String
  ) -> (name: String, manifest: String) {
    let all = (0..<1000).map { condition($0) + ",\"permissions\":[\"camera\"]}" }
    return (
      "1,000 alternatives: \(kind)",
      manifest(
        ["{\"id\":\"f\",\"constraints\":{\"anyOf\":[\(all.joined(separator: ","))]}}"],
        attribute: "{\"id\":\"a\",\(attribute)}", products: products)
    )
  }

  private static func manifest(
    _ features: [String], conditions: String = "", attribute: String = "", products: [String] = []
  ) -> String {
    "{\"manifestVersion\":1,\"attributes\":[\(attribute)],\"conditions\":[\(conditions)],"
      + "\"products\":[\(products.joined(separator: ","))],"
      + "\"features\":[\(features.joined(separator: ","))]}"
  }
}
