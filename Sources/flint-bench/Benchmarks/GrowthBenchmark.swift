import Foundation

/// Three sizes, each twice the last: time may triple, or grow sixfold with fourfold output.
struct GrowthBenchmark: Benchmark {
  let name = "growth with the size of the manifest"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let state = try settings.write("{\"platform\":\"iOS\"}\n", to: "one-state.ndjson")
    return try GrowthShape.all.flatMap { shape in
      let inputs = try [1, 2, 4].map { factor in
        try Input(shape, size: factor * shape.size, state: state, settings)
      }
      return [Row(shape.name)]
        + (try shape.commands.flatMap { try rows(for: $0, of: shape, inputs, settings) })
    }
  }

  private func rows(
    for command: GrowthShape.Command, of shape: GrowthShape, _ inputs: [Input],
    _ settings: Settings
  ) throws -> [Row] {
    let measurements = try settings.measure(
      inputs.map { input in
        BenchmarkedCommand(
          name: command.rawValue, executable: settings.program,
          arguments: input.arguments(of: command), mayFail: true)
      })
    let isLarge = shape.withLargeOutput.contains(command)
    return measurements.enumerated().map { index, measurement in
      Row(
        "\(command.rawValue), \(inputs[index].size)", measurement,
        ratio: index == 0 ? nil : measurement.seconds / measurements[index - 1].seconds,
        limit: .atMost(isLarge ? 6 : 3), note: isLarge && index > 0 ? "output grows fourfold" : "")
    }
  }

  private struct Input {
    let size: Int
    private let manifest: String
    private let changed: String
    private let suite: String
    private let state: String

    init(_ shape: GrowthShape, size: Int, state: String, _ settings: Settings) throws {
      self.size = size
      self.state = state
      manifest = try settings.write(shape.manifest(size, "camera"), to: "growth-\(size).json")
      changed = try settings.write(
        shape.manifest(size, "microphone"), to: "growth-\(size)-changed.json")
      suite = try settings.write(shape.suite(size), to: "growth-\(size)-suite.json")
    }

    func arguments(of command: GrowthShape.Command) -> [String] {
      switch command {
      case .validate, .cover, .report: [command.rawValue, manifest]
      case .plan: ["plan", manifest, "f0"]
      case .diff: ["diff", manifest, changed]
      case .test: ["test", manifest, suite]
      case .coverage: ["test", manifest, suite, "--coverage"]
      case .mutate: ["test", manifest, suite, "--mutate"]
      case .audience: ["audience", manifest, state]
      }
    }
  }
}
