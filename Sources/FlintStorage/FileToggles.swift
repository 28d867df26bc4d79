public import FlintCore
public import Foundation

/// Toggles in a JSON file that several processes can share.
public final class FileToggles: UserFeatureToggles {
  private struct Stored: StoredContents {
    static let format = "flint-toggles"

    var toggles: [String: Bool] = [:]
  }

  private let file: SharedFile<Stored>
  private let report: @Sendable (StorageProblem) -> Void

  public let toggleChanges = ObserverList<ToggleChange>()

  /// If the file cannot be used, `report` gets the problem.
  public init(at url: URL, report: @escaping @Sendable (StorageProblem) -> Void) {
    file = SharedFile(path: url.path, report: report) { [toggleChanges] in
      toggleChanges.notify(.everything)
    }
    self.report = report
  }

  public func isOn(featureID: String) -> Bool? {
    file.contents()?.toggles[featureID]
  }

  public func set(_ isOn: Bool?, featureID: String) {
    do throws(StorageProblem) {
      let (old, new) = try file.update { $0.toggles[featureID] = isOn }
      if old != new { toggleChanges.notify(.feature(featureID: featureID)) }
    } catch {
      report(error)
    }
  }
}
