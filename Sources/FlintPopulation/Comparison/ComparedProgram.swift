internal import FlintModel
internal import FlintText

/// The old manifest, compiled for a comparison in a ``PopulationProgram``.
struct ComparedProgram: Sendable {
  let names: CombinedDeclarations
  let planes: FeaturePlanes

  /// By feature, then the app: the index of its results in ``StateBatch/no`` and
  /// ``StateBatch/one``. A feature that is the same in both manifests is not evaluated twice; see
  /// ``steps``.
  let vectorIndices: [Int32]

  /// A feature of the old manifest, or its app, that must be evaluated separately.
  struct Step: Sendable {
    let constraints: Range<Int32>

    /// -1 for the app, and at the top level if the app has no constraints.
    let parent: Int32
  }

  /// Parents first. Their results follow the new manifest's.
  let steps: [Step]

  /// Indices in both manifests; -1 where one lacks the feature.
  struct Pair: Sendable {
    let new: Int32
    let old: Int32

    /// Its constraints and its ancestors' are the same; then it is skipped.
    let isSame: Bool

    /// Whether its changes count for ``Audience/affected``.
    let isListed: Bool

    /// Indices in ``ComparedProgram/causes``.
    let causes: Range<Int>
  }

  /// The new manifest's features, then those of the old one only.
  let pairs: [Pair]

  /// Its index among each manifest's constraints; -1 where it does not apply.
  struct Cause: Sendable {
    let new: Int32
    let old: Int32
  }

  let causes: [Cause]

  /// - Parameter listed: Ids that count for ``Audience/affected``; nil for all.
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

private struct ConstraintMatches {
  private let new: FeaturePlanes
  private let old: FeaturePlanes

  private var oldNumbers: [Int32]

  private var newNumbers: [Int32]

  private var oldFeatures: [Int]

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

  /// The new manifest's, then those of the old one only.
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

  /// Parents first. The app is first, although its index is the highest.
  fileprivate var indicesFromApp: [Int] {
    (hasApp ? [featureCount] : []) + Array(0..<featureCount)
  }

  fileprivate func requirements(of feature: Int) -> ArraySlice<LaneTruth> {
    let range = features[feature].constraints
    return constraints[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}
