public import FlintCore
public import Foundation

/// A storage of the user's toggles in a JSON file, which several processes can share.
public final class FileToggles: UserFeatureToggles {
  private struct Stored: StoredContents {
    static let format = "flint-toggles"

    var toggles: [String: Bool] = [:]
  }

  private let file: SharedFile<Stored>
  private let report: @Sendable (StorageProblem) -> Void

  public let toggleChanges = ObserverList<ToggleChange>()

  /// Creates a storage of toggles in the file at `url`.
  ///
  /// - Parameter report: A closure that is called with the problem if the file cannot be used, or if a toggle cannot be
  ///   stored.
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
