import FlintCore
import FlintModel
import FlintText

@testable import FlintManifest

/// Reads a manifest from its text.
func manifestFile(_ text: String) throws -> ManifestFile {
  try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
}

/// Returns the problems of a manifest, each as `LINE:COLUMN rule: message (hint)`.
func problems(ofManifest text: String) -> [String] {
  do {
    _ = try manifestFile(text)
    return []
  } catch {
    return lines((error as? InvalidInput)?.diagnostics ?? [], in: text)
  }
}

/// Returns the problems of a state for a manifest.
func problems(ofState text: String, for file: ManifestFile) -> [String] {
  do {
    _ = try file.state(in: SourceFile(path: "s.json", text: SourceText(text)))
    return []
  } catch {
    return lines(error.diagnostics, in: text)
  }
}

private func lines(_ diagnostics: [Diagnostic], in text: String) -> [String] {
  var locator = SourceLocator(SourceText(text))
  return diagnostics.map { diagnostic in
    let position = locator.location(of: diagnostic.range?.lowerBound ?? 0)
    let hint = diagnostic.hint.map { " (\($0))" } ?? ""
    return "\(position.line):\(position.column) \(diagnostic.rule): \(diagnostic.message)\(hint)"
  }
}

/// Returns a manifest with products P and C (a consumable), attributes flag and mode, and one feature with the given
/// constraints.
func manifest(constraints: String, feature: String = "") -> String {
  """
  {"manifestVersion": 1,
  "products": [{"id": "P", "type": "nonConsumable"}, {"id": "C", "type": "consumable"}],
  "attributes": [{"id": "flag", "type": "boolean"}, {"id": "mode", "type": "choice", "values": ["slow", "fast"]}],
  "features": [{"id": "f", \(feature) "constraints":
  {\(constraints)}}]}
  """
}
