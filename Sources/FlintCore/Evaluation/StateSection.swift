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

  package var key: StaticString {
    switch self {
    case .platform: "platform"
    case .osVersion: "osVersion"
    case .appVersion: "appVersion"
    case .date: "date"
    case .permissions: "permissions"
    case .purchases: "purchases"
    case .unlocked: "unlocked"
    case .toggles: "toggles"
    case .runtime: "runtime"
    case .attributes: "attributes"
    case .buckets: "buckets"
    case .defaults: "defaults"
    }
  }

  /// Whether the section may appear in the `where` of a claim, which is a statement about all states in a scenario
  /// file. There, each section limits the claim to some of the states.
  package var isCondition: Bool {
    switch self {
    case .platform, .osVersion, .appVersion, .date, .permissions, .purchases, .unlocked, .toggles,
      .runtime, .attributes, .buckets:
      true
    case .defaults: false
    }
  }
}

/// A key of a state's JSON object that does not describe the device. In a file with one state per line, each state can
/// have an id and a weight, the number of people that it represents.
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
