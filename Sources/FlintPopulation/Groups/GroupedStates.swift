internal import FlintCore

/// States that wait until there are enough of their group to be judged together.
///
/// Judging costs as much for a few states as for a whole batch, so those of a batch, which are of many groups, are parted: what each
/// says goes to its group's list, and back into a batch once that is full.
struct GroupedStates: ~Copyable {
  /// The lists hold no more entries than this together.
  private static let mostEntries = 8 << 20

  private static let slotBits: UInt32 = 9

  private let totals: GroupTotals
  private var batch: StateBatch
  private var tally: PopulationTally
  private var waiting: [Group] = []
  private var entryCount = 0

  /// The slots of the states of a batch in their groups' lists.
  private var slots = [UInt32](repeating: 0, count: Lanes.laneCount)

  private struct Group {
    /// A plane that a state sets, with the state's slot in the lowest bits.
    var entries: [UInt32] = []
    var weights: [UInt64] = []
  }

  init(_ totals: GroupTotals, _ program: PopulationProgram) {
    self.totals = totals
    batch = StateBatch(program)
    tally = PopulationTally(program)
  }

  /// Takes the states of a batch.
  ///
  /// - Parameter numbers: those of the groups in ``GroupTotals``.
  mutating func add(_ states: borrowing StateBatch, _ numbers: [Int]) {
    while waiting.count < numbers.count { waiting.append(Group()) }
    for lane in 0..<states.count {
      let group = Int(states.groups[lane])
      slots[lane] = UInt32(waiting[group].weights.count)
      waiting[group].weights.append(states.weights[lane])
    }
    addEntries(of: states)
    for lane in 0..<states.count {
      let group = Int(states.groups[lane])
      if waiting[group].weights.count >= Lanes.laneCount { judge(group, numbers) }
    }
    if entryCount > Self.mostEntries { judgeAll(numbers) }
  }

  private mutating func addEntries(of states: borrowing StateBatch) {
    let words = UnsafeRawPointer(states.planes).assumingMemoryBound(to: UInt64.self)
    let wordCount = (states.count + 63) / 64
    let groups = states.groups
    waiting.withUnsafeMutableBufferPointer { waiting in
      slots.withUnsafeBufferPointer { slots in
        // The first planes are nobody's.
        for plane in 3..<states.program.layout.count {
          let first = words + plane &* Lanes.scalarCount
          for word in 0..<wordCount {
            var bits = first[word]
            while bits != 0 {
              let lane = word &* 64 &+ bits.trailingZeroBitCount
              bits &= bits &- 1
              waiting[Int(groups[lane])].entries.append(
                UInt32(truncatingIfNeeded: plane) &<< Self.slotBits | slots[lane])
              entryCount &+= 1
            }
          }
        }
      }
    }
  }

  /// Judges what is left.
  mutating func judgeAll(_ numbers: [Int]) {
    for group in waiting.indices {
      while !waiting[group].weights.isEmpty { judge(group, numbers) }
    }
  }

  /// Judges the first states that wait in a group, as many as a batch has room for.
  private mutating func judge(_ group: Int, _ numbers: [Int]) {
    let count = min(waiting[group].weights.count, Lanes.laneCount)
    let mask: UInt32 = 1 &<< Self.slotBits &- 1
    var rest = 0
    waiting[group].entries.withUnsafeMutableBufferPointer { entries in
      for entry in entries {
        let slot = Int(entry & mask)
        if slot < Lanes.laneCount {
          batch.lane(slot).set(Plane(truncatingIfNeeded: entry &>> Self.slotBits))
        } else {
          entries[rest] = entry &- UInt32(Lanes.laneCount)
          rest &+= 1
        }
      }
    }
    entryCount -= waiting[group].entries.count - rest
    waiting[group].entries.removeLast(waiting[group].entries.count - rest)
    for slot in 0..<count { batch.commit(weight: waiting[group].weights[slot]) }
    waiting[group].weights.removeFirst(count)
    tally.add(batch)
    totals.add(tally, toGroup: numbers[group])
    tally.removeAll()
    batch.removeAll()
  }
}
