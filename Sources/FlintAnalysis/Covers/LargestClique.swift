/// A branch-and-bound search for a maximum clique (Tomita and Seki 2003): a largest set of vertices of a graph that are
/// all connected with each other. Here, the vertices are the goals of a cover (see ``CoverGoal``), and an edge connects
/// two goals that no state shows together. The goals of a clique need different states, so the size of the clique is a
/// lower bound for the size of a cover.
///
/// The algorithm is from E. Tomita, T. Seki, “An efficient branch-and-bound algorithm for finding a maximum clique”
/// (2003). The vertices are coloured so that neighbours get different colours. A clique then has at most one vertex of
/// each colour, so the search skips sets of vertices with too few colours. For example, in the graph with the edges
/// 0–1, 1–2, 0–2 and 2–3, the result is {0, 1, 2}.
struct LargestClique {
  private let conflicts: [IndexBits]
  private var best: [Int] = []
  private var steps = 0

  /// The number of 64-bit words of bit masks that the search has processed so far, as a measure of its time.
  private var words = 0

  /// Returns the vertices of the largest clique found, in ascending order. If the search exceeds
  /// ``AnalysisLimits/cliqueAttempts`` or ``AnalysisLimits/cliqueWords``, a larger clique may exist.
  ///
  /// - Parameter conflicts: For each vertex, the set of its neighbours.
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
    if steps > AnalysisLimits.cliqueAttempts || words > AnalysisLimits.cliqueWords { return }
    if Cancellation.isRequested { return }
    var candidates = candidates
    for (vertex, colours) in coloured(candidates).reversed() {
      // No clique among this vertex and those before it is larger than their number of colours.
      if clique.count + colours <= best.count { return }
      extend(clique + [vertex], among: candidates.intersection(conflicts[vertex]))
      candidates.remove(vertex)
    }
  }

  /// Assigns a colour to each vertex, such that connected vertices get different colours. Returns the vertices in the
  /// order in which they got their colours, each with the number of colours used up to then. A clique that consists of
  /// a vertex and of vertices before it in this order has at most that many members.
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
