internal import FlintModel

/// Finds a line's group. Each thread has its own, without locks.
struct GroupNumbers: ~Copyable {
  private let totals: GroupTotals
  private var values: GroupCodes

  private var codes: [UInt64]

  private var known: [[UInt64]: Int32] = [:]

  init(_ totals: GroupTotals, _ manifest: Manifest) {
    self.totals = totals
    values = GroupCodes(totals.keys, manifest)
    codes = [UInt64](repeating: 0, count: totals.keys.count)
  }

  /// For the line that the ``StateScanner`` has read.
  mutating func number(
    of given: StateScanner.Given, scannedBy scanner: borrowing StateScanner
  ) -> Int32 {
    for index in codes.indices { codes[index] = values.code(ofKey: index, given, scanner) }
    return number()
  }

  mutating func number(of state: DeviceState) -> Int32 {
    let state = ResolvedState(state, in: values.manifest)
    for index in codes.indices { codes[index] = values.code(ofKey: index, in: state) }
    return number()
  }

  private mutating func number() -> Int32 {
    if let number = known[codes] { return number }
    let number = totals.number(
      ofGroup: codes.indices.map { values.value(of: codes[$0], ofKey: $0) })
    known[codes] = number
    return number
  }
}
