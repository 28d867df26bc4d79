internal import FlintCore

/// Finds the number of a line's group in ``GroupTotals``, for one thread.
///
/// Each value of a key has a code; see ``GroupCodes``. All that is needed for every line is kept in memory of its own, so that no
/// line counts references.
struct GroupNumbers: ~Copyable {
  private let totals: GroupTotals
  private var values: GroupCodes

  private var keyCount: Int { values.keyCount }

  /// The codes of the line at hand.
  private let codes: UnsafeMutablePointer<UInt64>

  /// For each group met so far its codes, its number in the totals of all threads, and what it is found by.
  private var known: UnsafeMutablePointer<UInt64>
  private var count = 0
  private var capacity = 64

  /// A table of groups, -1 where a slot is free: four slots for each that there is room for.
  private var slots: UnsafeMutablePointer<Int32>

  init(_ totals: GroupTotals, _ manifest: Manifest) {
    self.totals = totals
    values = GroupCodes(totals.keys, manifest)
    codes = .holding([UInt64](repeating: 0, count: totals.keys.count))
    known = .allocate(capacity: capacity * (totals.keys.count + 2))
    slots = .holding([Int32](repeating: -1, count: capacity * 4))
  }

  deinit {
    codes.deallocate()
    known.deallocate()
    slots.deallocate()
  }

  /// The number of the group of a line that has been scanned.
  @inline(__always)
  mutating func number(
    of given: StateScanner.Given, scannedBy scanner: borrowing StateScanner
  ) -> Int32 {
    for index in 0..<keyCount { codes[index] = values.code(ofKey: index, given, scanner) }
    return number()
  }

  /// The number of the group of a state.
  mutating func number(of state: DeviceState) -> Int32 {
    let state = ResolvedState(state, in: values.manifest)
    for index in 0..<keyCount { codes[index] = values.code(ofKey: index, in: state) }
    return number()
  }

  // MARK: Groups

  /// The number of the group with ``codes``.
  @inline(__always)
  private mutating func number() -> Int32 {
    let mask = capacity &* 4 &- 1
    var hash: UInt64 = 0
    for index in 0..<keyCount {
      hash = (hash ^ codes[index]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let group = known + Int(slots[slot]) &* (keyCount &+ 2)
      var isSame = true
      for index in 0..<keyCount { isSame = isSame && group[index] == codes[index] }
      if isSame { return Int32(truncatingIfNeeded: group[keyCount]) }
      slot = (slot &+ 1) & mask
    }
    return add(hash)
  }

  @inline(never)
  private mutating func add(_ hash: UInt64) -> Int32 {
    if count == capacity { grow() }
    let number = totals.number(
      ofGroup: (0..<keyCount).map { values.value(of: codes[$0], ofKey: $0) })
    let group = known + count * (keyCount + 2)
    group.update(from: codes, count: keyCount)
    group[keyCount] = UInt64(number)
    group[keyCount + 1] = hash
    put(count, hash)
    count += 1
    return number
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity * (keyCount + 2))
    larger.update(from: known, count: count * (keyCount + 2))
    known.deallocate()
    known = larger
    slots.deallocate()
    capacity *= 2
    slots = .holding([Int32](repeating: -1, count: capacity * 4))
    for group in 0..<count { put(group, known[group * (keyCount + 2) + keyCount + 1]) }
  }

  private func put(_ group: Int, _ hash: UInt64) {
    let mask = capacity * 4 - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(group)
  }
}
