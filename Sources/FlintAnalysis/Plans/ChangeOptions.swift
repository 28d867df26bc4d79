import FlintModel
import FlintLogic

/// The ``PossibleChanges`` that change something in one state and are allowed.
struct ChangeOptions {
  private let manifest: Manifest
  private let base: ResolvedState
  private let allowances: PlanAllowances
  private let breakpoints: Breakpoints
  private let named: [References.Target]
  private let possible: PossibleChanges

  typealias Option = ChangeSpace.Option

  init(
    _ manifest: Manifest, _ base: ResolvedState, _ allowances: PlanAllowances,
    _ breakpoints: Breakpoints, named: [References.Target], insideNot: Set<Fact>
  ) {
    self.manifest = manifest
    self.base = base
    self.allowances = allowances
    self.breakpoints = breakpoints
    self.named = named
    possible = PossibleChanges(manifest, breakpoints, named: named, insideNot: insideNot)
  }

  /// Nil if there are too many.
  func options(for fact: Fact) -> [Option]? {
    if fact == .date { return dates }
    if manifest.owner(of: fact) == .environment, !allowances.contains(.environment) { return [] }
    let options = possible.changes(of: fact)?.compactMap { possible in
      possible.change(in: base).map {
        Option(change: $0, direction: possible.direction, isNamed: possible.isNamed)
      }
    }
    return options.map { $0 + (fact == .system ? platforms : []) }
  }

  private var platforms: [Option] {
    guard allowances.contains(.platform) else { return [] }
    return Platform.allCases.filter { platform in
      platform != base.platform
        && manifest.app.platforms?.contains { $0.platform == platform } != false
    }.map { Option(change: .changePlatform($0)) }
  }

  private var dates: [Option] {
    guard allowances.contains(.date) else { return [] }
    let known = Dictionary(breakpoints[.date].dates.map { ($0.seconds, $0) }) { first, _ in first }
    return Set(moments).sorted().filter { base.date.map(\.seconds) ?? -1 < $0 }.compactMap {
      moment in
      (known[moment] ?? DateTime(seconds: moment)).map {
        Option(change: .waitForDate($0), direction: .up)
      }
    }
  }

  /// Whether outcomes depend on the date, which the state lacks.
  var isDateMissing: Bool {
    base.date == nil && !(moments.isEmpty && breakpoints.ages.isEmpty)
  }

  /// The dates that constraints test, the ends of purchases, and the dates on which an attribute reaches an age that a
  /// constraint tests.
  private var moments: [Int64] {
    var moments = breakpoints[.date].dates.map(\.seconds)
    let tested = manifest.testedProducts(by: named)
    for case (let product, .until(let end, let graceEnd)) in base.given.purchases
    where tested.contains(product) {
      moments += [end, graceEnd].compactMap { $0?.seconds }
    }
    for attribute in breakpoints.ages.keys {
      guard case .date(let begin) = base.value(of: attribute) else { continue }
      moments += breakpoints.reachableAges(of: attribute).map { begin.seconds + $0 }
    }
    return moments
  }
}
