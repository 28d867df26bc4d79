internal import FlintCore

/// The states of each group that wait to be evaluated in batches.
///
/// Evaluating a batch costs the same for a few states as for a full batch, and the states of one batch belong to many
/// groups. The facts of each state are therefore appended to the list of its group, and the list is evaluated as a
/// batch when it has enough states to fill one.
struct GroupedStates: ~Copyable {
  /// The maximum number of words in all lists together.
  private static let maxWords = 8 << 20

  private let totals: GroupTotals
  private let thread: Int
  private var batch: StateBatch
  private var waiting: [StateList] = []
  private var wordCount = 0

  /// The planes that each state of a batch sets. Every state has the same capacity.
  private var planes: UnsafeMutablePointer<Plane>

  /// The number of planes of each state of a batch.
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

  /// Adds the states of a batch to the lists of their groups.
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
    if wordCount > Self.maxWords { judgeAll() }
  }

  /// Lists the planes that each state of a batch sets. Returns false if the capacity is too small.
  private func listPlanes(of states: borrowing StateBatch) -> Bool {
    let words = UnsafeRawPointer(states.planes).assumingMemoryBound(to: UInt64.self)
    let wordCount = (states.count + 63) / 64
    counts.initialize(repeating: 0, count: Lanes.laneCount)
    // Skip the planes that no step reads; see ``PlaneLayout/unread``.
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

  /// Evaluates all waiting states. Each thread starts at a different group, so that the threads do not wait for each
  /// other.
  mutating func judgeAll() {
    let first = waiting.count * (thread & 7) / 8
    for index in waiting.indices {
      let group = index + first < waiting.count ? index + first : index + first - waiting.count
      if waiting[group].count > 0 { judge(group) }
    }
  }

  /// Evaluates the waiting states of a group.
  private mutating func judge(_ group: Int) {
    wordCount -= waiting[group].wordCount
    waiting[group].move(to: &batch)
    totals.add(batch, toGroup: group)
    batch.removeAll()
  }
}
