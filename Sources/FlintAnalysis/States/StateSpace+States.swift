extension StateSpace {
  /// The number of fields that differ from a fresh install, then a `preference`: known values are
  /// nearer than unknown ones.
  struct Distance: Comparable {
    private(set) var raw: Int

    static let zero = Distance(raw: 0)
    static let unreachable = Distance(raw: .max)

    private init(raw: Int) { self.raw = raw }

    init(fields: Int, preference: Int = 0) { raw = fields << 20 + preference }

    static func + (one: Distance, other: Distance) -> Distance {
      Distance(raw: one.raw + other.raw)
    }
    static func < (one: Distance, other: Distance) -> Bool { one.raw < other.raw }
  }

  func nearest(of variable: UInt32, in run: ValueSpan) -> (value: UInt32, Distance) {
    domains[Int(variable)].nearest(from: run.from, to: run.to)
  }

  static func distances(
    of systems: [(platform: Platform, version: InstalledVersion)], for apps: [Manifest.App]
  ) -> [Distance] {
    let defaults = apps.map(\.defaultPlatform)
    return systems.map { platform, version in
      let isDefault = defaults.allSatisfy { $0 == platform }
      let fields = (isDefault ? 0 : 1) + (version == .latest ? 0 : 1)
      return Distance(fields: fields, preference: isDefault || fields > 1 ? 0 : 1)
    }
  }

  /// A state with the `given` values, which must satisfy ``possible(for:)``. Its indices are those
  /// of ``combinedManifest``. Assumptions about other facts are satisfied with the values nearest
  /// to a fresh install.
  func state(_ given: [UInt32: UInt32]) -> DeviceState {
    let values = satisfyingOtherAssumptions(given)
    var state = DeviceState(platform: systems.first?.platform ?? .iOS)
    for (variable, value) in values where value > 0 {
      let fact = variables[Int(variable)]
      if case .age = fact { continue }
      state.set(fact, to: domains[Int(variable)].values[Int(value)])
    }
    settleAges(values, in: &state)
    state.unlocked.sort()
    return state
  }

  /// Declares what either manifest declares. States of the space use its indices.
  var combinedManifest: Manifest {
    if sides.count == 1 { return sides[0].manifest }
    let (first, second) = (sides[0].manifest, sides[1])
    func all<Declaration>(
      _ kind: StateSubject, _ declared: (Manifest) -> [Declaration]
    ) -> [Declaration] {
      let count = first.count(of: kind)
      return declared(first)
        + zip(declared(second.manifest), second.renumbered[kind] ?? [])
        .filter { $1 >= count }.map(\.0)
    }
    return Manifest(
      app: sharedApp, products: all(.product, \.products),
      // A state of two manifests stores the value of a choice as text, because the index can differ between them.
      attributes: all(.attribute, \.attributes).map { attribute in
        guard case .choice = attribute.domain else { return attribute }
        return AttributeDeclaration(id: attribute.id, name: attribute.name, domain: .text)
      }, buckets: all(.bucket, \.buckets),
      // The features have ids and names only: their constraints would use the indices of their own manifest.
      features: all(.feature, \.features).map { FeatureDeclaration(id: $0.id, name: $0.name) })
  }

  /// An app for both manifests. Without a default platform if theirs differ: states then name one.
  private var sharedApp: Manifest.App {
    let apps = sides.map(\.manifest.app)
    let isShared = apps.allSatisfy { $0.defaultPlatform == apps[0].defaultPlatform }
    return Manifest.App(
      name: nil, version: nil, versions: nil, platforms: isShared ? apps[0].platforms : [])
  }
}

/// Finds states with the fewest values that differ from a fresh install.
package struct NearestStates: ~Copyable {
  private let manifest: Manifest
  private var space: StateSpace

  package init(of manifest: Manifest) { self.init(of: manifest, budgets: StepBudgets()) }

  init(of manifest: Manifest, budgets: StepBudgets) {
    self.manifest = manifest
    space = StateSpace(manifest, budgets: budgets)
  }

  package enum Answer: Hashable, Sendable {
    case state(DeviceState)

    /// The outcome occurs in no possible state.
    case impossible

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  package mutating func state(where outcome: FeatureOutcome) -> Answer {
    state(outcome.feature) { $0.where(outcome) }
  }

  /// - Parameter function: Never unknown.
  private mutating func state(_ feature: Int, _ function: (inout StateSpace) -> Diagram) -> Answer {
    let answer = try? space.decide(about: [[feature]]) { space -> Answer in
      let possible = space.withinPossible(function(&space))
      if possible == .yes { return .state(space.state([:])) }
      return space.nearest(where: possible).map { .state(space.state($0.values)) } ?? .impossible
    }
    return answer ?? .undecided
  }
}

/// A feature is available or not, or a constraint applies and is satisfied or not.
package struct FeatureOutcome: Sendable {
  package let feature: Int

  /// Nil for the feature itself.
  package let position: ConstraintPosition?
  package let isPositive: Bool

  package init(_ feature: Int, _ position: ConstraintPosition?, isPositive: Bool) {
    (self.feature, self.position, self.isPositive) = (feature, position, isPositive)
  }
}

extension StateSpace {
  mutating func `where`(_ outcome: FeatureOutcome) -> Diagram {
    guard let position = outcome.position else {
      return `where`(status(of: outcome.feature, side: 0), outcome.isPositive)
    }
    let manifest = sides[0].manifest
    let constraint = position.constraint(in: manifest)
    var active: [Formula] = []
    if let block = position.block {
      let condition = manifest.features[position.feature].conditional[block].condition
      active.append(manifest.meaning(of: condition, in: position.feature))
    }
    if case .platform(let platform, _) = constraint {
      active.append(.test(.system(platform, nil)))
    }
    for target in manifest.directNeeds(of: .feature(position.feature)) { prepare(target) }
    resetBudget()
    let truth = value(of: manifest.meaning(of: constraint, in: position.feature), on: 0)
    let wanted = `where`(truth, outcome.isPositive)
    let takesPart = value(of: .all(active), on: 0)
    return store.and(wanted, store.isYes(takesPart))
  }

  /// Where the function is true or, unless `isTrue`, where it is not.
  private mutating func `where`(_ function: Diagram, _ isTrue: Bool) -> Diagram {
    store.apply(function, no: Ternary(!isTrue), unknown: Ternary(!isTrue), yes: Ternary(isTrue))
  }
}

/// Assumptions that no state satisfies, or that are too complex.
package struct NoPossibleState: Error, Hashable, Sendable {
  package let rule: ProvenRule

  /// The assumption to report, by index; nil for two manifests.
  package let assumption: Int?

  /// One sentence without a full stop.
  package let message: String

  init(_ conflict: [Int], in manifest: Manifest) {
    rule = .conflictingAssumptions
    assumption = conflict.last
    let names = conflict.map { "'\(manifest.assumptions[$0].id)'" }
    let reason =
      switch names.count {
      case 1: "assumption \(names[0]) can never be satisfied"
      case 2: "assumptions \(names[0]) and \(names[1]) exclude each other"
      default: "assumptions \(listed(names)) can never be satisfied together"
      }
    message = "no state is possible: \(reason)"
  }

  init(unknown error: LimitExceeded, in manifest: Manifest) {
    rule = .tooLargeToProve
    assumption =
      if case .assumption(let index) = error.origin?.target { index } else {
        manifest.assumptions.indices.last
      }
    message = """
      the assumptions are too complex to analyze: \
      \(error.origin?.name(in: manifest) ?? "the analysis") exceeds the limit of \
      \(error.budget) \(error.unit)
      """
  }

  static let ofBoth = NoPossibleState(
    rule: .conflictingAssumptions, assumption: nil,
    message: "no state is possible under the assumptions of both manifests")

  private init(rule: ProvenRule, assumption: Int?, message: String) {
    (self.rule, self.assumption, self.message) = (rule, assumption, message)
  }
}

extension Manifest {
  /// Also throws if the assumptions are too complex.
  package func requirePossibleState() throws(NoPossibleState) {
    if assumptions.isEmpty { return }
    var space = StateSpace(self)
    let conflict: [Int]?
    do { conflict = try space.conflictingAssumptions() } catch {
      throw NoPossibleState(unknown: error, in: self)
    }
    if let conflict { throw NoPossibleState(conflict, in: self) }
  }
}
