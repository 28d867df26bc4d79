/// Inputs of a report besides its results.
struct ReportContext {
  let manifestPath: String

  let sentences: Sentences

  let counts: StatusCounts

  /// The reported features; nil for all.
  var features: [Int]? = nil

  var required: Set<Int> = []

  var origin = StateOrigin.freshInstall

  /// The options that changed the state, quoted for a shell.
  var flags: [String] = []

  var baseline: Baseline? = nil

  /// Where a feature is declared; nil if the format prints no positions.
  var position: (@Sendable (Int) -> SourcePosition?)? = nil

  struct Baseline {
    let sentences: Sentences
    let origin: StateOrigin
  }

  func lacksRequired(_ evaluation: FeatureEvaluation) -> Bool {
    required.contains(evaluation.feature) && evaluation.status != .available
  }
}

/// Where a state came from, before options changed it.
enum StateOrigin: Hashable {
  case named(String)

  case defaultNamed(String)

  case file(String)

  case json(option: String)

  case freshInstall
}

struct StatusCounts: Hashable {
  private var counts: [FeatureStatus: Int] = [:]

  init(_ statuses: [FeatureStatus] = []) {
    for status in statuses { count(status) }
  }

  mutating func count(_ status: FeatureStatus) { counts[status, default: 0] += 1 }

  var total: Int { counts.values.reduce(0, +) }

  subscript(status: FeatureStatus) -> Int { counts[status] ?? 0 }

  /// `2 available, 1 unavailable, 0 undetermined`
  var text: String {
    FeatureStatus.allCases.map { "\(self[$0]) \($0.name)" }.list()
  }
}

/// The facts of a state that a report shows. It includes a permission, toggle or runtime flag only
/// if the manifest mentions it or the state gives it.
struct StateContents {
  private let facts: [StateSection: [Fact]]

  init(_ state: ResolvedState) {
    let manifest = state.manifest
    var (permissions, switches) = (DistinctList<Fact>(), DistinctList<Fact>())
    for feature in manifest.features.indices {
      manifest.features[feature].forEachRequirement { constraint in
        if case .userToggled = constraint { switches.append(.toggle(feature)) }
        if case .runtimeEnabled = constraint { switches.append(.runtime(feature)) }
      }
    }
    manifest.forEachRequirement { constraint in
      if case .permission(let requirement) = constraint {
        permissions.append(.permission(requirement.permission))
      }
    }
    for permission in SystemPermission.allCases where state.given.permissions[permission] != nil {
      permissions.append(.permission(permission))
    }
    facts = [
      .permissions: permissions.elements,
      .purchases: manifest.products.indices.map { .product($0) },
      .unlocked: state.given.unlocked.map { .unlocked($0) },
      .toggles: switches.elements.filter { $0.location.section == .toggles },
      .runtime: switches.elements.filter { $0.location.section == .runtime },
      .attributes: manifest.attributes.indices.map { .attribute($0) },
      .buckets: state.given.buckets.keys.sorted().map { .bucket($0) },
      .defaults: [.permissionDefault, .purchaseDefault],
    ]
  }

  /// The section's facts; a section such as the date has one.
  func facts(of section: StateSection) -> [Fact] { facts[section] ?? [section.fact(at: 0)] }
}
