public import FlintModel

/// One item of a state, with indices of a manifest. Constraints are formulas over tests of facts;
/// see ``Formula``.
@usableFromInline package enum Fact: Hashable, Sendable {
  /// The platform with its version; always given.
  case system

  case device(DeviceFact)
  case permission(SystemPermission)

  /// The status of unlisted permissions; always given.
  case permissionDefault
  case product(Int)

  /// The status of unlisted products; always given.
  case purchaseDefault

  /// True or ``FactValue/notGiven``, never false.
  case unlocked(Int)
  case toggle(Int)
  case runtime(Int)
  case attribute(Int)

  /// The time from the attribute's date to the state's. ``FactValue/notGiven`` if either date is
  /// unknown. `default` is the attribute's, which also replaces an unknown date if the attribute is
  /// always known.
  case age(Int, default: DateTime?, alwaysKnown: Bool)

  case bucket(Int)

  package static var appVersion: Fact { .device(.appVersion) }
  package static var date: Fact { .device(.date) }

  package static func age(_ attribute: Int, of declaration: AttributeDeclaration) -> Fact {
    let date: DateTime? =
      if case .date(let date) = declaration.declaredValue { date } else { nil }
    return .age(attribute, default: date, alwaysKnown: declaration.isAlwaysKnown)
  }
}

extension Fact {
  /// The section that contains the fact, and the fact's index there. An age has those of its
  /// attribute.
  package var location: (section: StateSection, index: Int) {
    switch self {
    case .system: (.platform, 0)
    case .device(let fact): (.device(fact), 0)
    case .permission(let permission): (.permissions, Int(permission.rawValue))
    case .product(let product): (.purchases, product)
    case .unlocked(let feature): (.unlocked, feature)
    case .toggle(let feature): (.toggles, feature)
    case .runtime(let feature): (.runtime, feature)
    case .attribute(let attribute), .age(let attribute, _, _): (.attributes, attribute)
    case .bucket(let bucket): (.buckets, bucket)
    case .permissionDefault: (.defaults, 0)
    case .purchaseDefault: (.defaults, 1)
    }
  }

  /// Never ``FactValue/notGiven``.
  package var isAlwaysGiven: Bool {
    [StateSection.platform, .defaults].contains(location.section)
  }

  /// The declaration that the fact is about. Nil without one, as for the date.
  package var subject: (kind: StateSubject, index: Int)? {
    let (section, index) = location
    return section.subject.map { ($0, index) }
  }

  /// The facts that determine this one: two dates for an age, else itself.
  package var sources: [Fact] {
    if case .age(let attribute, _, _) = self { [.attribute(attribute), .date] } else { [self] }
  }

  /// - Parameter number: Gives the new index of a declaration.
  package func renumbered(_ number: (_ kind: StateSubject, _ index: Int) -> Int) -> Fact {
    guard let (kind, index) = subject else { return self }
    let renumbered = number(kind, index)
    if renumbered == index { return self }
    if case .age(_, let declared, let alwaysKnown) = self {
      return .age(renumbered, default: declared, alwaysKnown: alwaysKnown)
    }
    return location.section.fact(at: renumbered)
  }
}

extension StateSection {
  /// The fact with this index in the section; see ``Fact/location``. The sections `platform` and
  /// `osVersion` both give ``Fact/system``.
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
  /// The type of an attribute or device fact. Any other fact ends the program.
  package func domain(of fact: Fact) -> AttributeDomain {
    if case .attribute(let attribute) = fact { return attributes[attribute].domain }
    if case .device(let device) = fact { return device.domain }
    preconditionFailure("\(fact) has no type")
  }
}

/// The value of a fact in a state. `notGiven` if the state lacks it.
package enum FactValue: Hashable, Sendable {
  case notGiven
  case system(Platform, InstalledVersion)

  /// Only an attribute can be ``AttributeValue/unknown``.
  case typed(AttributeValue)
  case permission(SystemPermissionStatus)
  case purchase(PurchaseStatus)

  /// A toggle, a runtime flag, or whether a feature is unlocked.
  case flag(Ternary)

  /// In seconds.
  case age(Int64)
  case bucket(Percent)
}

/// The associated value of one case; nil for any other case.
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
  /// The value before defaults apply. Ignores credits, on which no constraint depends.
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
    case .age(let attribute, let declared, _):
      age(of: attributes[attribute] ?? declared.map { .date($0) } ?? .unknown)
    case .bucket(let bucket): buckets[bucket].map { .bucket($0) } ?? .notGiven
    }
  }

  private func age(of value: AttributeValue) -> FactValue {
    guard let date, case .date(let begin) = value else { return .notGiven }
    return .age(date.seconds - begin.seconds)
  }

  /// Ends the program for an age, or another kind of fact's value.
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
  /// The value after defaults apply; ``FactValue/notGiven`` if there is no default.
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
  /// Leaves out credits, and ages, which are computed.
  package func forEachFact(_ body: (_ fact: Fact, _ value: FactValue) -> Void) {
    var facts: [Fact] = [.system, .permissionDefault, .purchaseDefault]
    facts += DeviceFact.allCases.map { .device($0) } + permissions.keys.map { .permission($0) }
    facts += purchases.keys.map { .product($0) } + toggles.keys.map { .toggle($0) }
    facts += runtime.keys.map { .runtime($0) } + attributes.keys.map { .attribute($0) }
    facts += buckets.keys.map { .bucket($0) }
    for fact in facts {
      let value = value(of: fact)
      if value != .notGiven { body(fact, value) }
    }
    for feature in unlocked { body(.unlocked(feature), .flag(.yes)) }
  }
}

/// Groups a fact's values into classes within which no constraint distinguishes them. Not a
/// structure, because copies of its arrays make reading populations 20 % slower.
package final class FactDomain: Sendable {
  /// One value of each class: of an interval, the lowest. An attribute's unknown value comes first.
  package let partition: ValuePartition

  private let members: Members

  private enum Members: Sendable {
    /// Each interval of ordered values is one class. Every other value is a class of its own.
    case usual

    /// The index of each status's class, by raw value.
    case statuses([Int])

    /// A class for each named text, and one for all others. See ``FactDomain/patterns``.
    case texts([TextPattern])
  }

  private init(_ representatives: [FactValue], _ members: Members) {
    (partition, self.members) = (ValuePartition(representatives), members)
  }

  package convenience init(_ representatives: [FactValue]) { self.init(representatives, .usual) }

  package var representatives: [FactValue] { partition.values }

  package var count: Int { representatives.count }

  /// Patterns that constraints require. They do not affect the classes; callers match them
  /// themselves.
  package var patterns: [TextPattern] {
    if case .texts(let patterns) = members { patterns } else { [] }
  }

  /// The index of the value's class. Nil if the fact cannot have the value.
  package func index(of value: FactValue) -> Int? {
    if case .statuses(let indices) = members {
      return (value.permission?.rawValue ?? value.purchase?.rawValue).map { indices[Int($0)] }
    }
    if let index = partition.index(ofIntervalWith: value) { return index }
    if case (.texts, .typed(.text)) = (members, value) { return count - 1 }
    return nil
  }
}

extension FactDomain {
  // MARK: Ordered values

  /// The lowest value of each interval, ascending.
  /// - Parameter lowest: Represents the values below all `cuts`. Occurs twice if it is one of them.
  private static func intervals<Bound: Comparable & Hashable>(
    _ cuts: [Bound], from lowest: Bound
  ) -> [Bound] { [lowest] + Set(cuts).sorted() }

  /// Classes of platforms' versions. `cuts`: versions at which outcomes change, by ``Platform``.
  package static func systems(_ cuts: [[Version]]) -> FactDomain {
    FactDomain(
      zip(Platform.allCases, cuts).flatMap { platform, cuts in
        intervals(cuts, from: Version(0)).map { .system(platform, .version($0)) }
      })
  }

  package static func ages(_ cuts: [Int64]) -> FactDomain {
    FactDomain(intervals(cuts, from: .min).map { .age($0) })
  }

  package static func positions(_ cuts: [Percent]) -> FactDomain {
    FactDomain(intervals(cuts, from: .zero).map { .bucket($0) })
  }

  // MARK: Listed values

  package static let toggle = FactDomain([.flag(.no), .flag(.yes)])
  package static let runtimeFlag = FactDomain(Ternary.allCases.map { .flag($0) })
  package static let unlocked = FactDomain([.flag(.yes)])

  /// - Parameter tests: All tests of the status.
  package static func statuses<Status: CaseIterable & RawRepresentable>(
    _ tests: [TruthTable<Status>], _ value: (Status) -> FactValue
  ) -> FactDomain where Status.RawValue == UInt8 {
    var examples: [Status] = []
    // INVARIANT: the raw values of the statuses are their positions in `allCases`.
    let indices = Status.allCases.map { status in
      let like = examples.firstIndex { example in tests.allSatisfy { $0[example] == $0[status] } }
      if like == nil { examples.append(status) }
      return like ?? examples.count - 1
    }
    return FactDomain(examples.map(value), .statuses(indices))
  }

  // MARK: Typed values

  /// - Parameter hasUnknown: Whether the unknown value is the first class.
  package static func typed(
    _ domain: AttributeDomain, _ cuts: AttributeBreakpoints, hasUnknown: Bool
  ) -> FactDomain {
    func typed(_ values: [AttributeValue], _ members: Members = .usual) -> FactDomain {
      FactDomain(((hasUnknown ? [.unknown] : []) + values).map { .typed($0) }, members)
    }
    switch domain.type {
    case .boolean, .choice: return typed(domain.listedValues())
    case .text:
      // No constraint can name the empty text, so it represents the class of all other texts.
      return typed(
        (cuts.texts.distinctElements + [ExactText("")]).map { .text($0) },
        .texts(cuts.patterns.distinctElements))
    case .integer: return typed(intervals(cuts.integers, from: .min).map { .integer($0) })
    case .version:
      return typed(intervals(cuts.versions, from: Version(0)).map { .version(.version($0)) })
    case .date: return typed(intervals(cuts.dates, from: .first).map { .date($0) })
    }
  }
}

extension DateTime {
  fileprivate static let first: DateTime = "1970-01-01"
}
