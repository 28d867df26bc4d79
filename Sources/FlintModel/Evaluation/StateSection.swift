/// A section of a state: one key of the state's JSON object.
package enum StateSection: KeyedCase, Hashable {
  case platform
  case osVersion

  /// A section of a state (a key of its JSON object) whose value is one ``DeviceFact``: the app's version or the date.
  case device(DeviceFact)
  case permissions
  case purchases
  case unlocked
  case toggles
  case runtime
  case attributes
  case buckets
  case defaults

  package static let allCases: [StateSection] =
    [.platform, .osVersion] + DeviceFact.allCases.map { .device($0) } + [
      .permissions, .purchases, .unlocked, .toggles, .runtime, .attributes, .buckets, .defaults,
    ]

  package static var appVersion: StateSection { .device(.appVersion) }
  package static var date: StateSection { .device(.date) }

  package static let byIndex = allCases.sorted { $0.index < $1.index }

  /// The position of this section of a state, such as `permissions`, in arrays that contain one element for each
  /// section.
  package var index: Int {
    switch self {
    case .platform: 0
    case .osVersion: 1
    case .permissions: 2
    case .purchases: 3
    case .unlocked: 4
    case .toggles: 5
    case .runtime: 6
    case .attributes: 7
    case .buckets: 8
    case .defaults: 9
    case .device(let fact): 10 + Int(fact.rawValue)
    }
  }

  package var key: StaticString { row.key }

  package var form: StateSectionForm { row.form }

  /// The kind of item to which each entry of this section of a state belongs: a feature for `toggles`, a product for
  /// `purchases`. It is nil for a section such as `date`.
  package var subject: StateSubject? { row.subject }

  /// Whether each fact in this section of a state has only a few possible values, such as the statuses of a permission;
  /// false for a section such as `date`.
  package var hasFewValues: Bool { row.hasFewValues }

  /// Whether this section of a state, such as `permissions`, may appear under the key `where` of a claim. A claim is a
  /// statement that is tested in all states; `where` limits it to some of the states, such as those on iOS.
  package var isCondition: Bool { row.isCondition }

  /// Whether a state can lack a value for this section even after all defaults are applied, as it can lack a date.
  package var canBeAbsent: Bool {
    if case .device(let fact) = self { fact.canBeAbsent } else { false }
  }

  private struct Row {
    let key: StaticString
    var form = StateSectionForm.members
    var subject: StateSubject?
    var hasFewValues = false
    var isCondition = true
  }

  private var row: Row {
    switch self {
    case .platform: Row(key: "platform", form: .value)
    case .osVersion: Row(key: "osVersion", form: .value)
    case .device(let fact): Row(key: fact.key, form: .value)
    case .permissions: Row(key: "permissions", subject: .permission, hasFewValues: true)
    case .purchases: Row(key: "purchases", subject: .product, hasFewValues: true)
    case .unlocked: Row(key: "unlocked", form: .list, subject: .feature, hasFewValues: true)
    case .toggles: Row(key: "toggles", subject: .feature, hasFewValues: true)
    case .runtime: Row(key: "runtime", subject: .feature, hasFewValues: true)
    case .attributes: Row(key: "attributes", subject: .attribute)
    case .buckets: Row(key: "buckets", subject: .bucket)
    case .defaults: Row(key: "defaults", hasFewValues: true, isCondition: false)
    }
  }
}

/// The form of a section of a state in JSON: a single value, a list of ids, or an object with a member for each entry.
package enum StateSectionForm: String, Sendable {
  case value, list, members
}

/// A kind of item about which a state contains facts, such as features, products or permissions.
package enum StateSubject: UInt8, Sendable {
  case permission, product, feature, attribute, bucket
}

extension SystemPermission {
  /// Creates the permission whose case has this index, which is its raw value. It is faster than a look-up in
  /// `allCases`. An invalid index ends the program.
  package init(at index: Int) {
    guard let permission = SystemPermission(rawValue: UInt8(index)) else {
      preconditionFailure("no permission has the index \(index)")
    }
    self = permission
  }
}

extension Manifest {
  /// Returns the id of an item, such as a feature or a permission.
  ///
  /// - Parameter index: The index of the item in the list of the manifest; for a permission, its raw value.
  package func id(of kind: StateSubject, at index: Int) -> String {
    switch kind {
    case .permission: SystemPermission(at: index).name
    case .product: products[index].id
    case .feature: features[index].id
    case .attribute: attributes[index].id
    case .bucket: buckets[index]
    }
  }

  /// Returns the name of a feature, product or attribute from its declaration. For a permission or a bucket, which have
  /// no name, it is the id.
  package func name(of kind: StateSubject, at index: Int) -> String {
    switch kind {
    case .product: products[index].name
    case .feature: features[index].name
    case .attribute: attributes[index].name
    case .permission, .bucket: id(of: kind, at: index)
    }
  }

  func writeDisplayName(of kind: StateSubject, at index: Int, to text: inout String) {
    switch kind {
    case .permission: text += "the \(SystemPermission(at: index).displayName) permission"
    case .bucket: text += "rollout “\(buckets[index])”"
    case .product, .feature, .attribute:
      text += "“"
      text += name(of: kind, at: index)
      text += "”"
    }
  }
}

/// A key of a state's JSON object that does not describe the device, such as the weight: the number of people whom the
/// state represents in a file with one state per line.
package enum StateRemark: UInt8, KeyedCase {
  case id
  case weight

  package var key: StaticString {
    switch self {
    case .id: "id"
    case .weight: "weight"
    }
  }
}

/// A key of a state's JSON object: a section such as `permissions`, or a key such as `weight` that does not describe
/// the device.
package enum StateKey: KeyedCase, Equatable {
  case section(StateSection)
  case remark(StateRemark)

  package static var allCases: [StateKey] {
    StateSection.allCases.map { section($0) } + StateRemark.allCases.map { remark($0) }
  }

  package var key: StaticString {
    switch self {
    case .section(let section): section.key
    case .remark(let remark): remark.key
    }
  }
}
