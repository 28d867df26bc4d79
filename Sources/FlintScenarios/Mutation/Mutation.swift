package import FlintModel

/// An edit of a manifest that simulates a mistake. The edited manifest is called a mutant. A good suite of scenarios
/// detects the mutant: at least one scenario fails with it.
package struct Mutation: Sendable {
  package let kind: MutationKind
  package let location: WrittenLocation

  package let change: Change

  /// The index of the feature that contains the edited text; nil for a named condition, an attribute or the app.
  package let feature: Int?

  /// The name of the feature's constraint that contains the edited text. Nil if the edit is in the guard (the condition
  /// `when`) of a conditional block or in `isEnabled`, or if ``feature`` is nil.
  package let constraint: String?

  let edit: Edit

  package enum Change: Sendable, Equatable {
    /// A constraint is removed. The associated value is its name.
    case withoutConstraint(String)

    /// An operand of an `allOf` or `anyOf` is removed. The number of the operand starts at 1.
    case withoutOperand(Int, of: ConstraintKind)

    /// An operand of a purchase requirement is removed. The associated value is the operand as text.
    case withoutPurchase(String)

    /// A value, status or platform is removed from those that a constraint accepts. The associated value is its text.
    case withoutValue(String)

    /// One limit of a range is removed. The associated value is the limit as text, such as `>= 2.0`.
    case withoutBound(String)

    /// One limit of a range is moved to the next value. The associated values are the old and the new limit as text.
    case movedBound(String, to: String)

    /// A key of a text pattern, such as `beginsWith`, is removed.
    case withoutKey(String)

    /// The Boolean default of an attribute, a toggle or a feature's runtime flag (`isEnabled`) is changed in the mutant
    /// (the edited manifest) to the associated value.
    case flipped(to: Bool)
  }

  /// The edit as the replacement of one part of the ``Manifest``. Closures create the new parts only when they are
  /// needed.
  enum Edit: Sendable {
    /// Replaces a constraint of the feature or, if `block` is not nil, of one of its conditional blocks by the
    /// constraint that the closure returns. Removes the constraint if the closure returns nil.
    case constraint(block: Int?, index: Int, @Sendable () -> Constraint?)

    /// Removes all constraints that a platform key with the suffix `Only`, such as `iOSOnly`, declares in the feature
    /// or, if `block` is not nil, in one of its conditional blocks: one constraint on iOS, and one that excludes each
    /// platform that has no key of its own. `index` is the index of the constraint on iOS among all platform
    /// constraints. The excluding constraints are the last ones, from index `firstAdded` on.
    case only(block: Int?, index: Int, firstAdded: Int)

    case guarding(block: Int, @Sendable () -> Condition)

    /// Replaces the content of the named condition with the index `condition` in the manifest by the condition that the
    /// closure returns, to create a mutant (a manifest with one mistake).
    case named(condition: Int, @Sendable () -> Condition)
    case attributeDefault(Int, Bool)
    case appPlatform(Int, @Sendable () -> VersionRange)
    case isEnabled(Bool)
    case toggle(Bool)
  }
}

/// A kind of mutation, such as the removal of a constraint. The guide to scenarios has a table of all kinds.
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
  /// Whether the mutation changes a text pattern, such as `beginsWith`. The mutant (the edited manifest) then has a
  /// text pattern that the original manifest does not have.
  package var editsPattern: Bool {
    guard case .part(_, let steps) = location else { return false }
    return steps.contains { step in
      switch step {
      case .patternPart: true
      case .constraint, .element, .value, .platform, .bound: false
      }
    }
  }

  /// The declaration that a mutation edits.
  package enum Subject: Hashable, Sendable {
    case feature(Int)
    case condition(Int)
    case attribute(Int)
    case app
  }

  package var subject: Subject {
    if let feature { return .feature(feature) }
    switch edit {
    case .named(let condition, _): return .condition(condition)
    case .attributeDefault(let attribute, _): return .attribute(attribute)
    case .appPlatform: return .app
    case .constraint, .only, .guarding, .isEnabled, .toggle:
      preconditionFailure("a mutation of a feature must have the feature's index")
    }
  }

  /// Applies the mutation to a copy of the original manifest.
  package func apply(to manifest: inout Manifest) {
    switch edit {
    case .named(let condition, let changed): manifest.conditions[condition].condition = changed()
    case .attributeDefault(let attribute, let value):
      manifest.attributes[attribute].defaultValue = .boolean(value)
    case .appPlatform(let index, let range):
      guard let supported = manifest.app.platforms?[index] else { return }
      manifest.app.platforms?[index] = SupportedPlatform(supported.platform, range())
    case .constraint, .only, .guarding, .isEnabled, .toggle:
      guard let feature else { return }
      edit.apply(to: &manifest.features[feature])
    }
  }

  /// Restores the edited declaration of the mutant (the edited copy) from the original manifest.
  package func revert(_ mutant: inout Manifest, to manifest: Manifest) {
    switch subject {
    case .feature(let feature): mutant.features[feature] = manifest.features[feature]
    case .condition(let condition): mutant.conditions[condition] = manifest.conditions[condition]
    case .attribute(let attribute): mutant.attributes[attribute] = manifest.attributes[attribute]
    case .app: mutant.app = manifest.app
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
    case .only(let block, let index, let firstAdded):
      feature.changeConstraints(inBlock: block) { constraints in
        var number = 0
        constraints.removeAll { constraint in
          guard constraint.kind == .platform else { return false }
          defer { number += 1 }
          return number == index || number >= firstAdded
        }
      }
    case .guarding(let block, let condition): feature.conditional[block].condition = condition()
    case .isEnabled(let isEnabled): feature.isEnabled = Ternary(isEnabled)
    case .toggle(let isOn):
      feature.changeConstraints(inBlock: nil) { $0 = $0.map { $0.withToggle(isOn) } }
      for block in feature.conditional.indices {
        feature.conditional[block].condition =
          feature.conditional[block].condition.withToggle(isOn)
        feature.changeConstraints(inBlock: block) { $0 = $0.map { $0.withToggle(isOn) } }
      }
    case .named, .attributeDefault, .appPlatform: break
    }
  }
}

extension FeatureDeclaration {
  /// Changes the constraints of a feature or, if `block` is not nil, of one of its conditional blocks. A block whose
  /// last constraint is removed is kept, so that the indices of the other blocks do not change.
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
  /// Returns a copy of the constraint in which the feature's toggle has the given default wherever it occurs.
  fileprivate func withToggle(_ isOn: Bool) -> Constraint {
    switch self {
    case .requirement(.userToggled): .userToggled(defaultValue: isOn)
    case .allOf(let conditions): .allOf(conditions.map { $0.withToggle(isOn) })
    case .anyOf(let conditions): .anyOf(conditions.map { $0.withToggle(isOn) })
    case .not(let condition): .not(condition.withToggle(isOn))
    case .requirement, .feature, .condition:
      self
    }
  }
}
