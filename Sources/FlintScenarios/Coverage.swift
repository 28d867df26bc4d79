internal import FlintAnalysis
package import FlintCore

/// What a run of scenarios has seen of each feature and constraint.
package struct Coverage: Sendable {
  private let manifest: Manifest
  private var available: [Bool]
  private var notAvailable: [Bool]

  /// For each feature, for each of its constraints in listed order.
  private var satisfied: [[Bool]]
  private var notSatisfied: [[Bool]]

  package init(of manifest: Manifest) {
    self.manifest = manifest
    available = manifest.features.map { _ in false }
    notAvailable = available
    satisfied = manifest.features.map { [Bool](repeating: false, count: $0.constraintCount) }
    notSatisfied = satisfied
  }

  package mutating func observe(_ state: DeviceState) {
    for evaluation in Evaluator(manifest, in: state).all {
      let feature = evaluation.feature
      if evaluation.status == .available {
        available[feature] = true
      } else {
        notAvailable[feature] = true
      }
      for (index, constraint) in evaluation.constraints.enumerated() {
        switch constraint.status {
        case .satisfied: satisfied[feature][index] = true
        case .notSatisfied, .notDetermined: notSatisfied[feature][index] = true
        case .notActive: break
        }
      }
    }
  }

  /// One thing that a run can see or miss.
  package struct Item: Sendable {
    package let feature: Int

    /// The constraint's name, nil where the feature as a whole is meant.
    package let constraint: String?

    /// Available or satisfied, as against not.
    package let isPositive: Bool
    package let isSeen: Bool

    /// A state that shows what was not seen.
    package let example: DeviceState?
  }

  /// Everything that some state can show, in the manifest's order.
  package func items() -> [Item] {
    manifest.features.indices.flatMap { items(of: $0) }
  }

  private func items(of feature: Int) -> [Item] {
    var items: [Item] = []
    let whole = Extract(of: manifest, lineageOf: feature)
    for isPositive in [true, false] {
      let isSeen = isPositive ? available[feature] : notAvailable[feature]
      append(feature, nil, isPositive, isSeen: isSeen, whole, to: &items)
    }
    var index = 0
    func appendBoth(_ constraint: Constraint, block: Int?) {
      let name = constraint.name(block: block, in: manifest)
      let alone = Extract(of: manifest, constraint, of: feature, in: block)
      for isPositive in [true, false] {
        let isSeen = (isPositive ? satisfied : notSatisfied)[feature][index]
        append(feature, name, isPositive, isSeen: isSeen, alone, to: &items)
      }
      index += 1
    }
    let declaration = manifest.features[feature]
    for constraint in declaration.constraints { appendBoth(constraint, block: nil) }
    for (number, block) in declaration.conditional.enumerated() {
      for constraint in block.constraints { appendBoth(constraint, block: number) }
    }
    return items
  }

  /// Leaves out what no state shows.
  private func append(
    _ feature: Int, _ constraint: String?, _ isPositive: Bool, isSeen: Bool, _ extract: Extract,
    to items: inout [Item]
  ) {
    let example = isSeen ? nil : extract.example(isPositive: isPositive)
    guard isSeen || example != nil else { return }
    items.append(
      Item(
        feature: feature, constraint: constraint, isPositive: isPositive, isSeen: isSeen,
        example: example))
  }
}

/// The part of a manifest that decides one item, small enough that proofs about it cost the same in every manifest.
private struct Extract {
  private let manifest: Manifest

  /// The features of the original manifest, one for each of the extract's; nil for one of our own.
  private let originals: [Int?]

  /// The feature whose status is asked for, and one that must be available for the answer to count.
  private let subject: Int
  private let condition: Int?

  /// A feature with its ancestors.
  init(of manifest: Manifest, lineageOf feature: Int) {
    let lineage = Array(([feature] + manifest.ancestors(of: feature)).reversed())
    self.manifest = manifest.with(
      lineage.enumerated().map { index, original in
        let declaration = manifest.features[original]
        return FeatureDeclaration(
          id: declaration.id, parent: index == 0 ? nil : index - 1,
          isEnabled: declaration.isEnabled, constraints: declaration.constraints,
          conditional: declaration.conditional)
      })
    originals = lineage
    subject = lineage.count - 1
    condition = nil
  }

  /// One constraint of a feature where it takes part: on its platform, under its guard.
  init(of manifest: Manifest, _ constraint: Constraint, of feature: Int, in block: Int?) {
    let declaration = manifest.features[feature]
    var surroundings = block.map { declaration.conditional[$0].guardian.constraints } ?? []
    if case .platform(let platform, _) = constraint {
      surroundings += Platform.allCases.filter { $0 != platform }
        .map { .platform($0, .unsupported) }
    }
    self.manifest = manifest.with([
      FeatureDeclaration(
        id: declaration.id, isEnabled: declaration.isEnabled, constraints: [constraint]),
      FeatureDeclaration(id: "surroundings", constraints: surroundings),
    ])
    originals = [feature, nil]
    subject = 0
    condition = 1
  }

  /// The nearest state in which the subject is available, or is not; nil where there is none.
  func example(isPositive: Bool) -> DeviceState? {
    let available = ClaimFormula.feature(subject, .available)
    var wanted = [isPositive ? available : .not(available)]
    if let condition { wanted.append(.feature(condition, .available)) }
    guard
      case .counterexample(var state) = Claims.prove(Claim(.never, .allOf(wanted)), in: manifest)
    else { return nil }
    state.toggles = state.toggles.renamed(originals)
    state.runtime = state.runtime.renamed(originals)
    state.unlocked = state.unlocked.compactMap { originals[$0] }
    return state
  }
}

extension Dictionary where Key == Int {
  /// The entries under the names of their keys; those without a name are left out.
  fileprivate func renamed(_ names: [Int?]) -> Self {
    reduce(into: [:]) { renamed, entry in
      if let name = names[entry.key] { renamed[name] = entry.value }
    }
  }
}

extension ConditionalBlock.Guard {
  /// Constraints that are all met exactly where the guard holds.
  fileprivate var constraints: [Constraint] {
    var constraints: [Constraint] = []
    if !platforms.isEmpty {
      for platform in Platform.allCases {
        let listed = platforms.first { $0.platform == platform }
        let versions: PlatformVersionConstraint =
          if let listed { listed.versions.map { .versions($0) } ?? .any } else { .unsupported }
        constraints.append(.platform(platform, versions))
      }
    }
    if let appVersion { constraints.append(.appVersion(appVersion)) }
    return constraints + attributes.map { .attribute($0) }
  }
}

extension Manifest {
  fileprivate func with(_ features: [FeatureDeclaration]) -> Manifest {
    Manifest(app: app, products: products, attributes: attributes, features: features)
  }
}
