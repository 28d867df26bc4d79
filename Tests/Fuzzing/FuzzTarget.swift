import FlintManifest
import FlintText
import Foundation

/// Something that reads text it did not write.
protocol FuzzTarget: SendableMetatype {
  /// Loads what every input needs.
  static func prepare() throws

  /// Reads an input; what must not happen ends the process.
  static func run(_ input: [UInt8])
}

extension FuzzTarget {
  static func prepare() throws {}
}

/// Ends the process where a property does not hold, with both sides.
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

/// What is wrong with an input is told of places in it, and can be shown.
func check(_ problem: InvalidInput) {
  hold(!problem.diagnostics.isEmpty, "an input is refused for a reason")
  // Of a text that is put together, places past its end are in the files that it comes from.
  for (file, diagnostics) in problem.source.byFile(problem.diagnostics) {
    for range in diagnostics.compactMap(\.range) {
      let isInside = range.lowerBound >= 0 && range.upperBound <= file.text.bytes.count
      hold(isInside, "a problem is in the text")
    }
  }
  let shown = DiagnosticFormatter(style: .plain).format(problem.diagnostics, in: problem.source)
  let isClean = shown.unicodeScalars.allSatisfy { scalar in
    scalar == "\n" || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
  }
  hold(isClean, "nothing of the input reaches the terminal raw")
}

/// The example app that has everything, which states and scenarios are read against.
enum KitchenSink {
  nonisolated(unsafe) static var file: ManifestFile!

  static func load() throws {
    let data = try Data(contentsOf: URL(filePath: "Fixtures/kitchen-sink/manifest.json"))
    file = try ManifestFile(source(data))
  }
}
