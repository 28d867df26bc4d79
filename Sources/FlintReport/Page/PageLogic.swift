internal import FlintCore
internal import FlintPopulation

/// Where something is so; never unknown.
indirect enum PageCase: Sendable {
  case yes(Formula)
  case no(Formula)
  case unknown(Formula)

  /// So many credits of a consumable are held.
  case credits(Int, atLeast: Int64)
  case not(PageCase)
  case all([PageCase])
  case any([PageCase])

  /// One that others are made of again and again, so that it is worked out once.
  case shared(SharedCase)

  static let always = PageCase.all([])
  static let never = PageCase.any([])

  var shared: PageCase {
    switch self {
    case .shared: self
    case .yes, .no, .unknown, .credits, .not, .all, .any: .shared(SharedCase(self))
    }
  }
}

/// Known again by its identity.
final class SharedCase: Sendable {
  let found: PageCase

  init(_ found: PageCase) { self.found = found }
}

/// The planes of cases that are shared, which live as long as they are known.
struct SharedPlanes {
  private var planes: [ObjectIdentifier: (shared: SharedCase, plane: Int)] = [:]

  subscript(shared: SharedCase) -> Int? {
    get { planes[ObjectIdentifier(shared)]?.plane }
    set { planes[ObjectIdentifier(shared)] = newValue.map { (shared, $0) } }
  }
}

/// Makes planes of what the page wants to know.
protocol PageLogic {
  var never: Int { get }
  var always: Int { get }

  /// Of the constraint at hand.
  var shared: SharedPlanes { get set }

  /// Where a formula is false, and where it is not true.
  mutating func planes(of formula: Formula) -> (no: Int, open: Int)
  mutating func credits(_ product: Int, atLeast quantity: Int64) -> Int
  mutating func and(_ one: Int, _ other: Int) -> Int
  mutating func or(_ one: Int, _ other: Int) -> Int
  mutating func not(_ plane: Int) -> Int
}

extension PageLogic {
  mutating func plane(where found: PageCase) -> Int {
    switch found {
    case .yes(let formula): return not(planes(of: formula).open)
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
      let plane = plane(where: one.found)
      shared[one] = plane
      return plane
    }
  }
}

/// Notes what will be asked, for the planes of facts depend on it, and answers nothing.
struct PageQuestions: PageLogic {
  private(set) var formulas: [Formula] = []

  /// For each consumable the quantities that are asked for.
  private(set) var credits: [Int: Set<Int64>] = [:]
  var shared = SharedPlanes()

  let never = 0
  let always = 1

  // Neither of the two, so that nothing is passed over.
  private let anything = 2

  mutating func planes(of formula: Formula) -> (no: Int, open: Int) {
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

/// The planes of the page's program.
struct PagePlanes: PageLogic {
  private(set) var maker: PlaneProgramMaker
  var shared = SharedPlanes()

  /// For each consumable the quantities that are told apart, ascending, and the plane of the least number of credits; those
  /// of more follow it.
  private(set) var credits: [Int: (cuts: [Int64], first: Int)] = [:]

  /// Where at least as many are held, for each of these.
  private var atLeast: [Int: [Int]] = [:]

  init(_ manifest: Manifest, asking questions: PageQuestions) {
    var inputs = 0
    for (product, quantities) in questions.credits.sorted(by: { $0.key < $1.key }) {
      credits[product] = (quantities.sorted(), inputs)
      inputs += quantities.count + 1
    }
    maker = PlaneProgramMaker(manifest, asking: questions.formulas, inputs: inputs)
    for product in credits.keys { credits[product]?.first += maker.firstInput }
  }

  var never: Int { maker.never }
  var always: Int { maker.always }

  mutating func planes(of formula: Formula) -> (no: Int, open: Int) {
    let truth = maker.truth(of: formula)
    return (truth.no, truth.open)
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
