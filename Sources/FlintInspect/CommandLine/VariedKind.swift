import FlintAnalysis
import FlintModel
import FlintLogic
import FlintManifest

struct VariedKind: Sendable {
  let section: StateSection
  let word: String
  /// Nil for a value without a colon.
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

  /// Attributes, buckets and products but consumables; of others those that are used.
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
