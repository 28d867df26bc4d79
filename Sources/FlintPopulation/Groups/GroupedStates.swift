internal import FlintCore

/// States that wait until there are enough of their group to be judged together.
///
/// Judging costs as much for a few states as for a whole batch, so those of a batch, which are of many groups, are parted: what each
/// says goes to its group's list, and back into a batch once that is full.
struct GroupedStates: ~Copyable {
  /// The lists hold no more words than this together.
  private static let mostWords = 8 << 20

  private let totals: GroupTotals
  private let thread: Int
  private var batch: StateBatch
  private var waiting: [StateList] = []
  private var wordCount = 0

  /// The planes that the states of a batch set, with as much room for each state, and how many they are of each.
  private var planes: UnsafeMutablePointer<Plane>
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: Lanes.laneCount)
  private var room = 32

  init(_ totals: GroupTotals, _ program: PopulationProgram) {
    self.totals = totals
    thread = totals.numberOfThread()
    batch = StateBatch(program)
    planes = Self.memory(for: room)
  }

  deinit {
    for list in waiting { list.deallocate() }
    planes.deallocate()
    counts.deallocate()
  }

  private static func memory(for room: Int) -> UnsafeMutablePointer<Plane> {
    .holding([Plane](repeating: 0, count: room * Lanes.laneCount + StateList.slack))
  }

  /// Takes the states of a batch.
  mutating func add(_ states: borrowing StateBatch) {
    while !listPlanes(of: states) {
      planes.deallocate()
      room *= 2
      planes = Self.memory(for: room)
    }
    for lane in 0..<states.count {
      let group = Int(states.groups[lane])
      while group >= waiting.count { waiting.append(StateList()) }
      wordCount -= waiting[group].wordCount
      waiting[group].append(
        planes + lane &* room, count: counts[lane], weight: states.weights[lane])
      wordCount += waiting[group].wordCount
      if waiting[group].count == Lanes.laneCount { judge(group) }
    }
    if wordCount > Self.mostWords { judgeAll() }
  }

  /// False where there is too little room.
  private func listPlanes(of states: borrowing StateBatch) -> Bool {
    let words = UnsafeRawPointer(states.planes).assumingMemoryBound(to: UInt64.self)
    let wordCount = (states.count + 63) / 64
    counts.initialize(repeating: 0, count: Lanes.laneCount)
    // The first planes are nobody's.
    for plane in 3..<states.program.layout.count {
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

  /// Judges what is left, each thread from another group on, so that none waits for the one before it.
  mutating func judgeAll() {
    let first = waiting.count * (thread & 7) / 8
    for index in waiting.indices {
      let group = index + first < waiting.count ? index + first : index + first - waiting.count
      if waiting[group].count > 0 { judge(group) }
    }
  }

  /// Judges the states that wait in a group.
  private mutating func judge(_ group: Int) {
    wordCount -= waiting[group].wordCount
    waiting[group].move(to: &batch)
    totals.add(batch, toGroup: group)
    batch.removeAll()
  }
}
