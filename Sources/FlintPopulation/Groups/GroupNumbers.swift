internal import FlintCore

/// A hash table (open addressing with linear probing) that finds the number of the group to which a line belongs. Each
/// thread has its own table, so that no lock is needed.
///
/// A group is identified by the values of its keys, such as the platform, which ``GroupCodes`` encodes as integers. All
/// memory that is read for every line is allocated by hand, to avoid reference counting.
struct GroupNumbers: ~Copyable {
  private let totals: GroupTotals
  private var values: GroupCodes

  private var keyCount: Int { values.keyCount }

  /// For each property by which states are grouped, such as the platform, its value in the current line, encoded as an
  /// integer by ``GroupCodes``.
  private let codes: UnsafeMutablePointer<UInt64>

  /// For each known group, an entry of `keyCount` + 2 integers: the codes of its values, the group's number in
  /// ``GroupTotals``, and its hash.
  private var known: UnsafeMutablePointer<UInt64>
  private var count = 0
  private var capacity = 64

  /// The slots of the hash table. Each contains the index of a group's entry in `known`, or -1 if it is free. There are
  /// four times as many slots as entries for which `known` has space, so that a search needs few steps.
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

  /// Returns the number of the group to which the state in the current line belongs, after a fast ``StateScanner`` has
  /// read the line.
  @inline(__always)
  mutating func number(
    of given: StateScanner.Given, scannedBy scanner: borrowing StateScanner
  ) -> Int32 {
    for index in 0..<keyCount { codes[index] = values.code(ofKey: index, given, scanner) }
    return number()
  }

  mutating func number(of state: DeviceState) -> Int32 {
    let state = ResolvedState(state, in: values.manifest)
    for index in 0..<keyCount { codes[index] = values.code(ofKey: index, in: state) }
    return number()
  }

  // MARK: Groups

  /// Returns the number of the group whose values, encoded as integers, are in ``codes``. If the group is new, it is
  /// added.
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
