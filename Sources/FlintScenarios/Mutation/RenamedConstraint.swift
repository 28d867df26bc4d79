internal import FlintModel

/// A constraint of a mutant (a copy of the manifest with one mistake) whose name the mistake has changed, with its name
/// in the original manifest. The name of a purchase or permission constraint contains its requirement, so that an edit
/// of the requirement changes the name. Scenarios still use the original name.
package struct RenamedConstraint: Sendable {
  private let feature: Int
  private let block: Int?
  private let constraint: Constraint

  /// The position of the constraint among the equal constraints of its list, starting at 1. It serves to find the
  /// constraint among a feature's blockers: equal constraints have the same status, so that either all of them are
  /// blockers, in the same order, or none is.
  private let number: Int
  private let name: String

  init(_ feature: Int, block: Int?, index: Int, among constraints: [Constraint], name: String) {
    self.feature = feature
    self.block = block
    self.name = name
    constraint = constraints[index]
    number = constraints[...index].count { [constraint] in $0 == constraint }
  }

  /// Returns the names of a feature's blockers (constraints that keep the feature from being available) in a mutant, a
  /// copy of the manifest with one mistake. The constraint whose name the mistake has changed gets its original name,
  /// which scenarios use. For a constraint of a feature that contains this feature, the name is `FEATURE/CONSTRAINT`.
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
  /// Returns the constraint whose name is changed by the mutation; nil if the mutation changes no name.
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
