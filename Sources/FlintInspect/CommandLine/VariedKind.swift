import FlintAnalysis
import FlintModel
import FlintLogic
import FlintManifest

/// A kind of fact that the option `--vary` of `matrix` accepts, such as toggles, with the word for it on the command
/// line. `matrix` prints a table with a column for each combination of the values of the given facts.
struct VariedKind: Sendable {
  let section: StateSection
  let word: String
  /// The kind of entity whose id or name follows the colon in a value of `--vary`. It is a feature for
  /// `toggle:FEATURE`, and nil for a value without a colon, such as `platform`.
  let declared: EntityKind?

  static let all = StateSection.allCases.compactMap { section in
    section.entryName.map { word in
      VariedKind(section: section, word: word, declared: section.subject.map { EntityKind($0) })
    }
  }

  var form: String { declared.map { "\(word):\($0.placeholder)" } ?? word }
}

extension Manifest {
  func variedFact(_ text: String, option: String) throws(ValueProblem) -> VariedFact {
    let parts = text.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    guard let kind = VariedKind.all.first(where: { $0.word.isSame(as: parts[0]) }),
      (kind.declared == nil) == (parts.count == 1)
    else { throw .notVaried(text) }
    guard let declared = kind.declared else { return VariedFact(kind.section) }
    let index = try find(parts[1], declared, option: option)
    if declared == .product, products[index].type == .consumable {
      throw .variedConsumable(parts[1])
    }
    return VariedFact(kind.section, at: index)
  }

  /// Returns the indices of the entities that shell completions suggest for a part of the state, such as the
  /// permissions.
  ///
  /// These are all attributes, all rollout buckets, and all products except consumables. Of the other entities, such as
  /// the permissions, they are only those that a constraint or another condition uses. A part without entities, such as
  /// the date, has no indices.
  func offeredIndices(of section: StateSection) -> [Int] {
    switch section.subject {
    case .permission: numbers(of: SystemPermission.allCases.indices, in: section)
    case .product: products.indices.filter { products[$0].type != .consumable }
    case .feature: numbers(of: features.indices, in: section)
    case .attribute: Array(attributes.indices)
    case .bucket: Array(buckets.indices)
    case nil: []
    }
  }

  private func numbers(of indices: Range<Int>, in section: StateSection) -> [Int] {
    var asked: Set<Fact> = []
    for feature in features.indices {
      forEachTest(of: feature) { test, isImplied in if !isImplied { asked.insert(test.fact) } }
    }
    let unowned =
      conditions.indices.map { References.Target.condition($0) }
      + assumptions.indices.map { .assumption($0) }
    for target in unowned {
      forEachTest(of: target) { test, isImplied in
        if !isImplied { asked.insert(test.fact) }
      }
    }
    return indices.filter { asked.contains(section.fact(at: $0)) }
  }
}
