import Foundation
import PackagePlugin

/// A SwiftPM command plugin for `swift package flint-inspect COMMAND …`. It builds the program and
/// runs it in the package's folder.
@main
struct FlintInspectCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "flint-inspect").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }
}
