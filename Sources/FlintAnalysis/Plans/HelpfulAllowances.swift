package import FlintModel

extension PlanAllowances {
  private static let all: [PlanAllowances] = [.restricted, .environment, .platform, .date]

  /// The minimal sets of further kinds with which a plan exists.
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
