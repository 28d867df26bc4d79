import FlintLogic
import FlintModel
import Testing

@testable import FlintAnalysis

/// A worked example of each algorithm, with the expected result written out.
@Suite("Worked examples of the algorithms")
struct AlgorithmTests {
  /// Returns a manifest with one feature that has a name, and with the products A, B, C and so on.
  private func manifest(products: Int, _ constraints: [Constraint]) -> Manifest {
    Manifest(
      products: (0..<products).map {
        ProductDeclaration(id: String("ABCDEFGH".dropFirst($0).prefix(1)), type: .nonConsumable)
      }, features: [FeatureDeclaration(id: "f", constraints: constraints)])
  }

  private let a = PurchaseExpression.product(0)
  private let b = PurchaseExpression.product(1)
  private let c = PurchaseExpression.product(2)

  @Test("CheapestPath finds the state with the fewest changed fields in which a function is true")
  func nearestState() {
    // Two purchases on one path, a single purchase on the other: the path without A is short, then long.
    let examples: [(accepted: PurchaseExpression, purchased: Int)] = [
      (.anyOf([.allOf([a, b]), c]), 2), (.anyOf([a, .allOf([b, c])]), 0),
    ]
    for (accepted, purchased) in examples {
      var space = StateSpace(manifest(products: 3, [.purchase(accepted)]))
      let status = space.status(of: 0, side: 0)
      let nearest = space.nearest(where: status)
      #expect(
        nearest.map { space.state($0.values) }
          == DeviceState(purchases: [purchased: .status(.purchased)]))
      // A fresh install already has the status `no`, which differs in no field.
      #expect(space.nearest(where: space.store.not(status))?.values == [:])
    }
  }

  @Test("MinimalChangeSets contain no set of which a proper subset suffices")
  func minimalChangeSets() {
    // (A or B) and (A or C): A suffices, and so do B and C together. A and B together are not minimal.
    let constraints = [Constraint.purchase(.anyOf([a, b])), .purchase(.anyOf([a, c]))]
    #expect(
      changeSets(manifest(products: 3, constraints), limit: 10)
        == [[.purchase(0)], [.purchase(1), .purchase(2)]])
  }

  @Test("MinimalChangeSets represent 2^40 sets at once, and list only the first ones")
  func manyChangeSets() {
    // One of two products, forty times: each set makes one choice for each pair.
    let manifest = Manifest(
      products: (0..<80).map { ProductDeclaration(id: "\($0)", type: .nonConsumable) },
      features: [
        FeatureDeclaration(
          id: "f",
          constraints: (0..<40).map {
            .purchase(.anyOf([.product(2 * $0), .product(2 * $0 + 1)]))
          })
      ])
    let sets = changeSets(manifest, limit: 2)
    #expect(sets[0] == (0..<40).map { .purchase(2 * $0) })
    #expect(sets[1] == (0..<39).map { .purchase(2 * $0) } + [.purchase(79)])
  }

  private func changeSets(_ manifest: Manifest, limit: Int) -> [[Change]] {
    var space = ChangeSpace(manifest, DeviceState(), [], by: nil)
    space.addChanges(for: 0)
    let parts = space.yesFunctions(of: space.contributions(of: 0, in: manifest, on: ()))
    let available = space.store.join(.and, parts[...])
    var sets = MinimalChangeSets()
    return sets.list(sets.minimalSolutions(available, in: &space), limit: limit, in: space)
  }

  @Test("The VariableOrder places products next to each other that occur together")
  func variableOrder() {
    // The first constraint mentions A, B, C, D, E, F in this order; then come the pairs A D, B E and C F.
    let all = (0..<6).map { PurchaseExpression.product($0) }
    let pairs = (0..<3).map { Constraint.purchase(.anyOf([all[$0], all[$0 + 3]])) }
    let space = StateSpace(manifest(products: 6, [.purchase(.anyOf(all))] + pairs))
    var order = VariableOrder()
    order.add([.feature(0)], of: space, 0)
    #expect(order.best == [0, 3, 1, 4, 2, 5].map { .product($0) })
  }

  @Test("A MinimumHittingSet contains a member of each set and is as small as possible")
  func minimumHittingSet() {
    var search = MinimumHittingSet()
    #expect(search.find(of: []) == [])
    #expect(search.find(of: [[1, 2], [2, 3], [4]]) == [2, 4])
    // The sides of a triangle: no single corner is on all of them.
    #expect(search.find(of: [[1, 2], [2, 3], [3, 1]]) == [1, 2])
  }

  @Test("The SmallestUnsatisfiableCore is the smallest set of functions that exclude each other")
  func smallestCore() {
    var store = DiagramStore()
    let (x, y, z) = (store.holds(0), store.holds(1), store.holds(2))
    let notBoth = store.not(store.and(x, y))
    // Two cores: x, y and “not both”; x and “not x”. Each remains one after z is added.
    let functions = [x, y, notBoth, z, store.not(x)]
    #expect(
      SmallestUnsatisfiableCore.find(among: functions, where: .yes, in: &store) == [0, 4])
    // Without “not x”, the core of three is the smallest.
    #expect(
      SmallestUnsatisfiableCore.find(among: functions.dropLast(), where: .yes, in: &store)
        == [0, 1, 2])
    // Where y is true, “x” and “not both” already exclude each other.
    #expect(
      SmallestUnsatisfiableCore.find(among: functions.dropLast(), where: y, in: &store)
        == [0, 2])
    #expect(SmallestUnsatisfiableCore.find(among: [x, y, z], where: .yes, in: &store) == nil)
  }

  @Test("The LargestClique of a pentagon with one diagonal is its triangle")
  func largestClique() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]
    var graph = (0..<5).map { _ in IndexBits(limit: 5) }
    for (one, other) in edges {
      graph[one].insert(other)
      graph[other].insert(one)
    }
    #expect(LargestClique.find(in: graph) == [0, 1, 2])
  }

  @Test("A SmallestPartition has as many groups as a clique of incompatible goals")
  func partition() {
    var store = DiagramStore()
    // x is 0, 1 or 2, and y is 0 or 1: the values of one variable are incompatible.
    let goals =
      (0..<3).map { store.holds(0, value: $0) } + (0..<2).map { store.holds(1, value: $0) }
    let found = partition(of: goals, in: &store)
    #expect(found.clique == [0, 1, 2] && found.atLeast == 3)
    #expect(found.best.groups.map { $0.members.sorted() } == [[0, 3], [1, 4], [2]])
  }

  @Test("A SmallestPartition can have more groups than the largest clique has goals")
  func partitionWithoutClique() {
    var store = DiagramStore()
    let (x, y, z) = (store.holds(0), store.holds(1), store.holds(2))
    // Any two of the goals are compatible, but not all three: of three Booleans, two are always equal.
    let goals = [store.differs(x, y), store.differs(y, z), store.differs(x, z)]
    let found = partition(of: goals, in: &store)
    #expect(found.clique.count == 1 && found.atLeast == 2)
    #expect(found.best.groups.map(\.members.count).sorted() == [1, 2])
  }

  private func partition(
    of goals: [Diagram], in store: inout DiagramStore
  ) -> SmallestPartition {
    var intersections = IntersectionTests()
    let graph = IncompatibilityGraph(
      of: goals, where: { _, _ in false }, &intersections, in: &store, { _ in })
    #expect(graph.goals == Array(goals.indices))
    let problem = PartitionProblem(
      functions: goals, conflicts: graph.conflicts, intersections: intersections)
    return SmallestPartition(problem, in: &store) { _ in }
  }

  @Test("A balanced conjunction of 2,000 variables takes few steps")
  func balancedJoin() {
    var store = DiagramStore()
    let variables = (0..<2000).map { store.holds(UInt32($0)) }
    // A sequential conjunction would take two million.
    store.grant(1 << 16)
    let all = store.join(.and, variables[...])
    #expect(store.variables(of: [all]).count == 2000)
  }
}

extension DiagramStore {
  /// Returns the function that is true where a variable has the given value.
  fileprivate mutating func holds(_ variable: UInt32, value: UInt32 = 1) -> Diagram {
    let edges = [
      Edge(from: 0, child: .no), Edge(from: value, child: .yes), Edge(from: value + 1, child: .no),
    ]
    return node(variable, edges.dropFirst(value == 0 ? 1 : 0))
  }

  /// Returns the function that is true where exactly one of two functions is true.
  fileprivate mutating func differs(_ one: Diagram, _ other: Diagram) -> Diagram {
    or(and(one, not(other)), and(not(one), other))
  }
}
