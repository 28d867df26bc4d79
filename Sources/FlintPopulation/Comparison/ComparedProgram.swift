internal import FlintCore
internal import FlintText

/// The manifest with which a ``PopulationProgram`` is compared: how things were.
struct ComparedProgram: Sendable {
  let names: ComparedNames
  let planes: FeaturePlanes

  /// For each of its features, and its app, where a batch has the lanes: in the place of a feature of the new manifest that
  /// the same stands in the way of, or behind all of these.
  let places: [Int32]

  /// A feature, or the app, that has a place of its own.
  struct Step: Sendable {
    let constraints: Range<Int32>

    /// The place of what stands above it, -1 for nothing.
    let above: Int32
  }

  /// In the order of their places, which follow those of the new manifest.
  let steps: [Step]

  /// A feature of the one manifest, the other or both; -1 for the manifest that lacks it.
  struct Pair: Sendable {
    let new: Int32
    let old: Int32

    /// Whether it has the same status in every state.
    let isSame: Bool

    /// Whether a change of it counts for ``Audience/affected``.
    let isListed: Bool

    /// None where one of the manifests lacks the feature.
    let causes: Range<Int>
  }

  /// In the new manifest's order, then those that only the old one has.
  let pairs: [Pair]

  /// A constraint, by its number in each manifest; -1 where the feature has it not there.
  struct Cause: Sendable {
    let new: Int32
    let old: Int32
  }

  let causes: [Cause]

  /// - Parameter listed: ids of the features whose changes count for ``Audience/affected``; nil for all.
  init(
    _ new: FeaturePlanes, _ old: FeaturePlanes, _ names: ComparedNames, listing listed: Set<String>?
  ) {
    self.names = names
    planes = old
    (places, steps) = Self.places(of: old, among: new, names)
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
          isSame: counterpart >= 0 && places[counterpart] == Int32(feature),
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

  /// What is demanded twice has one place. Features of the same id alone are looked at: most are what they were.
  private static func places(
    of old: FeaturePlanes, among new: FeaturePlanes, _ names: ComparedNames
  ) -> ([Int32], [Step]) {
    var places = [Int32](repeating: -1, count: old.features.count)
    var steps: [Step] = []
    for index in old.indicesFromApp {
      let feature = old.features[index]
      let above = feature.parent < 0 ? -1 : places[Int(feature.parent)]
      let counterpart = index < old.featureCount ? names.features[index] : new.featureCount
      let isKnown = index < old.featureCount ? counterpart < new.featureCount : new.hasApp
      if isKnown, new.features[counterpart].parent == above,
        demandsSame(new.demands(of: counterpart), old.demands(of: index))
      {
        places[index] = Int32(counterpart)
      } else {
        places[index] = Int32(new.features.count + steps.count)
        steps.append(Step(constraints: feature.constraints, above: above))
      }
    }
    return (places, steps)
  }

  private static func demandsSame(
    _ one: ArraySlice<LaneTruth>, _ other: ArraySlice<LaneTruth>
  ) -> Bool {
    one.elementsEqual(other) || Set(one) == Set(other)
  }
}

/// Which constraints the two manifests call the same.
private struct ConstraintMatches {
  private let new: FeaturePlanes
  private let old: FeaturePlanes

  /// For each constraint of the one manifest its number in the other, -1 where that has none of that name in a feature of the same
  /// id.
  private var oldNumbers: [Int32]
  private var newNumbers: [Int32]

  /// For each feature of the one manifest, and the app, its number in the other.
  private var oldFeatures: [Int]
  private var newFeatures: [Int]

  init(_ new: FeaturePlanes, _ old: FeaturePlanes, _ names: ComparedNames) {
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

  /// The constraints that a feature has in the new manifest, and those that it has in the old one alone.
  func addCauses(of feature: Int, _ oldFeature: Int, to causes: inout [ComparedProgram.Cause]) {
    let lineage = Array(new.lineage(of: feature))
    let oldLineage = Array(old.lineage(of: oldFeature))
    // Hierarchies are hardly ever rearranged: mostly the two are the same all the way up.
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

  /// The app first, which stands behind the features and above them.
  fileprivate var indicesFromApp: [Int] {
    (hasApp ? [featureCount] : []) + Array(0..<featureCount)
  }

  fileprivate func demands(of feature: Int) -> ArraySlice<LaneTruth> {
    let range = features[feature].constraints
    return constraints[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}
