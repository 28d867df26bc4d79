import FlintModel
import FlintLogic
import FlintPopulation

/// A condition on a state that is either true or false, never unknown. For example, `unknown(formula)` is true if the
/// formula is unknown. The condition is compiled to one plane, which is a truth value that the HTML report page
/// computes for the state that its reader has chosen. (A formula, which can also be unknown, needs two planes.)
indirect enum PageCondition: Sendable {
  case yes(Formula)
  case no(Formula)
  case unknown(Formula)

  /// Whether the state has at least the given number of credits of the consumable with this index.
  case credits(Int, atLeast: Int64)
  case not(PageCondition)
  case all([PageCondition])
  case any([PageCondition])

  /// A condition that is part of several other conditions, and that is compiled only once.
  case shared(SharedCondition)

  static let always = PageCondition.all([])
  static let never = PageCondition.any([])

  var shared: PageCondition {
    switch self {
    case .shared: self
    case .yes, .no, .unknown, .credits, .not, .all, .any: .shared(SharedCondition(self))
    }
  }
}

/// A condition that is part of several other conditions. ``SharedPlanes`` recognizes it by the identity of this object.
final class SharedCondition: Sendable {
  let condition: PageCondition

  init(_ condition: PageCondition) { self.condition = condition }
}

/// A cache of the shared conditions that have already been compiled. A shared condition is part of several other
/// conditions, and is compiled only once: to the number of a plane, which is a truth value that the HTML report page
/// computes. A condition is recognized by its address in memory. The conditions are therefore kept in memory here, so
/// that no new condition can get the address of an old one.
struct SharedPlanes {
  private var planes: [ObjectIdentifier: (shared: SharedCondition, plane: Int)] = [:]

  subscript(shared: SharedCondition) -> Int? {
    get { planes[ObjectIdentifier(shared)]?.plane }
    set { planes[ObjectIdentifier(shared)] = newValue.map { (shared, $0) } }
  }
}

/// A generator of planes, which are the truth values that the HTML report page computes for the state that its reader
/// has chosen. Each plane has a number.
protocol PageLogic {
  var never: Int { get }
  var always: Int { get }

  /// The planes (truth values that the HTML report page computes) of the shared conditions of the constraint that is
  /// being compiled. A condition is shared if several next steps that the constraint can request depend on it; it is
  /// compiled only once.
  var shared: SharedPlanes { get set }

  /// Returns the numbers of two planes (truth values that the HTML report page computes): `no` is true if the formula
  /// is false, and `notTrue` is true if the formula is false or unknown.
  mutating func planes(of formula: Formula) -> (no: Int, notTrue: Int)
  mutating func credits(_ product: Int, atLeast quantity: Int64) -> Int
  mutating func and(_ one: Int, _ other: Int) -> Int
  mutating func or(_ one: Int, _ other: Int) -> Int
  mutating func not(_ plane: Int) -> Int
}

extension PageLogic {
  mutating func plane(where condition: PageCondition) -> Int {
    switch condition {
    case .yes(let formula): return not(planes(of: formula).notTrue)
    case .no(let formula): return planes(of: formula).no
    case .unknown(let formula):
      let (no, open) = planes(of: formula)
      return and(open, not(no))
    case .credits(let product, let quantity): return credits(product, atLeast: quantity)
    case .not(let one): return not(plane(where: one))
    case .all(let cases):
      var all = always
      for one in cases { all = and(all, plane(where: one)) }
      return all
    case .any(let cases):
      var any = never
      for one in cases { any = or(any, plane(where: one)) }
      return any
    case .shared(let one):
      if let known = shared[one] { return known }
      let plane = plane(where: one.condition)
      shared[one] = plane
      return plane
    }
  }
}

/// The first pass of the compiler, which generates no program. It collects the formulas and the quantities of credits
/// on which the HTML report page's output depends, because the second pass, ``PagePlanes``, must know them before it
/// starts. The planes (truth values that the page computes) that the first pass returns have no meaning.
struct PageLogicCollector: PageLogic {
  private(set) var formulas: [Formula] = []

  /// The quantities of credits that constraints require of each consumable, by the consumable's index.
  private(set) var credits: [Int: Set<Int64>] = [:]
  var shared = SharedPlanes()

  let never = 0
  let always = 1

  // This number differs from `never` and `always`, so that the compiler skips no branch.
  private let anything = 2

  mutating func planes(of formula: Formula) -> (no: Int, notTrue: Int) {
    formulas.append(formula)
    return (anything, anything)
  }

  mutating func credits(_ product: Int, atLeast quantity: Int64) -> Int {
    credits[product, default: []].insert(quantity)
    return anything
  }

  mutating func and(_ one: Int, _ other: Int) -> Int { anything }
  mutating func or(_ one: Int, _ other: Int) -> Int { anything }
  mutating func not(_ plane: Int) -> Int { anything }
}

/// The second pass of the compiler, which generates the HTML report page's program from the conditions. Each step of
/// the program computes a plane, that is, a truth value for the state that the page shows.
struct PagePlanes: PageLogic {
  private(set) var maker: PlaneProgramMaker
  var shared = SharedPlanes()

  /// For each consumable, by its index: `cuts` contains the quantities that constraints require, in ascending order.
  /// They divide the possible numbers of credits into intervals, each with a plane (a truth value that the HTML report
  /// page computes). `first` is the number of the plane for the numbers below the smallest cut; the planes of the other
  /// intervals follow.
  private(set) var credits: [Int: (cuts: [Int64], first: Int)] = [:]

  /// For each consumable, by its index: the number of a plane (a truth value that the HTML report page computes) for
  /// each required quantity, in ascending order. The plane is true if the state has at least that many credits.
  private var atLeast: [Int: [Int]] = [:]

  init(_ manifest: Manifest, collected: PageLogicCollector) {
    var inputs = 0
    for (product, quantities) in collected.credits.sorted(by: { $0.key < $1.key }) {
      credits[product] = (quantities.sorted(), inputs)
      inputs += quantities.count + 1
    }
    maker = PlaneProgramMaker(manifest, asking: collected.formulas, inputs: inputs)
    for product in credits.keys { credits[product]?.first += maker.firstInput }
  }

  var never: Int { maker.never }
  var always: Int { maker.always }

  mutating func planes(of formula: Formula) -> (no: Int, notTrue: Int) {
    let truth = maker.truth(of: formula)
    return (truth.no, truth.notTrue)
  }

  mutating func credits(_ product: Int, atLeast quantity: Int64) -> Int {
    guard let (cuts, first) = credits[product] else { return never }
    if atLeast[product] == nil {
      var any = never
      let all = cuts.indices.reversed().map { index in
        any = or(first + 1 + index, any)
        return any
      }
      atLeast[product] = all.reversed()
    }
    let index = cuts.indices.end { cuts[$0] < quantity }
    return index < cuts.count ? atLeast[product]?[index] ?? never : never
  }

  mutating func contributions(of feature: Int) -> [PlaneTruth] { maker.contributions(of: feature) }
  mutating func appContributions() -> [PlaneTruth] { maker.appContributions() }
  mutating func and(_ one: Int, _ other: Int) -> Int { maker.and(one, other) }
  mutating func or(_ one: Int, _ other: Int) -> Int { maker.or(one, other) }
  mutating func not(_ plane: Int) -> Int { maker.not(plane) }
}
