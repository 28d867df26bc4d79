package import FlintCore

/// A mutation: one edit of a manifest that a suite of scenarios should detect.
package struct Mutation: Sendable {
  package let kind: MutationKind
  package let place: WrittenLocation

  /// A description of the edit, in the manifest's terms.
  package let change: Change

  /// The feature that contains the edited location; nil for named conditions and attributes.
  package let feature: Int?

  /// The name of the feature's own constraint that contains the edited location; nil in a guard and for `isEnabled`.
  package let constraint: String?

  let edit: Edit

  package enum Change: Sendable, Equatable {
    /// The constraint with this name is removed.
    case withoutConstraint(String)

    /// An operand of an `allOf` or `anyOf` of conditions is removed, given by its number from 1.
    case withoutOperand(Int, of: ConstraintKind)

    /// An operand of a purchase is removed, given by its expression.
    case withoutPurchase(String)

    /// A value, status or platform is removed from those that a constraint accepts.
    case withoutValue(String)

    /// A bound of a range is removed.
    case withoutBound(String)
    case movedBound(String, to: String)

    /// A key of a pattern is removed.
    case withoutKey(String)

    /// A Boolean default is changed to this value.
    case flipped(to: Bool)
  }

  /// The edit as a replacement in the ``Manifest``. A closure creates the replacement on demand.
  enum Edit: Sendable {
    /// Replaces or removes one of a feature's constraints, or one in a block.
    case constraint(block: Int?, index: Int, @Sendable () -> Constraint?)

    /// Removes a platform with an `Only` key, together with the platform constraints that follow the written ones.
    case only(block: Int?, index: Int, written: Int)
    case guarding(block: Int, @Sendable () -> Condition)
    case named(condition: Int, @Sendable () -> Condition)
    case attributeDefault(Int, Bool)
    case isEnabled(Bool)
    case toggle(Bool)
  }
}

/// The kinds of mutations; the guide to scenarios has a table of them.
package enum MutationKind: UInt8, NamedCase, Comparable {
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

  package static func < (one: MutationKind, other: MutationKind) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension Mutation {
  /// Whether the mutant has a text pattern that the manifest does not have.
  package var editsPattern: Bool {
    guard case .part(_, let steps) = place else { return false }
    return steps.contains { step in
      switch step {
      case .patternPart: true
      case .constraint, .element, .value, .platform, .bound: false
      }
    }
  }

  /// The declaration that the mutation edits.
  package enum Subject: Hashable, Sendable {
    case feature(Int)
    case condition(Int)
    case attribute(Int)
  }

  package var subject: Subject {
    if let feature { return .feature(feature) }
    switch edit {
    case .named(let condition, _): return .condition(condition)
    case .attributeDefault(let attribute, _): return .attribute(attribute)
    case .constraint, .only, .guarding, .isEnabled, .toggle:
      preconditionFailure("constraints of a feature without a feature")
    }
  }

  /// Applies the mutation to a manifest.
  package func apply(to manifest: inout Manifest) {
    switch edit {
    case .named(let condition, let changed): manifest.conditions[condition].condition = changed()
    case .attributeDefault(let attribute, let value):
      manifest.attributes[attribute].defaultValue = .boolean(value)
    case .constraint, .only, .guarding, .isEnabled, .toggle:
      guard let feature else { return }
      edit.apply(to: &manifest.features[feature])
    }
  }

  /// Restores the original manifest from the mutant.
  package func revert(_ mutant: inout Manifest, to manifest: Manifest) {
    switch subject {
    case .feature(let feature): mutant.features[feature] = manifest.features[feature]
    case .condition(let condition): mutant.conditions[condition] = manifest.conditions[condition]
    case .attribute(let attribute): mutant.attributes[attribute] = manifest.attributes[attribute]
    }
  }
}

extension Mutation.Edit {
  fileprivate func apply(to feature: inout FeatureDeclaration) {
    switch self {
    case .constraint(let block, let index, let changed):
      feature.changeConstraints(inBlock: block) { constraints in
        if let changed = changed() {
          constraints[index] = changed
        } else {
          constraints.remove(at: index)
        }
      }
    case .only(let block, let index, let written):
      feature.changeConstraints(inBlock: block) { constraints in
        var number = 0
        constraints.removeAll { constraint in
          guard constraint.kind == .platform else { return false }
          defer { number += 1 }
          return number == index || number >= written
        }
      }
    case .guarding(let block, let condition): feature.conditional[block].condition = condition()
    case .isEnabled(let isEnabled): feature.isEnabled = isEnabled
    case .toggle(let isOn):
      feature.changeConstraints(inBlock: nil) { $0 = $0.map { $0.withToggle(isOn) } }
      for block in feature.conditional.indices {
        feature.conditional[block].condition =
          feature.conditional[block].condition.withToggle(isOn)
        feature.changeConstraints(inBlock: block) { $0 = $0.map { $0.withToggle(isOn) } }
      }
    case .named, .attributeDefault: break
    }
  }
}

extension FeatureDeclaration {
  /// Edits the constraints of a feature or block. An emptied block stays, so that the numbers of the other blocks do
  /// not change.
  fileprivate mutating func changeConstraints(
    inBlock block: Int?, _ change: (inout [Constraint]) -> Void
  ) {
    if let block {
      change(&conditional[block].constraints)
    } else {
      change(&constraints)
    }
  }
}

extension Condition {
  fileprivate func withToggle(_ isOn: Bool) -> Condition {
    Condition(constraints.map { $0.withToggle(isOn) })
  }
}

extension Constraint {
  /// Returns the constraint with another default of the feature's toggle, at every occurrence.
  fileprivate func withToggle(_ isOn: Bool) -> Constraint {
    switch self {
    case .userToggled: .userToggled(defaultValue: isOn)
    case .allOf(let conditions): .allOf(conditions.map { $0.withToggle(isOn) })
    case .anyOf(let conditions): .anyOf(conditions.map { $0.withToggle(isOn) })
    case .not(let condition): .not(condition.withToggle(isOn))
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .permission, .purchase,
      .attribute, .rollout, .feature, .condition:
      self
    }
  }
}
