internal import FlintModel

final class GroupTotals: Sendable {
  let keys: [GroupKey]
  private let program: PopulationProgram
  private let groups = Locked(Groups())
  private let threads = Locked(0)

  private struct Groups: Sendable {
    var numbers: [[GroupValue]: Int32] = [:]
    var values: [[GroupValue]] = []
    var tallies: [Tally] = []
    var areTooMany = false
  }

  private final class Tally: @unchecked Sendable {
    private let lock = Locked(())
    // INVARIANT: `sums` is accessed only while `lock` is held.
    private var sums: PopulationTally

    init(_ program: PopulationProgram) { sums = PopulationTally(program) }

    func withSums(_ body: (inout PopulationTally) -> Void) {
      lock.withLock { _ in body(&sums) }
    }
  }

  init(_ keys: [GroupKey], _ program: PopulationProgram) {
    self.keys = keys
    self.program = program
  }

  var keyNames: [String] { keys.map { $0.name(in: program.manifest) } }

  /// Above ``Audience/maxGroups``; totals are then incomplete.
  var areTooMany: Bool { groups.withLock { $0.areTooMany } }

  /// Meaningless if ``areTooMany``.
  func number(ofGroup values: [GroupValue]) -> Int32 {
    if let known = groups.withLock({ $0.numbers[values] }) { return known }
    // The totals are allocated before the lock is taken, because this takes long. Another thread may add the same group
    // meanwhile.
    let tally = Tally(program)
    return groups.withLock { groups in
      if let known = groups.numbers[values] { return known }
      guard groups.values.count < Audience.maxGroups else {
        groups.areTooMany = true
        return 0
      }
      let number = Int32(groups.values.count)
      groups.numbers[values] = number
      groups.values.append(values)
      groups.tallies.append(tally)
      return number
    }
  }

  /// A number of its own for each thread, called once. It determines the group with which the
  /// thread begins in ``GroupedStates/evaluateAll()``, so that threads rarely wait for each other.
  func numberOfThread() -> Int {
    threads.withLock { count in
      defer { count += 1 }
      return count
    }
  }

  func add(_ batch: borrowing StateBatch, toGroup number: Int) {
    let tally = groups.withLock { $0.tallies[number] }
    tally.withSums { $0.add(batch) }
  }

  /// Ordered by values, and removed. Incomplete if ``PopulationTally/isWeightTooLarge``.
  /// - Parameter total: Gets the sums of all groups added.
  func audiences(addingTo total: inout PopulationTally) -> [Audience.Group] {
    let names = keyNames
    var (values, tallies) = groups.withLock { groups in
      defer { groups = Groups() }
      return (groups.values, groups.tallies)
    }
    let listed = program.listedSums()
    var all: [Audience.Group] = []
    while let values = values.popLast(), let tally = tallies.popLast() {
      var group = Audience.Group(
        key: zip(names, values).map { .init(name: $0, value: $1) }, states: 0, weight: 0,
        numbers: Audience.Numbers([]))
      tally.withSums { sums in
        total.add(sums)
        guard !total.isWeightTooLarge else { return }
        group.states = Int64(sums.states)
        group.weight = Int64(sums.weight)
        group.numbers = Audience.Numbers(sums.sums, in: listed)
      }
      all.append(group)
    }
    return all.sorted { $0.key.precedes($1.key) }
  }
}
