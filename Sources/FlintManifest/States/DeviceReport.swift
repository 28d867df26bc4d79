public import FlintCore
import FlintText

/// A part of what an app knows of its device: what ``Flint/deviceState(_:)`` writes is for the app to choose.
public enum DeviceStatePart: CaseIterable, Sendable {
  /// Platform and system version, the app's version, and the date.
  case device
  case permissions

  /// Purchases, credits, and what has been unlocked.
  case purchases
  case toggles
  case runtimeFlags
  case attributes

  /// Where the user was drawn for rollouts.
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
  /// Everything that the features ask for.
  public static var everything: Self { Set(DeviceStatePart.allCases) }

  /// What says nothing of who the user is and what they chose or bought.
  public static var impersonal: Self { [.device, .runtimeFlags] }
}

/// What the running app's device knows, for those who cannot hold it: attached to a ticket, `flint-inspect` takes it as
/// `--state`, and answers as the app did.
extension Flint {
  /// The state that the app is in, as far as its features ask, as one line of JSON.
  public static var deviceState: String { deviceState(.everything) }

  /// As ``deviceState``, but only some parts of it: of the others it says nothing, and a reader takes their defaults.
  public static func deviceState(_ parts: Set<DeviceStatePart>) -> String {
    let moment = moment
    var writer = JSONWriter(.compact)
    write(moment.state, of: moment.manifest, parts, to: &writer)
    return writer.text
  }

  /// The status of every feature by its id, as one line of JSON.
  public static var availability: String {
    let moment = moment
    var writer = JSONWriter(.compact)
    write(moment.statuses, of: moment.manifest, to: &writer)
    return writer.text
  }

  /// ``deviceState(_:)`` with ``availability`` as what it `expect`s, of one moment: a line for `flint-inspect stream
  /// --expect`, which tells where the app and the manifest disagree.
  ///
  /// - Parameter id: What the result names the line by, such as a ticket's number.
  public static func availabilityLine(
    id: String? = nil, _ parts: Set<DeviceStatePart> = .everything
  ) -> String {
    let moment = moment
    var writer = JSONWriter(.compact)
    write(moment.state, of: moment.manifest, parts, to: &writer) { writer in
      if let id { ManifestWriter.text("id", id, &writer) }
      writer.key("expect")
      write(moment.statuses, of: moment.manifest, to: &writer)
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
