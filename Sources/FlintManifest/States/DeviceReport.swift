public import FlintCore
import FlintText

/// A part of the state of a device and its user, such as the purchases. An app passes the parts that it wants to report
/// to ``Flint/deviceState(_:)``.
public enum DeviceStatePart: CaseIterable, Sendable {
  /// The platform and its version, the app's version, and the date.
  case device
  case permissions

  /// Purchased products, credits (units of consumables), and features that were unlocked with credits.
  case purchases
  case toggles
  case runtimeFlags
  case attributes

  /// The user's positions in rollout buckets. A position is a number from 0 to below 100; a rollout of 10 % makes a
  /// feature available for the positions below 10.
  case buckets
}

extension Set<DeviceStatePart> {
  /// All parts of the state of a device and its user.
  public static var everything: Self { Set(DeviceStatePart.allCases) }

  /// The parts of the state of a device and its user that contain no personal data. They do not reveal the user's
  /// identity, choices or purchases.
  public static var impersonal: Self { [.device, .runtimeFlags] }
}

/// Reports about the running app, for customer support. A report can be attached to a support ticket. `flint-inspect`
/// then reads it with the option `--state`, and evaluates the features as the app did.
extension Flint {
  /// The current state of the app and its device as one line of JSON. It contains only the values on which the app's
  /// features depend.
  public static var deviceState: String { deviceState(.everything) }

  /// Returns the given parts of the app's current state as one line of JSON. `flint-inspect` uses default values for
  /// the parts that are not in it.
  public static func deviceState(_ parts: Set<DeviceStatePart>) -> String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.state, of: snapshot.manifest, parts, to: &writer)
    return writer.text
  }

  /// The current status of each feature as one line of JSON. It is an object whose keys are the ids of the features,
  /// and whose values are statuses, such as `available`.
  public static var availability: String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.statuses, of: snapshot.manifest, to: &writer)
    return writer.text
  }

  /// Returns a line of JSON with the app's current state and the current status of each feature. The command
  /// `flint-inspect stream --expect` reads such lines, evaluates the features in the state, and reports each feature
  /// that has another status in the line.
  ///
  /// - Parameters:
  ///   - id: an id for the line in the results, such as a ticket's number.
  ///   - parts: the parts of the state that the line contains.
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
        StateSection.allCases.filter { $0.part.map(parts.contains) ?? true })
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
