internal import FlintAnalysis
internal import FlintCore
import FlintLogic

/// A kind of fact, such as a toggle, that the option `--vary` can vary, with the word for it on the command line.
struct VariedKind: Sendable {
  let section: StateSection
  let word: String
  /// The kind of entity that the id after the colon refers to, as in `toggle:FEATURE`. Nil for a word without a colon,
  /// such as `platform`.
  let declared: EntityKind?
  let fact: @Sendable (_ index: Int) -> VariedFact

  /// All kinds of facts that `--vary` can vary, in the order of the help page.
  static let all = StateSection.allCases.compactMap(of)

  private static func of(_ section: StateSection) -> VariedKind? {
    func kind(
      _ word: String, _ declared: EntityKind?, _ fact: @escaping @Sendable (Int) -> VariedFact
    ) -> VariedKind {
      VariedKind(section: section, word: word, declared: declared, fact: fact)
    }
    return switch section {
    case .platform: kind("platform", nil) { _ in .platform }
    case .osVersion: kind("osVersion", nil) { _ in .osVersion }
    case .appVersion: kind("appVersion", nil) { _ in .appVersion }
    case .date: kind("date", nil) { _ in .date }
    case .permissions: kind("permission", .permission) { .permission(.allCases[$0]) }
    case .purchases: kind("purchase", .product) { .purchase($0) }
    case .toggles: kind("toggle", .feature) { .toggle($0) }
    case .runtime: kind("runtime", .feature) { .runtime($0) }
    case .attributes: kind("attribute", .attribute) { .attribute($0) }
    case .buckets: kind("bucket", .bucket) { .bucket($0) }
    case .unlocked, .defaults: nil
    }
  }

  /// The syntax on the command line, for example `toggle:FEATURE`.
  var form: String { declared.map { "\(word):\($0.placeholder)" } ?? word }
}

extension Manifest {
  /// Parses a value of `--vary`, for example `permission:camera`.
  func variedFact(_ text: String, option: String) throws(ValueProblem) -> VariedFact {
    let parts = text.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    guard let kind = VariedKind.all.first(where: { $0.word.isSame(as: parts[0]) }),
      (kind.declared == nil) == (parts.count == 1)
    else { throw .notVaried(text) }
    guard let declared = kind.declared else { return kind.fact(0) }
    let index = try find(parts[1], declared, option: option)
    let fact = kind.fact(index)
    if case .purchase = fact, products[index].type == .consumable {
      throw .variedConsumable(parts[1])
    }
    return fact
  }

  /// Returns the indices of the entities that shell completions offer for a part of the state, such as the permissions.
  ///
  /// For attributes and buckets, these are all entities; for purchases, all products except consumables. For the other
  /// parts, they are only the entities on which constraints, named conditions or assumptions of the manifest depend:
  /// for example, the features whose toggle is required. Parts without entities, such as the date, have none.
  func offeredIndices(of section: StateSection) -> [Int] {
    switch section {
    case .platform, .osVersion, .appVersion, .date, .defaults: []
    case .buckets: Array(buckets.indices)
    case .permissions: numbers(of: SystemPermission.allCases.indices) { .permission(.allCases[$0]) }
    case .purchases: products.indices.filter { products[$0].type != .consumable }
    case .unlocked: numbers(of: features.indices) { .unlocked($0) }
    case .toggles: numbers(of: features.indices) { .toggle($0) }
    case .runtime: numbers(of: features.indices) { .runtime($0) }
    case .attributes: Array(attributes.indices)
    }
  }

  private func numbers(of indices: Range<Int>, _ fact: (Int) -> Fact) -> [Int] {
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
    return indices.filter { asked.contains(fact($0)) }
  }
}
