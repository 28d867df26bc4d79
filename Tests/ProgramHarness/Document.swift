import Foundation
import Testing

/// A document of the project, such as the README, that a test compares with what the program prints.
package enum Document {
  /// The folder of the guides.
  package static let catalogue = "Sources/FlintCore/FlintCore.docc/"

  /// Whether documents are rewritten instead of compared, because `FLINT_RECORD=1` is in the environment.
  package static let isRecording = ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1"

  /// - Parameter path: The path of the file in the package.
  package static func text(of path: String) throws -> String {
    try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
  }

  /// Replaces the text of a document on disk if the new text differs. It then also makes the test fail, so that a run
  /// with `FLINT_RECORD=1` is not mistaken for a pass.
  package static func record(
    _ renewed: String, insteadOf text: String, in path: String
  ) throws {
    guard renewed != text else { return }
    try renewed.write(to: Package.root.appending(path: path), atomically: true, encoding: .utf8)
    Issue.record("recorded \(path)")
  }
}
