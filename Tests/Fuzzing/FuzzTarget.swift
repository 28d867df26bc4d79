import FlintManifest
import FlintText
import Foundation

/// A parser to fuzz.
protocol FuzzTarget: SendableMetatype {
  /// Loads what all inputs require.
  static func prepare() throws

  /// Processes an input. A violated property terminates the process.
  static func run(_ input: [UInt8])
}

extension FuzzTarget {
  static func prepare() throws {}
}

/// Terminates the process and prints both values if a property does not hold.
func hold<Value: Equatable>(
  _ one: Value, equals other: Value, _ property: String, line: UInt = #line
) {
  if one != other { fatalError("\(property)\n\(one)\nis not\n\(other)", line: line) }
}

func hold(_ condition: Bool, _ property: String, line: UInt = #line) {
  if !condition { fatalError(property, line: line) }
}

func source(_ input: some Collection<UInt8>, _ name: String = "input") -> SourceFile {
  SourceFile(path: name, text: SourceText(input))
}

/// Checks that the diagnostics of an invalid input have valid locations and can be printed.
func check(_ problem: InvalidInput) {
  hold(!problem.diagnostics.isEmpty, "an input is refused for a reason")
  // In a manifest of several files, offsets after the end of the main file are in the included files.
  for (file, diagnostics) in problem.source.byFile(problem.diagnostics) {
    for range in diagnostics.compactMap(\.range) {
      let isInside = range.lowerBound >= 0 && range.upperBound <= file.text.bytes.count
      hold(isInside, "a problem is in the text")
    }
  }
  let shown = DiagnosticFormatter().format(problem.diagnostics, in: problem.source)
  let isClean = shown.unicodeScalars.allSatisfy { scalar in
    scalar == "\n" || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
  }
  hold(isClean, "nothing of the input reaches the terminal raw")
}

/// The example app that uses every part of the format. States and scenarios are read for its manifest.
enum KitchenSink {
  nonisolated(unsafe) static var file: ManifestFile!

  static func load() throws {
    let data = try Data(contentsOf: URL(filePath: "Fixtures/kitchen-sink/manifest.json"))
    file = try ManifestFile(source(data))
  }
}
