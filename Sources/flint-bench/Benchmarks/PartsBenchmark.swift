import Foundation

/// One file beside three hundred parts.
struct PartsBenchmark: Benchmark {
  let name = "files"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let features = (0..<300).map { number in
      """
      {"id": "f\(number)", "name": "Feature \(number)", "team": "Team \(number % 9)", "constraints": {
        "platforms": {"iOS": 15, "watchOS": "unsupported"}, "permissions": ["camera"],
        "purchases": [{"anyOf": ["A", "B"]}], "userToggled": {"defaultValue": true}}}
      """
    }
    let folder = settings.folder.appending(path: "parts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, feature) in features.enumerated() {
      _ = try settings.write(
        "{\"manifestVersion\": 1, \"features\": [\n\(feature)\n]}\n", to: "parts/\(number).json")
    }
    let one = try settings.write(Self.manifest(features), to: "parts-one.json")
    let many = try settings.write(
      Self.manifest(features.indices.map { "{\"include\": \"parts/\($0).json\"}" }),
      to: "parts-many.json")
    return try ["evaluate", "validate", "report"].flatMap { command in
      try settings.growth(
        command, ("one file", "300 files"), limit: 3, ([command, one], [command, many]),
        rounds: 20 * settings.rounds)
    }
  }

  private static func manifest(_ features: [String]) -> String {
    """
    {"manifestVersion": 1,
     "products": [{"id": "A", "type": "nonConsumable"}, {"id": "B", "type": "nonConsumable"}],
     "features": [\(features.joined(separator: ",\n"))]}

    """
  }
}
