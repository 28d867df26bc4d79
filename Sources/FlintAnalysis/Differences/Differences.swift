import FlintLogic
package import FlintModel

/// Comparisons of two manifests, in the states that both allow.
package enum Differences {
  /// - Throws: ``NoPossibleState`` if no state satisfies the assumptions of both.
  package static func between(
    _ old: Manifest, _ new: Manifest
  ) throws(NoPossibleState) -> ManifestDifference {
    let inputs = UnchangedInputs(old, new)
    var (before, now) = (Breakpoints(), Breakpoints())
    let changed = inputs.counterparts.indices.filter { feature in
      !inputs.isKept[feature] && inputs.counterparts[feature] != nil
    }
    // If no feature can differ, no breakpoints are needed.
    let hasAssumptions = !old.assumptions.isEmpty || !new.assumptions.isEmpty
    if !changed.isEmpty || hasAssumptions {
      before.addApp(of: old)
      now.addApp(of: new)
      before.addStatuses(of: old)
      now.addStatuses(of: new)
      before.addUnlockableFeatures(of: old)
      now.addUnlockableFeatures(of: new)
    }
    for target in new.closure(of: new.decidingTargets(of: changed)) { now.add(target, of: new) }
    for target in old.closure(
      of: old.decidingTargets(of: changed.compactMap { inputs.counterparts[$0] }))
    {
      before.add(target, of: old)
    }
    var space = StateSpace(old, new, (before, now))
    if hasAssumptions {
      let conflict: [Int]?
      do { conflict = try space.conflictingAssumptions() } catch {
        throw NoPossibleState(unknown: error, in: error.origin?.side == 1 ? new : old)
      }
      if conflict != nil { throw .ofBoth }
    }
    var features: [FeatureDifference] = []
    var unchanged = 0
    var isOld = [Bool](repeating: false, count: old.features.count)
    for (feature, counterpart) in inputs.counterparts.enumerated() {
      let declaration = new.features[feature]
      guard let counterpart else {
        features.append(
          FeatureDifference(
            id: declaration.id, name: declaration.name, change: .added, examples: []))
        continue
      }
      if Cancellation.isRequested { break }
      isOld[counterpart] = true
      if !inputs.isKept[feature],
        let difference = space.difference(of: counterpart, and: feature)
      {
        features.append(difference)
      } else {
        unchanged += 1
      }
    }
    for (index, feature) in old.features.enumerated() where !isOld[index] {
      features.append(
        FeatureDifference(id: feature.id, name: feature.name, change: .removed, examples: []))
    }
    return ManifestDifference(
      features: features, unchanged: unchanged,
      combinedManifest: features.contains { !$0.examples.isEmpty }
        ? space.combinedManifest : new)
  }

}

extension StateSpace {
  /// Nil if there is none. The arguments are indices in each manifest.
  fileprivate mutating func difference(of old: Int, and new: Int) -> FeatureDifference? {
    let examples = try? decide(about: [[old], [new]]) { $0.examples(of: old, and: new) }
    if examples?.isEmpty == true { return nil }
    let declaration = sides[1].manifest.features[new]
    return FeatureDifference(
      id: declaration.id, name: declaration.name, change: Self.change(examples),
      examples: examples ?? [])
  }

  private mutating func examples(of old: Int, and new: Int) -> [FeatureDifference.Example] {
    var before = status(of: old, side: 0)
    var now = status(of: new, side: 1)
    if before == now { return [] }
    let careSet = careSet(for: [before, now])
    (before, now) = (store.and(before, careSet), store.and(now, careSet))
    if before == now { return [] }
    if isRestricted {
      let possible = possible(for: [before, now])
      (before, now) = (store.and(before, possible), store.and(now, possible))
    }
    measure(before, now)
    var examples: [FeatureDifference.Example] = []
    for (old, oldStatus) in Self.truths {
      for (new, newStatus) in Self.truths where old != new {
        guard let values = paths.values((old, new), before, now) else { continue }
        examples.append(.init(state: state(values), old: oldStatus, new: newStatus))
      }
    }
    return examples
  }

  private static let truths: [(Ternary, FeatureStatus)] = FeatureStatus.allCases.map { status in
    switch status {
    case .available: (.yes, status)
    case .unavailable: (.no, status)
    case .undetermined: (.unknown, status)
    }
  }

  private static func change(_ examples: [FeatureDifference.Example]?) -> FeatureDifference.Change {
    guard let examples else { return .undecided }
    let isGained = examples.contains { $0.new == .available }
    let isLost = examples.contains { $0.old == .available }
    return isGained == isLost ? .changed : isGained ? .gained : .lost
  }
}

extension Manifest {
  fileprivate func decidingTargets(of features: [Int]) -> [References.Target] {
    features.map { .feature($0) } + assumptions.indices.map { .assumption($0) }
  }
}

/// The features whose status differs in some state, or that one side lacks.
package struct ManifestDifference: Hashable, Sendable {
  /// In NEW's order, then the removed ones in OLD's.
  package let features: [FeatureDifference]
  package let unchanged: Int

  /// Declares what either does; its indices are those of ``FeatureDifference/examples``.
  package let combinedManifest: Manifest

  package func count(of change: FeatureDifference.Change) -> Int {
    features.count { $0.change == change }
  }
}

package struct FeatureDifference: Hashable, Sendable {
  package let id: String

  /// In NEW, or in OLD if removed.
  package let name: String
  package let change: Change

  /// One for each pair of different statuses, sorted.
  package let examples: [Example]

  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed

    /// Available in more states and in no fewer.
    case gained

    /// Available in fewer states and in no more.
    case lost

    /// Gained in some states and lost in others, or only unavailable and undetermined differ.
    case changed

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  /// The nearest such state to a fresh install.
  package struct Example: Hashable, Sendable {
    package let state: DeviceState
    package let old: FeatureStatus
    package let new: FeatureStatus
  }
}

/// Finds features whose status cannot differ, because nothing that they depend on changed.
struct UnchangedInputs {
  private let old: Manifest
  private let new: Manifest

  private let productsMatch: Bool
  private let attributesMatch: Bool
  private let appVersionsMatch: Bool

  private let sharedMatch: Bool

  var declarationsMatch: Bool { productsMatch && attributesMatch && sharedMatch }

  /// Including what they depend on.
  var assumptionsMatch: Bool {
    old.assumptions.map(\.condition) == new.assumptions.map(\.condition)
      && new.assumptions.indices.allSatisfy { areNeedsKept(of: .assumption($0)) }
  }

  /// By feature of NEW, its index in OLD; nil if added.
  let counterparts: [Int?]

  private(set) var isKept: [Bool]

  private var isConditionKept: [Bool]

  init(_ old: Manifest, _ new: Manifest) {
    (self.old, self.new) = (old, new)
    productsMatch =
      old.products.count == new.products.count
      && zip(old.products, new.products).allSatisfy {
        $0.id.isSame(as: $1.id) && $0.type == $1.type && $0.group == $1.group
          && $0.level == $1.level
      } && old.groups == new.groups
    attributesMatch =
      old.attributes.count == new.attributes.count
      && zip(old.attributes, new.attributes).allSatisfy {
        $0.id == $1.id && $0.domain.isSame(as: $1.domain) && $0.defaultValue == $1.defaultValue
          && $0.isAlwaysKnown == $1.isAlwaysKnown
      }
    appVersionsMatch = old.app.version == new.app.version && old.app.versions == new.app.versions
    sharedMatch =
      old.app.platforms == new.app.platforms && old.conditions == new.conditions
      && old.buckets == new.buckets
    counterparts = Self.counterparts(old, new)
    isKept = [Bool](repeating: false, count: new.features.count)
    isConditionKept = [Bool](repeating: false, count: new.conditions.count)
    guard sharedMatch else { return }
    var isAsked = [Bool](repeating: false, count: new.features.count)
    for target in new.references.order {
      switch target {
      case .feature(let feature):
        isAsked[feature] = true
        isKept[feature] = isKept(feature)
      case .condition(let condition): isConditionKept[condition] = areNeedsKept(of: target)
      // No constraint refers to an assumption.
      case .assumption: break
      }
    }
    for feature in new.features.indices where !isAsked[feature] {
      isKept[feature] = isKept(feature)
    }
  }

  private static func counterparts(_ old: Manifest, _ new: Manifest) -> [Int?] {
    var indices: [String: Int] = [:]
    indices.reserveCapacity(old.features.count)
    for (index, feature) in old.features.enumerated() { indices[feature.id] = index }
    return new.features.map { indices[$0.id] }
  }

  /// Properties that do not affect availability.
  func haveSameTexts(_ feature: Int, _ counterpart: Int) -> Bool {
    let (before, now) = (old.features[counterpart], new.features[feature])
    return before.name.isSame(as: now.name) && before.description == now.description
      && before.actions == now.actions && before.team == now.team && before.until == now.until
  }

  /// Its ancestors and dependencies must have been compared before.
  private func isKept(_ feature: Int) -> Bool {
    guard let counterpart = counterparts[feature] else { return false }
    let (before, now) = (old.features[counterpart], new.features[feature])
    switch (before.parent, now.parent) {
    case (nil, nil): break
    case (let parentBefore?, let parent?):
      guard isKept[parent], counterparts[parent] == parentBefore else { return false }
    default: return false
    }
    guard before.isEnabled == now.isEnabled, before.constraints == now.constraints,
      before.conditional == now.conditional
    else { return false }
    return areNeedsKept(of: .feature(feature))
  }

  private func areNeedsKept(of target: References.Target) -> Bool {
    var needs = new.directNeeds(of: target)[...]
    // The parent is the first dependency; whether it is unchanged has been checked already.
    if case .feature(let feature) = target, new.features[feature].parent != nil {
      needs = needs.dropFirst()
    }
    for need in needs {
      switch need {
      case .feature(let feature):
        guard isKept[feature], counterparts[feature] == feature else { return false }
      case .condition(let condition): guard isConditionKept[condition] else { return false }
      case .assumption: return false
      }
    }
    if productsMatch && attributesMatch && appVersionsMatch { return true }
    var isKept = true
    new.forEachTest(of: target) { test, _ in
      switch test.fact.subject?.kind {
      case .product: isKept = isKept && productsMatch
      case .attribute: isKept = isKept && attributesMatch
      case nil: isKept = isKept && (appVersionsMatch || test.fact != .appVersion)
      case .permission, .feature, .bucket: break
      }
    }
    return isKept
  }
}
