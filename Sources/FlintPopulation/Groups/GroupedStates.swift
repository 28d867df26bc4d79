internal import FlintCore

/// States that wait until there are enough of their group to be judged together.
///
/// Judging costs as much for a few states as for a whole batch, so those of a batch, which are of many groups, are parted: what each
/// says goes to its group's list, and back into a batch once that is full.
struct GroupedStates: ~Copyable {
  /// The lists hold no more planes than this together.
  private static let mostPlanes = 8 << 20

  private let totals: GroupTotals
  private var batch: StateBatch
  private var waiting: [Group] = []
  private var planeCount = 0

  /// The planes that the states of a batch set, with as much room for each state, and how many they are of each.
  private var planes = [Plane](repeating: 0, count: 32 * Lanes.laneCount)
  private var counts = [Int](repeating: 0, count: Lanes.laneCount)

  private struct Group {
    /// The planes that the states set, one state's behind the other's.
    var planes: [Plane] = []
    var states: [(planeCount: Int, weight: UInt64)] = []
  }

  init(_ totals: GroupTotals, _ program: PopulationProgram) {
    self.totals = totals
    batch = StateBatch(program)
  }

  /// Takes the states of a batch.
  mutating func add(_ states: borrowing StateBatch) {
    while !listPlanes(of: states) { planes += planes }
    let room = planes.count / Lanes.laneCount
    for lane in 0..<states.count {
      let group = Int(states.groups[lane])
      while group >= waiting.count { waiting.append(Group()) }
      let count = counts[lane]
      planes.withUnsafeBufferPointer {
        waiting[group].planes += UnsafeBufferPointer(
          rebasing: $0[lane * room..<lane * room + count])
      }
      waiting[group].states.append((count, states.weights[lane]))
      planeCount += count
      if waiting[group].states.count == Lanes.laneCount { judge(group) }
    }
    if planeCount > Self.mostPlanes { judgeAll() }
  }

  /// False where there is too little room.
  private mutating func listPlanes(of states: borrowing StateBatch) -> Bool {
    let words = UnsafeRawPointer(states.planes).assumingMemoryBound(to: UInt64.self)
    let wordCount = (states.count + 63) / 64
    let last = states.program.layout.count
    let room = planes.count / Lanes.laneCount
    return planes.withUnsafeMutableBufferPointer { planes in
      counts.withUnsafeMutableBufferPointer { counts in
        counts.update(repeating: 0)
        // The first planes are nobody's.
        for plane in 3..<last {
          let first = words + plane &* Lanes.scalarCount
          for word in 0..<wordCount {
            var bits = first[word]
            while bits != 0 {
              let lane = word &* 64 &+ bits.trailingZeroBitCount
              let count = counts[lane]
              if count == room { return false }
              planes[lane &* room &+ count] = Plane(truncatingIfNeeded: plane)
              counts[lane] = count &+ 1
              bits &= bits &- 1
            }
          }
        }
        return true
      }
    }
  }

  /// Judges what is left.
  mutating func judgeAll() {
    for group in waiting.indices where !waiting[group].states.isEmpty { judge(group) }
  }

  /// Judges the states that wait in a group.
  private mutating func judge(_ group: Int) {
    let (planes, states) = (waiting[group].planes, waiting[group].states)
    waiting[group] = Group()
    planeCount -= planes.count
    var start = 0
    for state in states {
      let lane = batch.nextLane
      for plane in planes[start..<start + state.planeCount] { lane.set(plane) }
      batch.commit(weight: state.weight)
      start += state.planeCount
    }
    totals.add(batch, toGroup: group)
    batch.removeAll()
  }
}
