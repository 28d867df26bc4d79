public import FlintModel

/// A fact: one item of a state, such as the platform or a toggle. Products, features and attributes are identified by
/// their index in a manifest.
///
/// A constraint is defined by a formula over tests of facts, such as “the date is in this range”; see ``Formula``.
@usableFromInline package enum Fact: Hashable, Sendable {
  /// The platform and its version, which together form one fact. Every state contains it.
  case system

  /// The app's version or the current date.
  case device(DeviceFact)
  case permission(SystemPermission)

  /// The status of all permissions that a state does not list one by one. Every state contains a value for this fact.
  case permissionDefault
  case product(Int)

  /// The status of all products that a state does not list one by one. Every state contains a value for this fact.
  case purchaseDefault

  /// Whether the app has unlocked the feature with this index by spending the user's credits. The fact has the value
  /// true or is ``FactValue/notGiven``, never false.
  case unlocked(Int)
  case toggle(Int)
  case runtime(Int)
  case attribute(Int)

  /// The age of a date attribute, which is given by its index: the time from the attribute's date to the state's
  /// current date. It is ``FactValue/notGiven`` if one of the two dates is unknown. `default` is the attribute's
  /// default in the manifest: the date to use if the state does not set the attribute.
  case age(Int, default: DateTime?)

  /// The user's position (from 0 to below 100) in the rollout bucket with this index.
  case bucket(Int)

  package static var appVersion: Fact { .device(.appVersion) }
  package static var date: Fact { .device(.date) }
}

extension Fact {
  /// The section (JSON key) of a state that contains the fact, and the index of the fact in the section: the index of
  /// its product, feature, attribute or bucket in the manifest, or the raw value of its permission. The platform with
  /// its version belongs to the section of the platform, an age to the section of its attribute.
  package var location: (section: StateSection, index: Int) {
    switch self {
    case .system: (.platform, 0)
    case .device(let fact): (.device(fact), 0)
    case .permission(let permission): (.permissions, Int(permission.rawValue))
    case .product(let product): (.purchases, product)
    case .unlocked(let feature): (.unlocked, feature)
    case .toggle(let feature): (.toggles, feature)
    case .runtime(let feature): (.runtime, feature)
    case .attribute(let attribute), .age(let attribute, _): (.attributes, attribute)
    case .bucket(let bucket): (.buckets, bucket)
    case .permissionDefault: (.defaults, 0)
    case .purchaseDefault: (.defaults, 1)
    }
  }

  /// Whether every state contains a value for the fact, as for the platform, so that it is never
  /// ``FactValue/notGiven``.
  package var isAlwaysGiven: Bool {
    [StateSection.platform, .defaults].contains(location.section)
  }

  /// The feature, product, permission, attribute or bucket to which the fact belongs: its kind and its index. It is nil
  /// for a fact such as the date.
  package var subject: (kind: StateSubject, index: Int)? {
    let (section, index) = location
    return section.subject.map { ($0, index) }
  }

  /// The facts of a state from which the value of this fact is computed: two dates for an age, and for any other fact
  /// only the fact itself.
  package var sources: [Fact] {
    if case .age(let attribute, _) = self { [.attribute(attribute), .date] } else { [self] }
  }

  /// Returns the same fact with another index, such as the toggle of another feature.
  ///
  /// - Parameter number: a closure that returns the new index of the feature, product or other item to which the fact
  ///   belongs: for example, its index in another manifest.
  package func renumbered(_ number: (_ kind: StateSubject, _ index: Int) -> Int) -> Fact {
    guard let (kind, index) = subject else { return self }
    let renumbered = number(kind, index)
    if renumbered == index { return self }
    if case .age(_, let declared) = self { return .age(renumbered, default: declared) }
    return location.section.fact(at: renumbered)
  }
}

extension StateSection {
  /// Returns the fact with this index in this section of a state, such as the toggle of feature 3 for `toggles`; see
  /// ``Fact/location``. For the sections `platform` and `osVersion`, this is ``Fact/system``.
  package func fact(at index: Int) -> Fact {
    switch self {
    case .platform, .osVersion: .system
    case .device(let fact): .device(fact)
    case .permissions: .permission(SystemPermission(at: index))
    case .purchases: .product(index)
    case .unlocked: .unlocked(index)
    case .toggles: .toggle(index)
    case .runtime: .runtime(index)
    case .attributes: .attribute(index)
    case .buckets: .bucket(index)
    case .defaults: index == 0 ? .permissionDefault : .purchaseDefault
    }
  }
}

extension Manifest {
  /// Returns the type of an attribute, the app's version or the date. Any other fact ends the program.
  package func domain(of fact: Fact) -> AttributeDomain {
    if case .attribute(let attribute) = fact { return attributes[attribute].domain }
    if case .device(let device) = fact { return device.domain }
    preconditionFailure("\(fact) has no type")
  }
}

/// The value of a ``Fact`` in a state, before defaults are applied: a fact that the state does not contain is
/// `notGiven`.
package enum FactValue: Hashable, Sendable {
  case notGiven
  case system(Platform, InstalledVersion)

  /// The value of an attribute, the app's version or the date. Only an attribute can have ``AttributeValue/unknown``.
  case typed(AttributeValue)
  case permission(SystemPermissionStatus)
  case purchase(PurchaseStatus)

  /// A switch: the value of a toggle or of a runtime flag, or whether the app has unlocked a feature for credits.
  case flag(Ternary)

  /// The age of a date attribute, in seconds: the time from the date to the current date of the state.
  case age(Int64)
  case bucket(Percent)
}

/// Properties that return the content of a value, each for one kind of value. They are nil for a value of another kind.
extension FactValue {
  package var system: (platform: Platform, version: InstalledVersion)? {
    if case .system(let platform, let version) = self { (platform, version) } else { nil }
  }
  package var typed: AttributeValue? { if case .typed(let value) = self { value } else { nil } }
  package var permission: SystemPermissionStatus? {
    if case .permission(let status) = self { status } else { nil }
  }
  package var purchase: PurchaseStatus? {
    if case .purchase(let status) = self { status } else { nil }
  }
  package var flag: Ternary? { if case .flag(let flag) = self { flag } else { nil } }
  package var age: Int64? { if case .age(let seconds) = self { seconds } else { nil } }
  package var bucket: Percent? { if case .bucket(let position) = self { position } else { nil } }
}

extension DeviceState {
  /// Returns the value that the state itself contains for a fact, before defaults are applied; ``FactValue/notGiven``
  /// if it contains none. The result for the credits of a consumable is always ``FactValue/notGiven``, because no
  /// constraint depends on their number.
  package func value(of fact: Fact) -> FactValue {
    switch fact {
    case .system: .system(platform, osVersion)
    case .device(let fact): self[fact].map { .typed($0) } ?? .notGiven
    case .permission(let permission): permissions[permission].map { .permission($0) } ?? .notGiven
    case .permissionDefault: .permission(defaults.permission)
    case .product(let product):
      purchases[product]?.status(at: date).map { .purchase($0) } ?? .notGiven
    case .purchaseDefault: .purchase(defaults.purchase)
    case .unlocked(let feature): unlocked.contains(feature) ? .flag(.yes) : .notGiven
    case .toggle(let feature): toggles[feature].map { .flag(Ternary($0)) } ?? .notGiven
    case .runtime(let feature): runtime[feature].map { .flag($0) } ?? .notGiven
    case .attribute(let attribute): attributes[attribute].map { .typed($0) } ?? .notGiven
    case .age(let attribute, let declared):
      age(of: attributes[attribute] ?? declared.map { .date($0) } ?? .unknown)
    case .bucket(let bucket): buckets[bucket].map { .bucket($0) } ?? .notGiven
    }
  }

  private func age(of value: AttributeValue) -> FactValue {
    guard let date, case .date(let begin) = value else { return .notGiven }
    return .age(date.seconds - begin.seconds)
  }

  /// Sets the value of a fact. The value must be of the same kind as the fact, such as a date for `date`; an age cannot
  /// be set, because it is computed from dates. Otherwise, a precondition failure ends the program.
  package mutating func set(_ fact: Fact, to value: FactValue) {
    func required<Value>(_ content: Value?) -> Value {
      guard let content else { preconditionFailure("\(value) is not a value of \(fact)") }
      return content
    }
    func given<Value>(_ content: Value?) -> Value? {
      value == .notGiven ? nil : required(content)
    }
    switch fact {
    case .system: (platform, osVersion) = required(value.system)
    case .device(let fact): self[fact] = given(value.typed)
    case .permission(let permission): permissions[permission] = given(value.permission)
    case .permissionDefault: defaults.permission = required(value.permission)
    case .product(let product): purchases[product] = given(value.purchase).map { .status($0) }
    case .purchaseDefault: defaults.purchase = required(value.purchase)
    case .unlocked(let feature):
      if given(value.flag) != .yes {
        unlocked.removeAll { $0 == feature }
      } else if !unlocked.contains(feature) {
        unlocked.append(feature)
      }
    case .toggle(let feature): toggles[feature] = given(value.flag).map { $0 == .yes }
    case .runtime(let feature): runtime[feature] = given(value.flag)
    case .attribute(let attribute): attributes[attribute] = given(value.typed)
    case .bucket(let bucket): buckets[bucket] = given(value.bucket)
    case .age: preconditionFailure("an age cannot be set: it is computed from dates")
    }
  }
}

extension ResolvedState {
  /// Returns the value of a fact in the state, else its default, such as the declared value of a toggle. The result is
  /// ``FactValue/notGiven`` for a fact that has no default, such as the date.
  package func value(of fact: Fact) -> FactValue {
    switch fact {
    case .device(let fact): value(of: fact).map { .typed($0) } ?? .notGiven
    case .permission(let permission): .permission(status(of: permission))
    case .product(let product): status(of: product).map { .purchase($0) } ?? .notGiven
    case .toggle(let feature):
      .flag(
        Ternary(
          toggle(
            of: feature, defaultValue: manifest.features[feature].declaredToggle ?? false)))
    case .runtime(let feature): .flag(runtimeFlag(of: feature))
    case .attribute(let attribute): .typed(value(of: attribute))
    case .system, .permissionDefault, .purchaseDefault, .unlocked, .age, .bucket:
      given.value(of: fact)
    }
  }
}

extension DeviceState {
  /// Calls `body` with each fact for which the state contains a value, and with the value. Ages are left out, because
  /// they are computed from other facts, and credits are left out, because no constraint depends on them.
  package func forEachFact(_ body: (_ fact: Fact, _ value: FactValue) -> Void) {
    for section in StateSection.allCases {
      switch section {
      case .platform: body(.system, .system(platform, osVersion))
      case .osVersion: break
      case .device(let fact): if let value = self[fact] { body(.device(fact), .typed(value)) }
      case .permissions:
        for permission in SystemPermission.allCases {
          if let status = permissions[permission] {
            body(.permission(permission), .permission(status))
          }
        }
      case .purchases:
        for (product, holding) in purchases {
          if let status = holding.status(at: date) { body(.product(product), .purchase(status)) }
        }
      case .unlocked: for feature in unlocked { body(.unlocked(feature), .flag(.yes)) }
      case .toggles:
        for (feature, isOn) in toggles { body(.toggle(feature), .flag(Ternary(isOn))) }
      case .runtime: for (feature, flag) in runtime { body(.runtime(feature), .flag(flag)) }
      case .attributes:
        for (attribute, value) in attributes { body(.attribute(attribute), .typed(value)) }
      case .buckets:
        for (bucket, position) in buckets { body(.bucket(bucket), .bucket(position)) }
      case .defaults:
        body(.permissionDefault, .permission(defaults.permission))
        body(.purchaseDefault, .purchase(defaults.purchase))
      }
    }
  }
}
