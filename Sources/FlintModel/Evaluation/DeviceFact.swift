/// A typed fact that needs no declaration, in the order of a state's keys. To add one, add a case,
/// its `row` and a property of ``DeviceState``, then ``FeatureConstraintsBuilder``,
/// ``DeviceStateBuilder`` and ``SimulatedDevice``.
public enum DeviceFact: UInt8, CaseIterable, Sendable {
  case appVersion
  case date

  package var key: StaticString { row.key }

  package var domain: AttributeDomain { row.domain }

  package var name: String { row.name }

  package var noun: String { "the \(name)" }

  package var owner: Owner { row.owner }

  /// The step if the value is below the accepted range.
  package var actionBelow: NextStep.Action { row.actionBelow }

  /// Whether a state can lack it: it has no default.
  package var canBeAbsent: Bool { row.canBeAbsent }

  private struct Row {
    let key: StaticString
    let domain: AttributeDomain
    let name: String
    let actionBelow: NextStep.Action
    var owner = Owner.environment
    var canBeAbsent = true
  }

  @inline(__always) private var row: Row {
    switch self {
    case .appVersion:
      Row(
        key: "appVersion", domain: .version, name: "app version", actionBelow: .upgradeApp,
        canBeAbsent: false)
    case .date: Row(key: "date", domain: .date, name: "date", actionBelow: .waitForDate)
    }
  }

  /// With its name where it is a version: `app version 2.1`, `2026-12-01`.
  package func write(_ value: AttributeValue, to text: inout String) {
    if case .version(let version) = value {
      version.write(of: name, to: &text)
    } else {
      domain.write(value, to: &text)
    }
  }

  package func displayName(of value: AttributeValue) -> String {
    var text = ""
    write(value, to: &text)
    return text
  }
}

extension Manifest {
  package func defaultValue(of fact: DeviceFact, on platform: Platform) -> AttributeValue? {
    switch fact {
    case .appVersion: .version(app.installedVersion(on: platform))
    case .date: nil
    }
  }
}

extension ResolvedState {
  package func value(of fact: DeviceFact) -> AttributeValue? {
    given[fact] ?? manifest.defaultValue(of: fact, on: given.platform)
  }
}

extension DeviceState {
  /// Another type than ``DeviceFact/domain`` ends the program.
  package subscript(fact: DeviceFact) -> AttributeValue? {
    get {
      switch fact {
      case .appVersion: appVersion.map { .version($0) }
      case .date: date.map { .date($0) }
      }
    }
    set {
      switch (fact, newValue) {
      case (.appVersion, nil): appVersion = nil
      case (.appVersion, .version(let version)): appVersion = version
      case (.date, nil): date = nil
      case (.date, .date(let new)): date = new
      case (.appVersion, _), (.date, _):
        preconditionFailure("\(fact.key) cannot have the value \(String(describing: newValue))")
      }
    }
  }
}
