/// Finds a largest set of goals of which no state shows two.
///
/// Branch and bound as in E. Tomita, T. Seki, “An efficient branch-and-bound algorithm for finding a maximum clique” (2003):
/// vertices that can be coloured with few colours hold no large clique.
struct LargestClique {
  private let conflicts: [IndexBits]
  private var best: [Int] = []
  private var steps = 0

  /// Words of bits looked at.
  private var words = 0

  /// After so many steps the search ends, and after ``AnalysisLimits/cliqueWords``; what was found by then is a clique all the
  /// same.
  private static let limit = 200_000

  /// Places, ascending.
  static func find(in conflicts: [IndexBits]) -> [Int] {
    var search = LargestClique(conflicts: conflicts)
    search.extend([], among: IndexBits(allBelow: conflicts.count))
    return search.best.sorted()
  }

  private init(conflicts: [IndexBits]) { self.conflicts = conflicts }

  private mutating func extend(_ clique: [Int], among candidates: IndexBits) {
    if clique.count > best.count { best = clique }
    steps += 1
    let width = (conflicts.count + 63) / 64
    words += 3 * width * candidates.count
    if steps > Self.limit || words > AnalysisLimits.cliqueWords { return }
    var candidates = candidates
    for (vertex, colours) in coloured(candidates).reversed() {
      // Those before it, and it, hold no larger clique than they have colours.
      if clique.count + colours <= best.count { return }
      extend(clique + [vertex], among: candidates.intersection(conflicts[vertex]))
      candidates.remove(vertex)
    }
  }

  /// The vertices, each with how many colours it and those before it need at most.
  private func coloured(_ vertices: IndexBits) -> [(vertex: Int, colours: Int)] {
    var order: [(Int, Int)] = []
    var left = vertices
    var colour = 0
    while !left.isEmpty {
      colour += 1
      var free = left
      while let vertex = free.first {
        order.append((vertex, colour))
        left.remove(vertex)
        free.remove(vertex)
        free.subtract(conflicts[vertex])
      }
    }
    return order
  }
}
