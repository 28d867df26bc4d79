package import FlintModel

extension PlanAllowances {
  /// All kinds of changes that a plan may contain only if the caller allows them, in the order in which results list
  /// them.
  private static let all: [PlanAllowances] = [.restricted, .environment, .platform, .date]

  /// Returns the minimal sets of kinds of changes that the caller must allow, in addition to those in `allowed`, so
  /// that a plan exists. For example, the result contains `date` if the feature becomes available by waiting for a
  /// date. Empty if no set helps.
  package static func helpful(
    for feature: Int, from state: DeviceState, in manifest: Manifest,
    beside allowed: PlanAllowances, by owner: Owner?
  ) -> [PlanAllowances] {
    let further = all.filter { !allowed.contains($0) }
    var sets: [PlanAllowances] = [[]]
    for allowance in further { sets += sets.map { $0.union(allowance) } }
    var helpful: [PlanAllowances] = []
    for set in sets.dropFirst().sorted(by: {
      $0.rawValue.nonzeroBitCount < $1.rawValue.nonzeroBitCount
    })
    where !helpful.contains(where: { set.isSuperset(of: $0) }) {
      let result = try? Planner.plan(
        feature, from: state, in: manifest, allowing: allowed.union(set), by: owner, limit: 1)
      if result?.plans.isEmpty == false { helpful.append(set) }
    }
    return helpful
  }
}
