import Foundation
import PackagePlugin

/// Holds a target's manifest to its rules at each build: `flint.json` in the target's folder, or in the package's.
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
        arguments: ["validate", manifest.path], inputFiles: [manifest], outputFiles: [])
    ]
  }
}
