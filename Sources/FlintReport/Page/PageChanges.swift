internal import FlintAnalysis
internal import FlintCore

/// A change that a plan may make, from whatever state.
struct PageChange: Hashable {
  enum Content: Hashable {
    case change(Change)

    /// Has an attribute's date be so many seconds before the state's.
    case age(Int, before: Int64)
  }

  /// From which states it leads on.
  enum Start: Hashable {
    /// From all in which it is something else.
    case others

    /// From where it is less, or not known; from where it is not known alone.
    case less, unknown

    /// From where it is more; from where it is known to be another.
    case more, otherValues

    /// To a date before the one at hand, to be older; to a date after it.
    case younger, older
  }

  /// Of the changes of one ladder only the first that serves is made.
  enum Ladder: String {
    case none, up, down
  }

  let content: Content
  let start: Start
  let ladder: Ladder

  /// Whether it is made even where an earlier one of its ladder serves.
  let isNamed: Bool

  init(
    _ content: Content, from start: Start = .others, _ ladder: Ladder = .none, isNamed: Bool = false
  ) {
    (self.content, self.start, self.ladder, self.isNamed) = (content, start, ladder, isNamed)
  }

  init(
    _ change: Change, from start: Start = .others, _ ladder: Ladder = .none, isNamed: Bool = false
  ) {
    self.init(.change(change), from: start, ladder, isNamed: isNamed)
  }
}

/// The changes that plans are made of, as ``PossibleChanges`` has them from one state.
struct PageChanges {
  /// For each feature what can be changed, in declared order, each with its changes by number; nil where there is so much of
  /// it that nobody would wait for a search.
  private(set) var lists: [[[Int]]?] = []

  /// Each once.
  private(set) var changes: [PageChange] = []

  private let manifest: Manifest
  private var numbers: [PageChange: Int] = [:]

  /// The changes of an attribute that are the same for every feature, and their numbers once a list has them.
  private var shared: [Int: (changes: [PageChange], numbers: [Int])] = [:]

  /// So much a feature may depend on, and so many changes there may be.
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
    var all: [(fact: Fact, changes: [PageChange])] = []
    var count = 0
    for fact in facts.elements {
      guard
        let changes = changes(of: fact, breakpoints, named, isInsideNot: insideNot.contains(fact))
      else { return nil }
      if changes.isEmpty { continue }
      all.append((fact, changes))
      count += changes.count
      if count > Self.limits.changes { return nil }
    }
    return all.map { numbers(of: $0.changes, $0.fact) }
  }

  private mutating func numbers(of changes: [PageChange], _ fact: Fact) -> [Int] {
    guard case .attribute(let attribute) = fact, let known = shared[attribute] else {
      return changes.map { number(of: $0) }
    }
    if !known.numbers.isEmpty { return known.numbers }
    let numbers = changes.map { number(of: $0) }
    shared[attribute]?.numbers = numbers
    return numbers
  }

  private mutating func number(of change: PageChange) -> Int {
    if let number = numbers[change] { return number }
    numbers[change] = changes.count
    changes.append(change)
    return changes.count - 1
  }

  /// Nil where there are too many.
  private mutating func changes(
    of fact: Fact, _ breakpoints: Breakpoints, _ named: [References.Target], isInsideNot: Bool
  ) -> [PageChange]? {
    switch fact {
    case .system:
      return zip(Platform.allCases, breakpoints.systems).flatMap { platform, versions in
        VersionScale(versions).breakpoints.map {
          PageChange(.upgradeOS(platform, $0), from: .less, .up)
        }
      }
    case .appVersion:
      return VersionScale(breakpoints.app).breakpoints.map {
        PageChange(.upgradeApp($0), from: .less, .up)
      }
    case .permission(let permission):
      return SystemPermissionStatus.granting.filter { permission.allows($0) }.map {
        PageChange(.authorize(permission, $0))
      }
    case .product(let product): return [PageChange(.purchase(product))]
    case .unlocked(let feature): return [PageChange(.unlock(feature))]
    case .toggle(let feature):
      return [PageChange(.enableToggle(feature))]
        + (isInsideNot ? [PageChange(.disableToggle(feature))] : [])
    case .runtime(let feature):
      return [PageChange(.enableRuntime(feature))]
        + (isInsideNot ? [PageChange(.disableRuntime(feature))] : [])
    case .bucket(let bucket):
      let percents = isInsideNot ? Set(breakpoints.percents[bucket] ?? []).sorted() : []
      return [PageChange(.enterRollout(bucket))]
        + percents.map { PageChange(.leaveRollout(bucket, $0), from: .less) }
    case .attribute(let attribute): return changes(of: attribute, breakpoints, named)
    // Nobody waits unless they are allowed to.
    case .date, .age, .permissionDefault, .purchaseDefault: return []
    }
  }

  private mutating func changes(
    of attribute: Int, _ breakpoints: Breakpoints, _ named: [References.Target]
  ) -> [PageChange]? {
    let declaration = manifest.attributes[attribute]
    // Nobody changes the environment unless they are allowed to.
    if declaration.owner == .environment { return [] }
    func plain(_ values: [AttributeValue]) -> [PageChange] {
      let changes = values.map { PageChange(.setAttribute(attribute, $0)) }
      shared[attribute] = (changes, [])
      return changes
    }
    if let known = shared[attribute] { return known.changes }
    let limits = manifest.limits(of: attribute, in: named)
    let (declared, ofUnknown) = (Set(limits.declared), Set(limits.ofUnknown))
    func upward(isNamed: (AttributeValue) -> Bool = { _ in false }) -> [PageChange] {
      limits.ofUnknown.map { value in
        PageChange(
          .setAttribute(attribute, value), from: declared.contains(value) ? .less : .unknown, .up,
          isNamed: isNamed(value))
      }
    }
    switch declaration.domain {
    case .boolean: return plain([.boolean(true), .boolean(false)])
    case .choice(let texts): return plain(texts.indices.map { .choice($0) })
    case .text:
      guard let texts = manifest.texts(of: attribute), texts.count <= Self.limits.changes else {
        return nil
      }
      return plain(texts)
    case .integer:
      let listed = manifest.listedValues(of: attribute, in: named)
      return upward(isNamed: Set(listed).contains)
        + listed.map { value in
          let start: PageChange.Start =
            declared.contains(value) ? .more : ofUnknown.contains(value) ? .otherValues : .others
          return PageChange(.setAttribute(attribute, value), from: start)
        }
    case .version: return upward()
    case .date:
      // Moments that have an age that some limit tells from another, the nearest to the one at hand first.
      let seconds = Set(breakpoints.reachableAges(of: attribute).flatMap { [$0 - 1, $0] }).sorted()
      return upward()
        + seconds.map { PageChange(.age(attribute, before: $0), from: .younger, .down) }
        + seconds.reversed().map { PageChange(.age(attribute, before: $0), from: .older, .up) }
    }
  }
}
