/// A fact that exists without a declaration in the manifest, such as the date. Like an attribute, it has a value of a
/// certain type. Each fact has a key of its own in the JSON of a state; the cases are in the order of these keys.
///
/// To add a fact, add a case, its properties in `row`, and a property of ``DeviceState``. The compiler then reports the
/// other switches over facts that need a new case. It does not report the types through which apps require or set a
/// fact, which also need additions: ``FeatureConstraintsBuilder``, ``DeviceStateBuilder`` and ``SimulatedDevice``.
public enum DeviceFact: UInt8, CaseIterable, Sendable {
  case appVersion
  case date

  /// The key of the fact in states and manifests.
  package var key: StaticString { row.key }

  package var domain: AttributeDomain { row.domain }

  package var name: String { row.name }

  package var noun: String { "the \(name)" }

  /// Who can change the fact, such as the user.
  package var owner: Owner { row.owner }

  /// The action that the app should take if the value is below the accepted range, such as updating the app.
  package var actionBelow: NextStep.Action { row.actionBelow }

  /// Whether the fact can be unknown in a state. This is true for the date, which has no default value, and false for
  /// the app's version.
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

  /// Writes a value of the fact in words. A version follows the name of the fact: `app version 2.1`, `the latest app
  /// version`. Any other value is written like that of an attribute: `2026-12-01`.
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
  /// Returns the default of a fact on a platform, for a state that does not set the fact; nil if it has no default.
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
  /// The value of a fact such as the date; nil if the state does not contain it. Setting a value of another type than
  /// ``DeviceFact/domain`` ends the program.
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
