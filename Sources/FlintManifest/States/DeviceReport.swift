public import FlintCore

/// A part of a state that an app can report; see ``Flint/deviceState(_:)``.
public enum DeviceStatePart: CaseIterable, Sendable {
  case device
  case permissions

  /// Products, credits and unlocked features.
  case purchases
  case toggles
  case runtimeFlags
  case attributes

  /// Positions in rollout buckets.
  case buckets
}

extension Set<DeviceStatePart> {
  public static var everything: Self { Set(DeviceStatePart.allCases) }

  /// The parts without personal data, such as identity, choices and purchases.
  public static var impersonal: Self { [.device, .runtimeFlags] }
}

/// Reports for customer support, which `flint-inspect --state` reads.
extension Flint {
  /// One line of JSON, with the facts that features depend on.
  public static var deviceState: String { deviceState(.everything) }

  /// One line of JSON with these parts of the state only. `flint-inspect` uses defaults for the
  /// other parts.
  public static func deviceState(_ parts: Set<DeviceStatePart>) -> String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.state, of: snapshot.manifest, parts, to: &writer)
    return writer.text
  }

  /// One line of JSON: the features' statuses by id.
  public static var availability: String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.statuses, of: snapshot.manifest, to: &writer)
    return writer.text
  }

  /// State and statuses as one line, for `flint-inspect stream --expect`. The results show `id`,
  /// such as a ticket's number.
  public static func availabilityLine(
    id: String? = nil, _ parts: Set<DeviceStatePart> = .everything
  ) -> String {
    let snapshot = snapshot
    var writer = JSONWriter(.compact)
    write(snapshot.state, of: snapshot.manifest, parts, to: &writer) { writer in
      writer.optional("id", id)
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
        PartialState(of: state, in: manifest), of: manifest,
        StateSection.allCases.filter { $0.part.map(parts.contains) ?? true }, &writer)
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
