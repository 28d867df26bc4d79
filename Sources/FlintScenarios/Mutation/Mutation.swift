package import FlintCore

/// One edit of a manifest, which a suite of scenarios should notice.
package struct Mutation: Sendable {
  package let kind: MutationKind
  package let place: WrittenLocation

  /// What is different, in the words of the manifest.
  package let change: Change

  /// The feature that owns the place; nil for named conditions and attributes.
  package let feature: Int?

  /// The name of the feature's own constraint in which the place lies; nil in a guard and for `isEnabled`.
  package let constraint: String?

  let edit: Edit

  package enum Change: Sendable, Equatable {
    /// A constraint, by its name, is not asked for.
    case withoutConstraint(String)

    /// An operand of an `allOf` or `anyOf` of conditions is gone, by its number from 1.
    case withoutOperand(Int, of: ConstraintKind)

    /// An operand of purchases is gone, by its expression.
    case withoutPurchase(String)

    /// A required value, a status or a platform will no longer do.
    case withoutValue(String)

    /// An end of a range is open.
    case withoutBound(String)
    case movedBound(String, to: String)

    /// A key of a pattern demands nothing.
    case withoutKey(String)

    /// A default has this value.
    case flipped(to: Bool)
  }

  /// What is different in the model.
  enum Edit: Sendable {
    /// A constraint of a feature's own, or of its block, is another one; nil: none.
    case constraint(block: Int?, index: Int, @Sendable () -> Constraint?)

    /// A platform of an `Only` key, and all the platforms behind the written ones, are not asked for.
    case only(block: Int?, index: Int, written: Int)
    case guarding(block: Int, @Sendable () -> Condition)
    case named(condition: Int, @Sendable () -> Condition)
    case attributeDefault(Int, Bool)
    case isEnabled(Bool)
    case toggle(Bool)
  }
}

/// The edits that are made; the guide to scenarios has a table of them.
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
  /// Whether the edit leaves a text pattern that the manifest does not have.
  package var editsPattern: Bool {
    guard case .part(_, let steps) = place else { return false }
    return steps.contains { step in
      switch step {
      case .patternPart: true
      case .constraint, .element, .value, .platform, .bound: false
      }
    }
  }

  /// The declaration that it changes.
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
      preconditionFailure("a feature's constraints without a feature")
    }
  }

  /// Makes a manifest the mutant.
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

  /// Makes the mutant the manifest again that it was made of.
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
  /// An emptied block stays, so that the others keep their numbers: no constraint stands behind its guard.
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
  /// The same with another default of the feature's toggle, wherever it is named.
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
