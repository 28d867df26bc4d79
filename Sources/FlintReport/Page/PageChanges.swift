internal import FlintAnalysis
internal import FlintCore
import FlintLogic

/// The changes from which the report page makes plans (sets of changes that make a feature available). They are
/// computed for all states at once, because the reader of the page can change the state. They are the changes of
/// ``FlintAnalysis/PossibleChanges``, except those of attributes that nobody can change.
struct PageChanges {
  /// For each feature and each fact that can be changed, the possible changes as indices in ``changes``. The element of
  /// a feature is nil if a search for plans would take too long.
  private(set) var lists: [[[Int]]?] = []

  private(set) var changes: [PossibleChange] = []

  private let manifest: Manifest
  private var numbers: [PossibleChange: Int] = [:]

  /// The possible changes of a Boolean, choice or text attribute, by the attribute's index. They are the same for all
  /// features. `numbers` contains their indices in ``changes``; it is empty until a feature uses them.
  private var shared: [Int: (changes: [PossibleChange], numbers: [Int])] = [:]

  /// The limits above which the report page shows no plans (sets of changes that make a feature available) for a
  /// feature: the number of features, named conditions and assumptions on which it depends, and the number of all
  /// possible changes.
  private static let limits = (targets: 200, changes: 1000)

  init(_ manifest: Manifest) {
    self.manifest = manifest
    for feature in manifest.features.indices { lists.append(list(of: feature)) }
  }

  private mutating func list(of feature: Int) -> [[Int]]? {
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    let targets = [.feature(feature)] + assumptions
    guard let named = manifest.closure(of: targets, atMost: Self.limits.targets) else {
      return nil
    }
    var breakpoints = Breakpoints()
    breakpoints.addApp(of: manifest)
    for target in named { breakpoints.add(target, of: manifest) }
    var facts = DistinctList<Fact>()
    manifest.forEachChangeableFact(of: manifest.closure(of: [feature])) { facts.append($0) }
    manifest.forEachChangeableFact(of: manifest.closure(of: assumptions)) { facts.append($0) }
    let insideNot = manifest.factsInsideNot(of: targets)
    var all: [(fact: Fact, changes: [PossibleChange])] = []
    var count = 0
    let possible = PossibleChanges(manifest, breakpoints, named: named, insideNot: insideNot)
    for fact in facts.elements {
      guard let changes = changes(of: fact, possible) else { return nil }
      if changes.isEmpty { continue }
      all.append((fact, changes))
      count += changes.count
      if count > Self.limits.changes { return nil }
    }
    return all.map { numbers(of: $0.changes, $0.fact) }
  }

  private mutating func numbers(of changes: [PossibleChange], _ fact: Fact) -> [Int] {
    guard case .attribute(let attribute) = fact, let known = shared[attribute] else {
      return changes.map { number(of: $0) }
    }
    if !known.numbers.isEmpty { return known.numbers }
    let numbers = changes.map { number(of: $0) }
    shared[attribute]?.numbers = numbers
    return numbers
  }

  private mutating func number(of change: PossibleChange) -> Int {
    if let number = numbers[change] { return number }
    numbers[change] = changes.count
    changes.append(change)
    return changes.count - 1
  }

  /// Returns the possible changes of a fact, or nil if there are too many. The list is empty for a fact that nobody can
  /// change (its owner is the environment), such as the date: the report page's plans do not wait for a date.
  private mutating func changes(of fact: Fact, _ possible: PossibleChanges) -> [PossibleChange]? {
    if manifest.owner(of: fact) == .environment { return [] }
    guard case .attribute(let attribute) = fact else { return possible.changes(of: fact) }
    if let known = shared[attribute] { return known.changes }
    let changes = possible.changes(of: fact)
    if let changes, manifest.domain(of: fact).type.structure != .ordered {
      shared[attribute] = (changes, [])
    }
    return changes
  }
}
