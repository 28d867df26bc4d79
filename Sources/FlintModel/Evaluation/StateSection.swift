/// One key of a state.
package enum StateSection: KeyedCase, Hashable {
  case platform
  case osVersion

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

  /// For arrays with an element for each section.
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

  /// What its keys name; nil for a single value such as `date`.
  package var subject: StateSubject? { row.subject }

  package var hasFewValues: Bool { row.hasFewValues }

  /// Whether a claim's `where` may have it.
  package var isCondition: Bool { row.isCondition }

  /// Even after all defaults.
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

package enum StateSectionForm: String, Sendable {
  case value, list, members
}

/// What a state has facts about.
package enum StateSubject: UInt8, Sendable {
  case permission, product, feature, attribute, bucket
}

extension SystemPermission {
  /// Faster than `allCases`; an invalid index ends the program.
  package init(at index: Int) {
    guard let permission = SystemPermission(rawValue: UInt8(index)) else {
      preconditionFailure("no permission has the index \(index)")
    }
    self = permission
  }
}

extension Manifest {
  package func id(of kind: StateSubject, at index: Int) -> String {
    switch kind {
    case .permission: SystemPermission(at: index).name
    case .product: products[index].id
    case .feature: features[index].id
    case .attribute: attributes[index].id
    case .bucket: buckets[index]
    }
  }

  /// The id where there is no name.
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

/// A key of a state that does not describe the device.
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
