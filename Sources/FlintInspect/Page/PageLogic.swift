import FlintLogic
import FlintModel
import FlintPopulation

/// True or false, never unknown, so that one plane has it.
indirect enum PageCondition: Sendable {
  case yes(Formula)
  case no(Formula)
  case unknown(Formula)

  case credits(Int, atLeast: Int64)
  case not(PageCondition)
  case all([PageCondition])
  case any([PageCondition])

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

/// Compiled once, by identity.
final class SharedCondition: Sendable {
  let condition: PageCondition

  init(_ condition: PageCondition) { self.condition = condition }
}

/// Keeps conditions in memory, so that no other gets their address.
struct SharedPlanes {
  private var planes: [ObjectIdentifier: (shared: SharedCondition, plane: Int)] = [:]

  subscript(shared: SharedCondition) -> Int? {
    get { planes[ObjectIdentifier(shared)]?.plane }
    set { planes[ObjectIdentifier(shared)] = newValue.map { (shared, $0) } }
  }
}

protocol PageLogic {
  var never: Int { get }
  var always: Int { get }

  var shared: SharedPlanes { get set }

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

/// The first pass: collects formulas and credits; its planes mean nothing.
struct PageLogicCollector: PageLogic {
  private(set) var formulas: [Formula] = []

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

/// The second pass: makes the program.
struct PagePlanes: PageLogic {
  private(set) var maker: PlaneProgramMaker
  var shared = SharedPlanes()

  /// By consumable: required quantities, ascending, and the plane below the smallest.
  private(set) var credits: [Int: (cuts: [Int64], first: Int)] = [:]

  /// By consumable, a plane for each quantity.
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
