/// Redundant parts that can be removed alone, but not all together.
enum JointRemovals {
  /// By part, other parts that cannot be removed together with it.
  ///
  /// Each part can be removed alone. Finds all pairs that conflict and, for a part in no pair, one
  /// larger set. Finding all sets is exponential.
  static func conflicts(among count: Int, canRemove: (_ parts: [Int]) -> Bool) -> [Set<Int>] {
    var conflicts = [Set<Int>](repeating: [], count: count)
    func connect(_ parts: [Int]) {
      for part in parts { conflicts[part].formUnion(parts.filter { $0 != part }) }
    }
    let all = Array(0..<count)
    if count < 2 { return conflicts }
    if canRemove(all) { return conflicts }
    guard count <= AnalysisLimits.jointRemovals else {
      connect(all)
      return conflicts
    }
    for one in all {
      for other in all[..<one] where !canRemove([other, one]) {
        connect([other, one])
      }
    }
    let rest = all.filter { conflicts[$0].isEmpty }
    for part in rest where conflicts[part].isEmpty {
      var set = rest
      if canRemove(set) { break }
      for other in rest where other != part {
        let smaller = set.filter { $0 != other }
        if !canRemove(smaller) { set = smaller }
      }
      if canRemove(set.filter { $0 != part }) { connect(set) }
    }
    return conflicts
  }

  /// The end of a finding's message; empty without a conflict. For example, “; remove only one of
  /// 'a' and 'b'”.
  static func advice(_ part: Int, _ conflicts: Set<Int>, _ name: (Int) -> String) -> String {
    if conflicts.isEmpty { return "" }
    return "; remove only one of \(listed(conflicts.union([part]).sorted().map(name)))"
  }
}
