package import FlintModel

/// An edit that simulates a mistake; the result is a mutant.
package struct Mutation: Sendable {
  package let kind: MutationKind
  package let location: WrittenLocation

  package let change: Change

  /// The index of the feature that contains the edited text; nil for a named condition, an attribute or the app.
  package let feature: Int?

  /// Nil in a guard, for `isEnabled`, or without a feature.
  package let constraint: String?

  let edit: Edit

  package enum Change: Sendable, Equatable {
    case withoutConstraint(String)

    /// From 1.
    case withoutOperand(Int, of: ConstraintKind)

    case withoutPurchase(String)

    case withoutValue(String)

    /// `>= 2.0`
    case withoutBound(String)

    case movedBound(String, to: String)

    /// Of a text pattern.
    case withoutKey(String)

    case flipped(to: Bool)
  }

  /// Closures make the new parts when needed.
  enum Edit: Sendable {
    /// Nil removes it. `block` is nil outside blocks.
    case constraint(block: Int?, index: Int, @Sendable () -> Constraint?)

    /// All constraints of an `Only` key: the one at `index`, and those from `firstAdded` on.
    case only(block: Int?, index: Int, firstAdded: Int)

    case guarding(block: Int, @Sendable () -> Condition)

    case named(condition: Int, @Sendable () -> Condition)
    case attributeDefault(Int, Bool)
    case appPlatform(Int, @Sendable () -> VersionRange)
    case isEnabled(Bool)
    case toggle(Bool)
  }
}

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
  /// The mutant then has a pattern that the original lacks.
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
  /// An emptied block is kept, so that indices stay.
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

/// A constraint whose name an edit changes; scenarios use the original one.
package struct RenamedConstraint: Sendable {
  private let feature: Int
  private let block: Int?
  private let constraint: Constraint

  /// Among equal constraints, from 1. These have the same status, so that all or none are blockers.
  private let number: Int
  private let name: String

  init(_ feature: Int, block: Int?, index: Int, among constraints: [Constraint], name: String) {
    self.feature = feature
    self.block = block
    self.name = name
    constraint = constraints[index]
    number = constraints[...index].count { [constraint] in $0 == constraint }
  }

  /// With original names; `FEATURE/CONSTRAINT` for an ancestor's.
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
  /// Nil if no name changes.
  func renamedConstraint(in manifest: Manifest) -> RenamedConstraint? {
    guard case .constraint(let block, let index, let edited) = edit, let edited = edited(),
      let feature, let constraint
    else { return nil }
    if edited.name(block: block, in: manifest) == constraint { return nil }
    let declaration = manifest.features[feature]
    var constraints =
      block.map { declaration.conditional[$0].constraints } ?? declaration.constraints
    constraints[index] = edited
    return RenamedConstraint(
      feature, block: block, index: index, among: constraints, name: constraint)
  }
}
