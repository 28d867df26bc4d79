public import FlintCore
import FlintText

/// A part of the device's state. The app chooses the parts that ``Flint/deviceState(_:)`` writes.
public enum DeviceStatePart: CaseIterable, Sendable {
  /// The platform and its version, the app's version, and the date.
  case device
  case permissions

  /// Purchases, credits and unlocked features.
  case purchases
  case toggles
  case runtimeFlags
  case attributes

  /// The user's positions in rollout buckets.
  case buckets

  fileprivate init?(_ section: StateSection) {
    switch section {
    case .platform, .osVersion, .appVersion, .date: self = .device
    case .permissions: self = .permissions
    case .purchases, .unlocked: self = .purchases
    case .toggles: self = .toggles
    case .runtime: self = .runtimeFlags
    case .attributes: self = .attributes
    case .buckets: self = .buckets
    case .defaults: return nil
    }
  }
}

extension Set<DeviceStatePart> {
  /// All parts of the state.
  public static var everything: Self { Set(DeviceStatePart.allCases) }

  /// The parts without personal data: they do not reveal the user's identity, choices or purchases.
  public static var impersonal: Self { [.device, .runtimeFlags] }
}

/// Reports of the state of the running app, for support. A report can be attached to a ticket; `flint-inspect` reads it
/// with `--state` and evaluates the features as the app did.
extension Flint {
  /// The current state of the app as one line of JSON. It has only those values that the app's features use.
  public static var deviceState: String { deviceState(.everything) }

  /// Returns the given parts of the app's current state as one line of JSON. A reader uses default values for the other
  /// parts.
  public static func deviceState(_ parts: Set<DeviceStatePart>) -> String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.state, of: snapshot.manifest, parts, to: &writer)
    return writer.text
  }

  /// The status of every feature by its id, as one line of JSON.
  public static var availability: String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.statuses, of: snapshot.manifest, to: &writer)
    return writer.text
  }

  /// Returns a line for `flint-inspect stream --expect`, as JSON: the app's current state, with the current statuses of
  /// its features as the expected ones. The command reports the features for which the app and the manifest disagree.
  ///
  /// - Parameter id: an id for the line in the results, such as a ticket's number.
  public static func availabilityLine(
    id: String? = nil, _ parts: Set<DeviceStatePart> = .everything
  ) -> String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.state, of: snapshot.manifest, parts, to: &writer) { writer in
      if let id { ManifestWriter.text("id", id, &writer) }
      writer.key("expect")
      write(snapshot.statuses, of: snapshot.manifest, to: &writer)
    }
    return writer.text
  }

  private static func write(
    _ state: DeviceState, of manifest: Manifest, _ parts: Set<DeviceStatePart>,
    to writer: inout JSONWriter, and remarks: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { writer in
      StateWriter.write(
        state, of: manifest, to: &writer,
        StateSection.allCases.filter { DeviceStatePart($0).map(parts.contains) ?? true })
      remarks(&writer)
    }
  }

  private static func write(
    _ statuses: [FeatureStatus], of manifest: Manifest, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      for (feature, status) in zip(manifest.features, statuses) {
        writer.key(named: feature.id)
        writer.string(status.name)
      }
    }
  }
}
