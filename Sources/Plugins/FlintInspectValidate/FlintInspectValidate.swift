import Foundation
import PackagePlugin

/// A SwiftPM build tool plugin that validates a target's manifest. The manifest is the file
/// `flint.json` in the target's folder or, if there is none, in the package's folder.
@main
struct FlintInspectValidate: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folders = [target.directoryURL, context.package.directoryURL]
    let manifests = folders.map { $0.appendingPathComponent("flint.json") }
    guard let manifest = manifests.first(where: { FileManager.default.fileExists(atPath: $0.path) })
    else {
      Diagnostics.warning(
        "no flint.json in '\(target.directoryURL.path)' or '\(context.package.directoryURL.path)'")
      return []
    }
    return [
      .buildCommand(
        displayName: "Validating \(manifest.lastPathComponent)",
        executable: try context.tool(named: "flint-inspect").url,
        arguments: ["validate", manifest.path], inputFiles: Self.files(from: manifest),
        outputFiles: [])
    ]
  }

  /// The manifest and the files that it includes. If one of them changes, the validation is
  /// repeated. Files that cannot be read are left out, because `flint-inspect validate` reports
  /// them.
  private static func files(from manifest: URL) -> [URL] {
    var files: [URL] = []
    var waiting = [manifest]
    while let file = waiting.popLast() {
      let file = file.standardizedFileURL
      guard !files.contains(file), let data = try? Data(contentsOf: file) else { continue }
      files.append(file)
      guard let json = try? JSONSerialization.jsonObject(with: data) else { continue }
      let folder = file.deletingLastPathComponent()
      waiting += includes(in: json).map { folder.appendingPathComponent($0) }
    }
    return files
  }

  private static func includes(in json: Any) -> [String] {
    if let object = json as? [String: Any] {
      return (object["include"] as? String).map { [$0] } ?? object.values.flatMap(includes(in:))
    }
    return (json as? [Any])?.flatMap(includes(in:)) ?? []
  }
}
