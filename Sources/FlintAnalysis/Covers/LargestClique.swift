/// E. Tomita, T. Seki, “An efficient branch-and-bound algorithm for finding a maximum clique”
/// (2003). Colouring the vertices bounds each clique by the number of colours.
struct LargestClique {
  private let conflicts: [IndexBits]
  private var best: [Int] = []
  private var steps = 0

  private var words = 0

  /// Ascending vertices of the largest clique found within ``AnalysisLimits/cliqueAttempts`` and
  /// ``AnalysisLimits/cliqueWords``.
  /// - Parameter conflicts: Each vertex's neighbours.
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
