import FlintLogic
import FlintModel
import FlintText

/// What a report contains beside the results.
struct ReportContext: Sendable {
  let manifestPath: String

  let sentences: Sentences

  let counts: StatusCounts

  /// Nil for all.
  let features: [Int]?

  let required: Set<Int>

  let origin: StateOrigin

  /// Quoted for a shell.
  let flags: [String]

  let baseline: Baseline?

  /// Nil if the format prints none.
  let position: (@Sendable (Int) -> SourcePosition?)?

  init(
    manifestPath: String, sentences: Sentences, counts: StatusCounts, features: [Int]? = nil,
    required: Set<Int> = [], origin: StateOrigin = .freshInstall, flags: [String] = [],
    baseline: Baseline? = nil, position: (@Sendable (Int) -> SourcePosition?)? = nil
  ) {
    self.manifestPath = manifestPath
    self.sentences = sentences
    self.counts = counts
    self.features = features
    self.required = required
    self.origin = origin
    self.flags = flags
    self.baseline = baseline
    self.position = position
  }

  struct Baseline: Sendable {
    let sentences: Sentences
    let origin: StateOrigin
  }
}

/// Before options changed the state.
enum StateOrigin: Hashable, Sendable {
  case named(String)

  case defaultNamed(String)

  case file(String)

  case json(option: String)

  case freshInstall
}

struct StatusCounts: Hashable, Sendable {
  private(set) var available = 0
  private(set) var unavailable = 0
  private(set) var undetermined = 0

  init(_ statuses: [FeatureStatus] = []) {
    for status in statuses { count(status) }
  }

  mutating func count(_ status: FeatureStatus) {
    switch status {
    case .available: available += 1
    case .unavailable: unavailable += 1
    case .undetermined: undetermined += 1
    }
  }

  var total: Int { available + unavailable + undetermined }

  subscript(status: FeatureStatus) -> Int {
    switch status {
    case .available: available
    case .unavailable: unavailable
    case .undetermined: undetermined
    }
  }
}

/// Permissions, toggles and runtime flags that the manifest mentions or the state gives.
struct StateContents: Sendable {
  private(set) var permissions: [SystemPermission] = []

  private(set) var toggles: [Int] = []
  private(set) var runtime: [Int] = []

  private var facts: [StateSection: [Fact]] = [:]

  init(_ state: ResolvedState) {
    let manifest = state.manifest
    var seen = SystemPermissionStatuses()
    for index in manifest.features.indices {
      add(manifest.features[index].constraints, of: index, &seen)
      for block in manifest.features[index].conditional {
        add(block.condition.constraints, of: index, &seen)
        add(block.constraints, of: index, &seen)
      }
    }
    for declaration in manifest.conditions {
      add(declaration.condition.constraints, of: nil, &seen)
    }
    for assumption in manifest.assumptions {
      add(assumption.condition.constraints, of: nil, &seen)
    }
    for permission in SystemPermission.allCases
    where state.given.permissions[permission] != nil && seen[permission] == nil {
      permissions.append(permission)
    }
    facts = [
      .permissions: permissions.map { .permission($0) },
      .purchases: manifest.products.indices.map { .product($0) },
      .unlocked: state.given.unlocked.map { .unlocked($0) },
      .toggles: toggles.map { .toggle($0) },
      .runtime: runtime.map { .runtime($0) },
      .attributes: manifest.attributes.indices.map { .attribute($0) },
      .buckets: state.given.buckets.keys.sorted().map { .bucket($0) },
      .defaults: [.permissionDefault, .purchaseDefault],
    ]
  }

  /// A section with one fact has only it.
  func facts(of section: StateSection) -> [Fact] { facts[section] ?? [section.fact(at: 0)] }

  /// - Parameters:
  /// - feature: Nil in a condition, which has no switches.
  /// - seen: Permissions as keys.
  private mutating func add(
    _ constraints: [Constraint], of feature: Int?, _ seen: inout SystemPermissionStatuses
  ) {
    // Iterating by index avoids copying the constraints, most of which are skipped.
    for index in constraints.indices {
      switch constraints[index] {
      case .requirement(.permission(let requirement)):
        let permission = requirement.permission
        if seen[permission] == nil { permissions.append(permission) }
        seen[permission] = .authorized
      case .requirement(.userToggled):
        if let feature, toggles.last != feature { toggles.append(feature) }
      case .requirement(.runtimeEnabled):
        if let feature, runtime.last != feature { runtime.append(feature) }
      case .allOf(let conditions), .anyOf(let conditions):
        for condition in conditions { add(condition.constraints, of: feature, &seen) }
      case .not(let condition): add(condition.constraints, of: feature, &seen)
      case .requirement, .feature, .condition:
        continue
      }
    }
  }
}
