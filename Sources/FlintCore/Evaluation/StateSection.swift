/// A section of a state: one key of the state's JSON object. The cases are in the order of the sections in output.
package enum StateSection: UInt8, KeyedCase {
  case platform
  case osVersion
  case appVersion
  case date
  case permissions
  case purchases
  case unlocked
  case toggles
  case runtime
  case attributes
  case buckets
  case defaults

  package var key: StaticString { row.key }

  package var form: StateSectionForm { row.form }

  /// The kind of item to which each entry of the section belongs: a feature for `toggles`, a product for `purchases`.
  /// It is nil for a section such as `date`, which belongs to no item.
  package var subject: StateSubject? { row.subject }

  /// Whether each fact of the section has only a few possible values: a permission has a few statuses, whereas the date
  /// can have any number of values.
  package var hasFewValues: Bool { row.hasFewValues }

  /// Whether the section may appear under the key `where` of a claim, a test that makes a statement about all states.
  /// Under `where`, each section limits the statement to some of the states, such as those on iOS.
  package var isCondition: Bool { row.isCondition }

  /// The type of the section's value if the section is one typed fact of the device, such as the date; nil for other
  /// sections. Such a fact is treated like an attribute that every manifest declares.
  package var domain: AttributeDomain? { row.single?.domain }

  /// The words for the fact of a section with a ``domain`` in the middle of a sentence, such as “the date”. Empty for
  /// other sections.
  package var noun: String { row.single?.noun ?? "" }

  /// The one who can change the fact of a section with a ``domain``; nil for other sections.
  package var owner: Owner? { row.single?.owner }

  /// Whether the section can be without a value even if all defaults are applied, as the date can.
  package var canBeAbsent: Bool { row.single?.canBeAbsent ?? false }

  private struct Row {
    let key: StaticString
    var form = StateSectionForm.members
    var subject: StateSubject?
    var single: SingleFact?
    var hasFewValues = false
    var isCondition = true
  }

  /// The properties of a section whose value is one typed fact of the device, such as the date.
  private struct SingleFact {
    let domain: AttributeDomain
    let noun: String
    var owner = Owner.environment
    var canBeAbsent = true
  }

  private var row: Row {
    switch self {
    case .platform: Row(key: "platform", form: .value)
    case .osVersion: Row(key: "osVersion", form: .value)
    case .appVersion:
      Row(
        key: "appVersion", form: .value,
        single: SingleFact(domain: .version, noun: "the app version", canBeAbsent: false))
    case .date:
      Row(key: "date", form: .value, single: SingleFact(domain: .date, noun: "the date"))
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
  /// Creates the permission whose case has this index, which is its raw value. It takes less time than a look-up in
  /// `allCases`. An invalid index ends the program.
  package init(at index: Int) {
    guard let permission = SystemPermission(rawValue: UInt8(index)) else {
      preconditionFailure("no permission has the index \(index)")
    }
    self = permission
  }
}

extension Manifest {
  /// Returns the id of a feature, product, permission, attribute or bucket.
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

  /// Returns the name of a feature, product or attribute from its declaration. A permission or a bucket has no name, so
  /// the result is its id.
  package func name(of kind: StateSubject, at index: Int) -> String {
    switch kind {
    case .product: products[index].name
    case .feature: features[index].name
    case .attribute: attributes[index].name
    case .permission, .bucket: id(of: kind, at: index)
    }
  }

  /// Writes the display name of a feature, product, permission, attribute or bucket: `“Dynamic Speed”`, `the camera
  /// permission`.
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

/// A key of a state's JSON object that does not describe the device, such as the weight of the state: in a file with
/// one state per line, it is the number of people whom the state represents.
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

/// A key of a state's JSON object: a section such as `permissions`, or a remark such as `weight`.
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
