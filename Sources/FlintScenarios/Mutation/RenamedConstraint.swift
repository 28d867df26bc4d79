internal import FlintModel

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
