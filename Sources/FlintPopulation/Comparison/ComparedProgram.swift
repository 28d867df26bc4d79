internal import FlintModel
internal import FlintText

/// The old manifest, with which a ``PopulationProgram`` compares the new one: its constraints, compiled to bit
/// operations, the list of the features to compare, and the constraints that can cause changes.
struct ComparedProgram: Sendable {
  let names: CombinedDeclarations
  let planes: FeaturePlanes

  /// For each feature of the old manifest, and then for its app if it has constraints, the index of its results in the
  /// arrays ``StateBatch/no`` and ``StateBatch/one``. If a feature and its ancestors have the same constraints in both
  /// manifests, it is not evaluated twice: the index is that of the feature in the new manifest. The features that must
  /// be evaluated separately have higher indices than all features of the new manifest; see ``steps``.
  let vectorIndices: [Int32]

  /// The evaluation of one feature of the old manifest, or of the old manifest's app (which is treated as the parent of
  /// all features). It is needed if the constraints of the feature or of an ancestor have changed, or if only the old
  /// manifest has the feature. For all other features of the old manifest, the results of the same features in the new
  /// manifest are used.
  struct Step: Sendable {
    let constraints: Range<Int32>

    /// The index in ``StateBatch/no`` and ``StateBatch/one`` of the bit vectors of the parent feature. For a feature at
    /// the top level it is that of the app, or -1 if the app has no constraints. It is -1 for the app itself.
    let parent: Int32
  }

  /// The features of the old manifest (and possibly its app) that must be evaluated separately from those of the new
  /// manifest, each after its parent. In the arrays ``StateBatch/no`` and ``StateBatch/one``, their results have the
  /// same order, and follow those of the new manifest.
  let steps: [Step]

  /// A feature that is compared, with its index in the new and in the old manifest; -1 if a manifest does not contain
  /// it.
  struct Pair: Sendable {
    let new: Int32
    let old: Int32

    /// Whether the feature certainly has the same status in both manifests in every state, because its constraints and
    /// those of its ancestors are the same. The comparison then skips the feature.
    let isSame: Bool

    /// Whether changes of the feature's status count for ``Audience/affected`` (the numbers of users for whom at least
    /// one feature changes).
    let isListed: Bool

    /// The constraints that can cause changes of the feature, as a range of indices in ``ComparedProgram/causes``.
    /// Empty if one of the manifests does not contain the feature.
    let causes: Range<Int>
  }

  /// The compared features: those of the new manifest in its order, followed by those that only the old manifest has.
  let pairs: [Pair]

  /// A constraint that can cause a change of a feature's status. It is represented by its index among the constraints
  /// of each manifest; -1 if it does not apply to the feature in that manifest.
  struct Cause: Sendable {
    let new: Int32
    let old: Int32
  }

  let causes: [Cause]

  /// - Parameter listed: The ids of the features whose changes count for ``Audience/affected`` (the numbers of users
  ///   for whom at least one feature changes); nil for all features.
  init(
    _ new: FeaturePlanes, _ old: FeaturePlanes, _ names: CombinedDeclarations,
    listing listed: Set<String>?
  ) {
    self.names = names
    planes = old
    (vectorIndices, steps) = Self.vectorIndices(of: old, among: new, names)
    let matches = ConstraintMatches(new, old, names)
    var pairs: [Pair] = []
    var causes: [Cause] = []
    var counterparts = [Int](repeating: -1, count: new.featureCount)
    for (feature, number) in names.features.enumerated() where number < new.featureCount {
      counterparts[number] = feature
    }
    for (feature, counterpart) in counterparts.enumerated() {
      let first = causes.count
      if counterpart >= 0 { matches.addCauses(of: feature, counterpart, to: &causes) }
      pairs.append(
        Pair(
          new: Int32(feature), old: Int32(counterpart),
          isSame: counterpart >= 0 && vectorIndices[counterpart] == Int32(feature),
          isListed: listed?.contains(new.manifest.features[feature].id) ?? true,
          causes: first..<causes.count))
    }
    for (feature, number) in names.features.enumerated() where number >= new.featureCount {
      pairs.append(
        Pair(
          new: -1, old: Int32(feature), isSame: false,
          isListed: listed?.contains(old.manifest.features[feature].id) ?? true,
          causes: causes.count..<causes.count))
    }
    self.pairs = pairs
    self.causes = causes
  }

  /// Returns ``vectorIndices``, which has for each feature of the old manifest the index of its results in
  /// ``StateBatch/no`` and ``StateBatch/one``, and ``steps``. A feature that the new manifest has with the same
  /// constraints, and whose parent has the same results in both manifests, gets the index of the new manifest's
  /// feature. Any other feature gets an index of its own, and a ``Step`` that evaluates it.
  private static func vectorIndices(
    of old: FeaturePlanes, among new: FeaturePlanes, _ names: CombinedDeclarations
  ) -> ([Int32], [Step]) {
    var vectorIndices = [Int32](repeating: -1, count: old.features.count)
    var steps: [Step] = []
    for index in old.indicesFromApp {
      let feature = old.features[index]
      let parent = feature.parent < 0 ? -1 : vectorIndices[Int(feature.parent)]
      let counterpart = index < old.featureCount ? names.features[index] : new.featureCount
      let isKnown = index < old.featureCount ? counterpart < new.featureCount : new.hasApp
      if isKnown, new.features[counterpart].parent == parent,
        hasSameRequirements(new.requirements(of: counterpart), old.requirements(of: index))
      {
        vectorIndices[index] = Int32(counterpart)
      } else {
        vectorIndices[index] = Int32(new.features.count + steps.count)
        steps.append(Step(constraints: feature.constraints, parent: parent))
      }
    }
    return (vectorIndices, steps)
  }

  private static func hasSameRequirements(
    _ one: ArraySlice<LaneTruth>, _ other: ArraySlice<LaneTruth>
  ) -> Bool {
    one.elementsEqual(other) || Set(one) == Set(other)
  }
}

/// A mapping between the constraints of two manifests. Two constraints match if they have the same id and belong to
/// features with the same id.
private struct ConstraintMatches {
  private let new: FeaturePlanes
  private let old: FeaturePlanes

  /// For each constraint of the new manifest, the index of the constraint of the old manifest with the same id, in a
  /// feature with the same id; -1 if there is none.
  private var oldNumbers: [Int32]

  /// For each constraint of the old manifest, the index of the constraint of the new manifest with the same id, in a
  /// feature with the same id; -1 if there is none.
  private var newNumbers: [Int32]

  /// For each feature of the new manifest, and for its app, its index in the old manifest; -1 if the old manifest does
  /// not contain it.
  private var oldFeatures: [Int]

  /// For each feature of the old manifest, and for its app, its index in the new manifest; -1 if the new manifest does
  /// not contain it.
  private var newFeatures: [Int]

  init(_ new: FeaturePlanes, _ old: FeaturePlanes, _ names: CombinedDeclarations) {
    self.new = new
    self.old = old
    oldNumbers = [Int32](repeating: -1, count: new.constraints.count)
    newNumbers = [Int32](repeating: -1, count: old.constraints.count)
    oldFeatures = [Int](repeating: -1, count: new.features.count)
    newFeatures = [Int](repeating: -1, count: old.features.count)
    for index in old.features.indices {
      let counterpart: Int
      if index < old.featureCount {
        counterpart = names.features[index]
        if counterpart >= new.featureCount { continue }
      } else {
        guard new.hasApp else { continue }
        counterpart = new.featureCount
      }
      oldFeatures[counterpart] = index
      newFeatures[index] = counterpart
      let byName = NameIndex(new.constraintNames(of: counterpart))
      let (first, firstOld) = (
        new.features[counterpart].constraints.lowerBound, old.features[index].constraints.lowerBound
      )
      for (offset, name) in old.constraintNames(of: index).enumerated() {
        guard let match = byName.index(of: name) else { continue }
        newNumbers[Int(firstOld) + offset] = first + Int32(match)
        oldNumbers[Int(first) + match] = firstOld + Int32(offset)
      }
    }
  }

  /// Appends the constraints that can cause a change of a feature's status: those that apply to it in the new manifest,
  /// and then those that apply to it only in the old one.
  func addCauses(of feature: Int, _ oldFeature: Int, to causes: inout [ComparedProgram.Cause]) {
    let lineage = Array(new.lineage(of: feature))
    let oldLineage = Array(old.lineage(of: oldFeature))
    // A quick test for the usual case: the feature has the same ancestors in both manifests.
    let areSame = lineage.elementsEqual(oldLineage) { newFeatures[$1] == $0 }
    let (isAbove, wasAbove) = areSame ? ([], []) : (Set(lineage), Set(oldLineage))
    for declaring in lineage {
      let hadIt = areSame || wasAbove.contains(oldFeatures[declaring])
      for constraint in new.features[declaring].constraints {
        causes.append(
          .init(new: constraint, old: hadIt ? oldNumbers[Int(constraint)] : -1))
      }
    }
    for declaring in oldLineage {
      let hasIt = areSame || isAbove.contains(newFeatures[declaring])
      for constraint in old.features[declaring].constraints
      where !hasIt || newNumbers[Int(constraint)] < 0 {
        causes.append(.init(new: -1, old: constraint))
      }
    }
  }
}

extension FeaturePlanes {
  fileprivate var hasApp: Bool { features.count > featureCount }

  /// The indices of all features, each after its parent. The app is first, because it is the parent of all features at
  /// the top level, although its index is higher than those of the features.
  fileprivate var indicesFromApp: [Int] {
    (hasApp ? [featureCount] : []) + Array(0..<featureCount)
  }

  fileprivate func requirements(of feature: Int) -> ArraySlice<LaneTruth> {
    let range = features[feature].constraints
    return constraints[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}
