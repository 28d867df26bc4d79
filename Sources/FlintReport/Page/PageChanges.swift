internal import FlintAnalysis
internal import FlintCore
import FlintLogic

/// A change of one fact, such as a purchase, that plans on the report page can contain. It is described for all states,
/// and not for a particular one.
struct PageChange: Hashable {
  enum Content: Hashable {
    case change(Change)

    /// Sets a date attribute (the first value is its index) to the given number of seconds before the state's date.
    case age(Int, before: Int64)
  }

  /// The values that a fact can have before a change. If the fact has another value, the change is not possible. The
  /// descriptions of the cases call the value that the change gives the fact the new value.
  enum Start: Hashable {
    /// Any value except the change's new value.
    case others

    /// `less`: a value smaller than the change's new value, or the unknown value. `unknown`: only the unknown value.
    case less, unknown

    /// `more`: a value greater than the change's new value. `otherValues`: any known value except the new value.
    case more, otherValues

    /// For a date attribute that the change sets to a time before the state's date. `younger`: the present date is
    /// unknown or later than the new date, so the change makes the attribute's age greater. `older`: the present date
    /// is earlier than the new date, so the change makes the age smaller.
    case younger, older
  }

  /// The direction of a series of changes that set a fact to ever greater values (`up`), such as higher OS versions or
  /// later dates, or to ever smaller ones (`down`). `none`: the change belongs to no series.
  ///
  /// A series begins with the new value that is nearest to the present one. Plans use only the first change of a series
  /// that suffices: if iOS 16 suffices, no plan upgrades to iOS 17. The exception is ``PageChange/isNamed``.
  enum Ladder: String {
    case none, up, down
  }

  let content: Content
  let start: Start
  let ladder: Ladder

  /// Whether plans can use the change even if an earlier change of its series suffices (see ``Ladder``). It is true if
  /// a constraint lists the new value explicitly, and false if the value is only a limit of a range.
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

/// The changes that plans on the report page can consist of. They are computed for all states at once, because the
/// reader of the page can change the state. ``PossibleChanges``, in contrast, contains only the changes for one
/// particular state.
struct PageChanges {
  /// For each feature, the possible changes of each fact that can be changed. A change is an index in ``changes``. The
  /// element is nil if the feature has too many changes to search for plans in reasonable time.
  private(set) var lists: [[[Int]]?] = []

  /// The distinct changes that occur in ``lists``.
  private(set) var changes: [PageChange] = []

  private let manifest: Manifest
  private var numbers: [PageChange: Int] = [:]

  /// The possible changes of Boolean, choice and text attributes, by the attribute's index. They are the same for all
  /// features, so they are computed only once. `numbers` contains the indices of these changes in ``changes``; it is
  /// empty until a feature uses them.
  private var shared: [Int: (changes: [PageChange], numbers: [Int])] = [:]

  /// The limits above which the page shows no plans for a feature. `targets` is the maximum number of declarations
  /// (features, named conditions and so on) on which the feature and the assumptions depend. `changes` is the maximum
  /// number of changes.
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

  /// Returns the possible changes of a fact, or nil if there are too many.
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
    // The page's plans do not include waiting for a date.
    case .date, .age, .permissionDefault, .purchaseDefault: return []
    }
  }

  private mutating func changes(
    of attribute: Int, _ breakpoints: Breakpoints, _ named: [References.Target]
  ) -> [PageChange]? {
    let declaration = manifest.attributes[attribute]
    // The page's plans do not include changes of the environment, which nobody can make.
    if declaration.owner == .environment { return [] }
    func plain(_ values: [AttributeValue]) -> [PageChange] {
      let changes = values.map { PageChange(.setAttribute(attribute, $0)) }
      shared[attribute] = (changes, [])
      return changes
    }
    if let known = shared[attribute] { return known.changes }
    let limits = manifest.limits(of: attribute, in: named)
    let (declared, ofUnknown) = (Set(limits.declared), Set(limits.ofUnknown))
    switch declaration.domain.type.structure {
    case .listed: return plain(declaration.domain.listedValues(onFirst: true))
    case .texts:
      guard let texts = manifest.texts(of: attribute), texts.count <= Self.limits.changes else {
        return nil
      }
      return plain(texts)
    case .ordered:
      let listed = manifest.listedValues(of: attribute, in: named)
      let isNamed = Set(listed)
      let upward = limits.ofUnknown.map { value in
        PageChange(
          .setAttribute(attribute, value), from: declared.contains(value) ? .less : .unknown, .up,
          isNamed: isNamed.contains(value))
      }
      let others = listed.map { value in
        let start: PageChange.Start =
          declared.contains(value) ? .more : ofUnknown.contains(value) ? .otherValues : .others
        return PageChange(.setAttribute(attribute, value), from: start)
      }
      // Each limit of an age is tried, and the age one second below it. Both directions begin with the nearest date.
      let seconds = Set(breakpoints.reachableAges(of: attribute).flatMap { [$0 - 1, $0] }).sorted()
      return upward + others
        + seconds.map { PageChange(.age(attribute, before: $0), from: .younger, .down) }
        + seconds.reversed().map { PageChange(.age(attribute, before: $0), from: .older, .up) }
    }
  }
}
