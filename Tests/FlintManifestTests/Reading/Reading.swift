import FlintCore
import FlintModel
import FlintText
import TestSupport

@testable import FlintManifest

func manifestFile(_ text: String) throws -> ManifestFile {
  try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
}

/// Returns the problems of a manifest, each as `LINE:COLUMN rule: message (hint)`.
func problems(ofManifest text: String) -> [String] {
  do {
    _ = try manifestFile(text)
    return []
  } catch {
    return problemLines((error as? InvalidInput)?.diagnostics ?? [], in: text)
  }
}

func problems(ofState text: String, for file: ManifestFile) -> [String] {
  do {
    _ = try file.state(in: SourceFile(path: "s.json", text: SourceText(text)))
    return []
  } catch {
    return problemLines(error.diagnostics, in: text)
  }
}
