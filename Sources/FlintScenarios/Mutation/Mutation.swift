/// An edit that simulates a mistake; the result is a mutant.
package struct Mutation: Sendable {
  package let kind: MutationKind
  package let location: WrittenLocation

  package let change: Change

  /// The declaration that the mutation edits.
  package let subject: Subject

  /// The edited constraint's name. Nil in a guard, for `isEnabled`, or without a feature.
  package var constraint: String?

  /// The edited constraint's place in its feature; nil if it is removed. Its name may change.
  var edited: (block: Int?, index: Int)?

  let edit: @Sendable (inout Manifest) -> Void

  package enum Subject: Hashable, Sendable {
    case feature(Int)
    case condition(Int)
    case attribute(Int)
    case app
  }

  package enum Change: Sendable, Equatable {
    /// The part no longer required or accepted: `'camera'`, `condition 2 of 'anyOf'`.
    case without(String)

    /// The removed limit: `>= 2.0`.
    case withoutBound(String)

    case movedBound(String, to: String)

    case flipped(to: Bool)

    /// An edit that the score does not count. ``SuiteCompletion`` adds cases for it.
    case neighbour

    /// A ``neighbour`` with another required declaration or permission, or default value.
    case replacement
  }
}

package enum MutationKind: NamedCase, Comparable {
  case dropConstraint
  case dropAlternative
  case dropBound
  case moveBound
  case flipDefault

  package var name: String {
    switch self {
    case .dropConstraint: "drop-constraint"
    case .dropAlternative: "drop-alternative"
    case .dropBound: "drop-bound"
    case .moveBound: "move-bound"
    case .flipDefault: "flip-default"
    }
  }
}

extension Mutation {
  /// Whether the mutant has a text pattern that the original lacks.
  package var editsPattern: Bool {
    guard case .part(_, let steps) = location else { return false }
    return steps.contains { if case .patternPart = $0 { true } else { false } }
  }

  var isNeighbour: Bool { change == .neighbour || change == .replacement }

  /// The edited feature; nil for another subject.
  package var feature: Int? { if case .feature(let feature) = subject { feature } else { nil } }

  package func apply(to manifest: inout Manifest) { edit(&manifest) }

  package func revert(_ mutant: inout Manifest, to manifest: Manifest) {
    switch subject {
    case .feature(let feature): mutant.features[feature] = manifest.features[feature]
    case .condition(let condition): mutant.conditions[condition] = manifest.conditions[condition]
    case .attribute(let attribute): mutant.attributes[attribute] = manifest.attributes[attribute]
    case .app: mutant.app = manifest.app
    }
  }
}

extension FeatureDeclaration {
  /// - Parameter block: Nil outside blocks.
  func constraints(inBlock block: Int?) -> [Constraint] {
    block.map { conditional[$0].constraints } ?? constraints
  }

  /// Keeps a block that becomes empty, so that indices of blocks stay.
  mutating func changeConstraints(inBlock block: Int?, _ change: (inout [Constraint]) -> Void) {
    if let block {
      change(&conditional[block].constraints)
    } else {
      change(&constraints)
    }
  }

  mutating func setToggles(_ isOn: Bool) {
    constraints = constraints.map { $0.withToggle(isOn) }
    for block in conditional.indices {
      conditional[block].condition = conditional[block].condition.withToggle(isOn)
      conditional[block].constraints = conditional[block].constraints.map { $0.withToggle(isOn) }
    }
  }
}

extension Condition {
  fileprivate func withToggle(_ isOn: Bool) -> Condition {
    Condition(constraints.map { $0.withToggle(isOn) })
  }
}

extension Constraint {
  fileprivate func withToggle(_ isOn: Bool) -> Constraint {
    switch self {
    case .userToggled: .userToggled(defaultValue: isOn)
    case .allOf(let conditions): .allOf(conditions.map { $0.withToggle(isOn) })
    case .anyOf(let conditions): .anyOf(conditions.map { $0.withToggle(isOn) })
    case .not(let condition): .not(condition.withToggle(isOn))
    default: self
    }
  }
}

/// A mutant's constraint whose name differs from the original's. Scenarios use the original name.
package struct RenamedConstraint: Sendable {
  let feature: Int
  let block: Int?
  let constraint: Constraint

  /// The constraint's number among equal ones, from 1. Their status is the same, so that all or
  /// none are blockers.
  let number: Int
  let name: String

  /// Names of blockers as before the edit; `FEATURE/CONSTRAINT` for an ancestor's constraint.
  func blockerNames(of found: FeatureEvaluation, in manifest: Manifest) -> [String] {
    var alike = 0
    return found.blockers.map { blocker in
      let name = blocker.name(seenFrom: found.feature, in: manifest)
      guard blocker.feature == feature, blocker.constraint.block == block,
        blocker.constraint.constraint == constraint
      else { return name }
      alike += 1
      if alike != number { return name }
      return feature == found.feature
        ? self.name : manifest.features[feature].id + "/" + self.name
    }
  }
}

extension Mutation {
  /// The constraint that the edit renames; nil if no name changes.
  func renamedConstraint(in mutant: Manifest) -> RenamedConstraint? {
    guard let (block, index) = edited, let feature, let name = constraint else { return nil }
    let constraints = mutant.features[feature].constraints(inBlock: block)
    let constraint = constraints[index]
    if constraint.name(block: block, in: mutant) == name { return nil }
    return RenamedConstraint(
      feature: feature, block: block, constraint: constraint,
      number: constraints[...index].count { $0 == constraint }, name: name)
  }
}
