import FlintModel

/// Enumerates every possible state of one or two manifests. It is the reference for analyses that do not evaluate every
/// state.
///
/// It is implemented independently of the state space, so that it does not share its mistakes.
struct EveryState {
  private let manifests: [Manifest]
  private let naming: Manifest

  /// The choices. Each changes one fact of a state, in one of several ways.
  private var choices: [[(inout DeviceState) -> Void]] = []

  /// Attributes that are always known, with several defaults.
  private(set) var mustBeGiven: [Int] = []

  /// Pairs of products that exclude each other, by their indices in `naming`.
  private var rivals: [(Int, Int)] = []

  /// The number of combinations, including impossible states.
  var count: Int {
    choices.reduce(1) { $0 > 1 << 40 ? $0 : $0 * $1.count }
  }

  /// Creates the enumeration. `naming` contains all declarations of the manifests, and the states use its indices.
  init(_ manifests: [Manifest], naming: Manifest) {
    self.manifests = manifests
    self.naming = naming
    let demands = manifests.map { Demands($0) }
    addSystems(demands)
    addAppVersions(demands)
    addPermissions(demands)
    addPurchases(demands)
    addFeatures()
    addDates(demands)
    addBuckets(demands)
    for index in naming.attributes.indices { addAttribute(index, demands) }
  }

  /// Calls `body` with every possible state that satisfies all assumptions.
  func visitAll(_ body: (DeviceState) -> Void) {
    visitExisting { state in if isPossible(state) { body(state) } }
  }

  /// Calls `body` with every possible state, even if it breaks assumptions.
  func visitExisting(_ body: (DeviceState) -> Void) { visit(0, DeviceState(), body) }

  /// Whether a state satisfies the assumptions of each manifest.
  func isPossible(_ state: DeviceState) -> Bool {
    manifests.allSatisfy { manifest in
      if manifest.assumptions.isEmpty { return true }
      let seen = manifests.count == 1 ? state : state.seen(by: manifest, naming: naming)
      return Evaluator(manifest, in: seen).brokenAssumptions.isEmpty
    }
  }

  var isEmpty: Bool {
    var isEmpty = true
    visitAll { _ in isEmpty = false }
    return isEmpty
  }

  private func visit(_ index: Int, _ state: DeviceState, _ body: (DeviceState) -> Void) {
    guard index < choices.count else {
      if isConsistent(state) { body(state) }
      return
    }
    for ifThenElse in choices[index] {
      var state = state
      ifThenElse(&state)
      visit(index + 1, state, body)
    }
  }

  /// Whether a state is consistent: it contains only permissions that the system offers, those of the location are of
  /// one switch, and there is at most one subscription of a group.
  private func isConsistent(_ state: DeviceState) -> Bool {
    for permission in SystemPermission.allCases where state.permissions[permission] != nil {
      if !permission.isOffered(on: state.platform, state.osVersion) { return false }
    }
    let resolved = ResolvedState(state, in: naming)
    let whenInUse = resolved.status(of: .locationWhenInUse)
    let always = resolved.status(of: .locationAlways)
    switch whenInUse {
    case .authorized, .reducedAccuracy:
      let pairs = [.notDetermined, .denied, .unsupported, whenInUse]
      if !pairs.contains(always) { return false }
    default: if always != whenInUse, always != .unsupported { return false }
    }
    func isActive(_ product: Int) -> Bool {
      let active: [PurchaseStatus] = [.purchased, .inGracePeriod, .inBillingRetry]
      return active.contains { state.purchases[product] == .status($0) }
    }
    return !rivals.contains { isActive($0.0) && isActive($0.1) }
  }

  private mutating func add<Value>(
    _ values: [Value], _ set: @escaping (inout DeviceState, Value) -> Void
  ) {
    choices.append(values.map { value in { state in set(&state, value) } })
  }

  // MARK: The device

  private mutating func addSystems(_ demands: [Demands]) {
    var systems: [(Platform, InstalledVersion)] = []
    for platform in Platform.allCases {
      var versions: Set<Version> = [Version(0)]
      for demand in demands { versions.formUnion(demand.systems[platform] ?? []) }
      let released = Set(versions.map { Self.unreleased(platform, $0.major) ? Version(26) : $0 })
      systems += ([.latest] + released.map { .version($0) }).filter { version in
        manifests.contains { manifest in
          guard let platforms = manifest.app.platforms else { return true }
          return platforms.contains {
            $0.platform == platform && $0.versions?.contains(version) != false
          }
        }
      }.map { (platform, $0) }
    }
    add(systems) { ($0.platform, $0.osVersion) = $1 }
  }

  private static func unreleased(_ platform: Platform, _ major: Int32) -> Bool {
    let first: [Platform: Int32] = [.iOS: 19, .macOS: 16, .tvOS: 19, .watchOS: 12, .visionOS: 3]
    return first[platform].map { $0 <= major } == true && major < 26
  }

  private mutating func addAppVersions(_ demands: [Demands]) {
    var versions = demands.reduce(into: Set<Version>()) { $0.formUnion($1.app) }
    if versions.isEmpty { return }
    versions.insert(Version(0))
    add([nil, .latest] + versions.map { .version($0) }) { $0.appVersion = $1 }
  }

  private mutating func addPermissions(_ demands: [Demands]) {
    for permission in SystemPermission.allCases {
      var asked = demands.compactMap { $0.permissions[permission] }
      // One switch: `always` can be denied beside an authorized `whenInUse` that nothing asks for.
      let followsAlways = permission == .locationWhenInUse
      if followsAlways, demands.contains(where: { $0.permissions[.locationAlways] != nil }) {
        asked.append(false)
      }
      if asked.isEmpty { continue }
      var statuses: Set<SystemPermissionStatus> = [.authorized, .denied, .restricted]
      if asked.contains(true) {
        statuses = Set(SystemPermissionStatus.allCases.filter { permission.allows($0) })
        statuses.subtract([.notDetermined, .unsupported])
      }
      add([nil] + statuses.map { Optional($0) }) { $0.permissions[permission] = $1 }
    }
  }

  // MARK: The user and the app

  private mutating func addPurchases(_ demands: [Demands]) {
    for (index, product) in naming.products.enumerated() {
      var (statuses, all): (Set<PurchaseStatus>, Set<PurchaseStatus>) = ([], [])
      var namesStatus = false
      for (manifest, demand) in zip(manifests, demands) {
        for own in manifest.products.indices
        where manifest.products[own].id.utf8.elementsEqual(product.id.utf8) {
          let type = manifest.products[own].type
          if type == .consumable { continue }
          namesStatus = namesStatus || demand.products[own] == true
          if demand.products[own] != nil { statuses.formUnion([.purchased, .unknown]) }
          all.formUnion(PurchaseStatus.allCases.filter { type.allows($0) })
        }
      }
      if statuses.isEmpty { continue }
      if namesStatus { statuses = all.subtracting([.notPurchased]) }
      add([nil] + statuses.map { .status($0) }) { $0.purchases[index] = $1 }
    }
    for manifest in manifests {
      for one in naming.products.indices {
        for other in naming.products.indices where one < other {
          func group(_ product: Int) -> Int? {
            manifest.products.first {
              $0.id.utf8.elementsEqual(naming.products[product].id.utf8)
            }?.group
          }
          if let group = group(one), group == self.group(other, in: manifest) {
            rivals.append((one, other))
          }
        }
      }
    }
  }

  private func group(_ product: Int, in manifest: Manifest) -> Int? {
    manifest.products.first { $0.id.utf8.elementsEqual(naming.products[product].id.utf8) }?.group
  }

  private mutating func addFeatures() {
    for (index, feature) in naming.features.enumerated() {
      var kinds: Set<ConstraintKind> = []
      var requiresCredits = false
      for manifest in manifests {
        for declared in manifest.features where declared.id == feature.id {
          declared.forEachRequirement {
            kinds.insert($0.kind)
            if case .purchase(let expression) = $0 {
              expression.forEachProduct(in: manifest) { _, quantity in
                requiresCredits = requiresCredits || quantity != nil
              }
            }
          }
        }
      }
      if kinds.contains(.userToggled) { add([nil, true, false]) { $0.toggles[index] = $1 } }
      if kinds.contains(.runtimeEnabled) {
        add([nil, .yes, .no, .unknown]) { $0.runtime[index] = $1 }
      }
      if requiresCredits {
        add([false, true]) { state, isUnlocked in
          if isUnlocked { state.unlocked.append(index) }
        }
      }
    }
  }

  private mutating func addBuckets(_ demands: [Demands]) {
    for (index, name) in naming.buckets.enumerated() {
      var percents: Set<Percent> = [.zero]
      for (manifest, demand) in zip(manifests, demands) {
        for (own, named) in demand.percents where manifest.buckets[own] == name {
          percents.formUnion(named)
        }
      }
      percents.remove(.hundred)
      add([nil] + percents.map { Optional($0) }) { $0.buckets[index] = $1 }
    }
  }

  // MARK: Dates

  private static let last = ("9999-12-31T23:59:59Z" as DateTime).seconds

  /// Returns the dates at which the result may change: the limits of the date, and the sums of the limits of ages and
  /// date attributes.
  private func moments(_ demands: [Demands]) -> Set<Int64> {
    var moments: Set<Int64> = []
    for (manifest, demand) in zip(manifests, demands) {
      moments.formUnion(demand.dates)
      for (attribute, ages) in demand.ages {
        var begins = demand.moments[attribute] ?? []
        begins.formUnion([0, Self.last])
        if case .date(let date)? = manifest.attributes[attribute].defaultValue {
          begins.insert(date.seconds)
        }
        for age in ages { moments.formUnion(begins.map { $0 + age }) }
      }
    }
    return moments
  }

  private func around(_ cuts: Set<Int64>) -> [Int64] {
    var numbers: Set<Int64> = [0]
    for cut in cuts { numbers.formUnion([cut - 1, cut, cut + 1]) }
    return numbers.filter { $0 >= 0 && $0 <= Self.last }.sorted()
  }

  private mutating func addDates(_ demands: [Demands]) {
    let isAsked = demands.contains { !$0.dates.isEmpty || !$0.ages.isEmpty }
    guard isAsked else { return }
    let dates = around(moments(demands)).compactMap { DateTime(seconds: $0) }
    add([nil] + dates.map { Optional($0) }) { $0.date = $1 }
  }

  // MARK: Attributes

  private mutating func addAttribute(_ index: Int, _ demands: [Demands]) {
    let id = naming.attributes[index].id
    let declared = manifests.compactMap { $0.attributes.first { $0.id == id } }
    var values: Set<AttributeValue> = []
    for (manifest, demand) in zip(manifests, demands) {
      guard let own = manifest.attributes.firstIndex(where: { $0.id == id }) else { continue }
      switch manifest.attributes[own].domain {
      case .boolean: values.formUnion([.boolean(true), .boolean(false)])
      case .choice(let texts):
        // The manifests may list different choices, so choices are identified by their texts.
        if case .choice = naming.attributes[index].domain {
          values.formUnion(texts.indices.map { .choice($0) })
        } else {
          values.formUnion(texts.map { .text(ExactText($0)) })
        }
      case .text:
        // The values that either manifest distinguishes, and the choices if one of them declares them.
        var named: Set<ExactText> = []
        var patterns: [TextPattern] = []
        for (manifest, demand) in zip(manifests, demands) {
          guard let own = manifest.attributes.firstIndex(where: { $0.id == id }) else { continue }
          named.formUnion(demand.texts[own] ?? [])
          patterns += demand.patterns[own] ?? []
          if case .choice(let texts) = manifest.attributes[own].domain {
            named.formUnion(texts.map { ExactText($0) })
          }
        }
        let others = EveryText(named: named, patterns: patterns).examples
        values.formUnion((named + others).map { .text($0) })
      case .integer:
        var cuts = demand.integers[own] ?? []
        cuts.insert(AttributeDomain.integers.lowerBound)
        values.formUnion(
          cuts.filter { AttributeDomain.integers.contains($0) }.map { .integer($0) })
      case .version:
        let versions = (demand.versions[own] ?? []).union([Version(0)])
        values.formUnion([.version(.latest)] + versions.map { .version(.version($0)) })
      case .date:
        var cuts = demand.moments[own] ?? []
        for age in demand.ages[own] ?? [] {
          cuts.formUnion(around(moments(demands)).map { $0 - age })
        }
        values.formUnion(around(cuts).compactMap { DateTime(seconds: $0) }.map { .date($0) })
      }
    }
    var absent: [AttributeValue?] = [nil, .unknown]
    if declared.allSatisfy(\.isAlwaysKnown) {
      // Not to give it means to give its default, where there is only one.
      absent = declared.allSatisfy { $0.defaultText == declared[0].defaultText } ? [nil] : []
      if absent.isEmpty { mustBeGiven.append(index) }
    }
    add(absent + values.map { Optional($0) }) { $0.attributes[index] = $1 }
  }
}

extension AttributeDeclaration {
  fileprivate var defaultText: String? { defaultValue.map { domain.text(of: $0) } }
}
