/// Comparisons of two manifests, in the states that both allow.
package enum Differences {
  /// - Throws: ``NoPossibleState`` if no state satisfies the assumptions of both.
  package static func between(
    _ old: Manifest, _ new: Manifest
  ) throws(NoPossibleState) -> ManifestDifference {
    let inputs = UnchangedInputs(old, new)
    let changed = inputs.counterparts.enumerated().compactMap { feature, counterpart in
      inputs.isKept(feature) ? nil : counterpart.map { (old: $0, new: feature) }
    }
    let hasAssumptions = !old.assumptions.isEmpty || !new.assumptions.isEmpty
    func breakpoints(of manifest: Manifest, _ features: [Int]) -> Breakpoints {
      var breakpoints = Breakpoints()
      // If no feature can differ, no breakpoints are needed.
      if changed.isEmpty, !hasAssumptions { return breakpoints }
      breakpoints.addApp(of: manifest)
      breakpoints.addStatuses(of: manifest)
      breakpoints.addUnlockableFeatures(of: manifest)
      let targets = features.map { References.Target.feature($0) } + manifest.allAssumptions
      for target in manifest.closure(of: targets) { breakpoints.add(target, of: manifest) }
      return breakpoints
    }
    var space = StateSpace(
      old, new,
      (breakpoints(of: old, changed.map(\.old)), breakpoints(of: new, changed.map(\.new))))
    if hasAssumptions {
      let conflict: [Int]?
      do { conflict = try space.conflictingAssumptions() } catch {
        throw NoPossibleState(unknown: error, in: error.origin?.side == 1 ? new : old)
      }
      if conflict != nil { throw .ofBoth }
    }
    func difference(
      of feature: FeatureDeclaration, _ change: FeatureDifference.Change,
      _ examples: [FeatureDifference.Example] = []
    ) -> FeatureDifference {
      FeatureDifference(id: feature.id, name: feature.name, change: change, examples: examples)
    }
    var features: [FeatureDifference] = []
    var unchanged = 0
    for (feature, counterpart) in inputs.counterparts.enumerated() {
      let declaration = new.features[feature]
      guard let counterpart else {
        features.append(difference(of: declaration, .added))
        continue
      }
      if Cancellation.isRequested { break }
      let examples =
        inputs.isKept(feature)
        ? []
        : try? space.decide(about: [[counterpart], [feature]]) {
          $0.examples(of: counterpart, and: feature)
        }
      if examples?.isEmpty == true {
        unchanged += 1
      } else {
        features.append(difference(of: declaration, .init(examples), examples ?? []))
      }
    }
    let known = Set(inputs.counterparts)
    for (index, feature) in old.features.enumerated() where !known.contains(index) {
      features.append(difference(of: feature, .removed))
    }
    return ManifestDifference(
      features: features, unchanged: unchanged,
      combinedManifest: features.contains { !$0.examples.isEmpty }
        ? space.combinedManifest : new)
  }
}

extension StateSpace {
  /// One example for each pair of different statuses. `old` and `new` are the feature's indices in
  /// the two manifests.
  fileprivate mutating func examples(of old: Int, and new: Int) -> [FeatureDifference.Example] {
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
    var examples: [FeatureDifference.Example] = []
    for (old, new, differs) in differences(before, now) {
      guard let found = nearest(where: differs) else { continue }
      examples.append(.init(state: state(found.values), old: old, new: new))
    }
    return examples
  }

  /// For each pair of different statuses, a function. It is true where the first status becomes the
  /// second.
  private mutating func differences(
    _ before: Diagram, _ now: Diagram
  ) -> [(before: FeatureStatus, now: FeatureStatus, Diagram)] {
    let statuses = FeatureStatus.allCases
    let (earlier, later) = (statuses.map { has($0, before) }, statuses.map { has($0, now) })
    return statuses.indices.flatMap { old in
      statuses.indices.filter { $0 != old }.map { new in
        resetBudget()
        return (statuses[old], statuses[new], store.and(earlier[old], later[new]))
      }
    }
  }

  private mutating func has(_ status: FeatureStatus, _ function: Diagram) -> Diagram {
    resetBudget()
    return store.has(status, function)
  }
}

extension FeatureDifference.Change {
  /// - Parameter examples: Nil beyond the limit of steps.
  fileprivate init(_ examples: [FeatureDifference.Example]?) {
    guard let examples else {
      self = .undecided
      return
    }
    let isGained = examples.contains { $0.new == .available }
    let isLost = examples.contains { $0.old == .available }
    self = isGained == isLost ? .changed : isGained ? .gained : .lost
  }
}

/// The features whose status differs in some state, or that one manifest lacks.
package struct ManifestDifference: Hashable, Sendable {
  /// In the new manifest's order, then removed features in the old one's.
  package let features: [FeatureDifference]
  package let unchanged: Int

  /// Declares what either manifest declares. ``FeatureDifference/examples`` use its indices.
  package let combinedManifest: Manifest

  package func count(of change: FeatureDifference.Change) -> Int {
    features.count { $0.change == change }
  }
}

package struct FeatureDifference: Hashable, Sendable {
  package let id: String

  /// From the new manifest, or the old one if removed.
  package let name: String
  package let change: Change

  /// One for each pair of different statuses, by old, then new.
  package let examples: [Example]

  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed

    /// Available in more states and in no fewer.
    case gained

    /// Available in fewer states and in no more.
    case lost

    /// Gained in some states and lost in others. Also if the status only differs between
    /// unavailable and undetermined.
    case changed

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  /// The nearest state to a fresh install with this pair of statuses.
  package struct Example: Hashable, Sendable {
    package let state: DeviceState
    package let old: FeatureStatus
    package let new: FeatureStatus
  }
}

/// Features whose status cannot differ, because nothing that they depend on changed.
private struct UnchangedInputs {
  private let old: Manifest
  private let new: Manifest

  /// By feature of the new manifest, the old index; nil if added.
  let counterparts: [Int?]

  private var kept: Set<References.Target> = []

  private let productsMatch: Bool
  private let attributesMatch: Bool
  private let appVersionsMatch: Bool

  init(_ old: Manifest, _ new: Manifest) {
    (self.old, self.new) = (old, new)
    let indices = Dictionary(zip(old.features.map(\.id), old.features.indices)) { $1 }
    counterparts = new.features.map { indices[$0.id] }
    productsMatch =
      old.groups == new.groups
      && old.products.elementsEqual(new.products) {
        $0.id.isSame(as: $1.id) && $0.type == $1.type && $0.group == $1.group
          && $0.level == $1.level
      }
    attributesMatch = old.attributes.elementsEqual(new.attributes) {
      $0.id == $1.id && $0.domain.isSame(as: $1.domain) && $0.defaultValue == $1.defaultValue
        && $0.isAlwaysKnown == $1.isAlwaysKnown
    }
    appVersionsMatch = old.app.version == new.app.version && old.app.versions == new.app.versions
    guard old.app.platforms == new.app.platforms, old.conditions == new.conditions,
      old.buckets == new.buckets
    else { return }
    let features = new.features.indices.map { References.Target.feature($0) }
    for target in new.references.order + features where isUnchanged(target) { kept.insert(target) }
  }

  func isKept(_ feature: Int) -> Bool { kept.contains(.feature(feature)) }

  /// Whether nothing that the declaration depends on changed. Its dependencies must have been
  /// compared before.
  private func isUnchanged(_ target: References.Target) -> Bool {
    var needs = new.directNeeds(of: target)[...]
    if case .feature(let feature) = target {
      guard let counterpart = counterparts[feature] else { return false }
      let (before, now) = (old.features[counterpart], new.features[feature])
      guard before.isEnabled == now.isEnabled, before.constraints == now.constraints,
        before.conditional == now.conditional,
        before.parent == now.parent.flatMap({ counterparts[$0] })
      else { return false }
      // The parent is the first dependency, and may have another index.
      if let parent = now.parent {
        guard isKept(parent) else { return false }
        needs.removeFirst()
      }
    }
    for need in needs {
      guard kept.contains(need) else { return false }
      if case .feature(let feature) = need, counterparts[feature] != feature { return false }
    }
    if productsMatch, attributesMatch, appVersionsMatch { return true }
    var isUnchanged = true
    new.forEachTest(of: target) { test, _ in
      switch test.fact.subject?.kind {
      case .product: isUnchanged = isUnchanged && productsMatch
      case .attribute: isUnchanged = isUnchanged && attributesMatch
      case nil: isUnchanged = isUnchanged && (appVersionsMatch || test.fact != .appVersion)
      case .permission, .feature, .bucket: break
      }
    }
    return isUnchanged
  }
}
