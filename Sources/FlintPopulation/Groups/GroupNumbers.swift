internal import FlintModel

/// A dictionary that finds the number of the group to which a line belongs. Each thread has its own, so that no lock is
/// needed.
///
/// A group is identified by the values of its keys, such as the platform, which ``GroupCodes`` encodes as integers.
struct GroupNumbers: ~Copyable {
  private let totals: GroupTotals
  private var values: GroupCodes

  /// For each property by which states are grouped, such as the platform, its value in the current line, encoded as an
  /// integer by ``GroupCodes``.
  private var codes: [UInt64]

  /// The numbers in ``GroupTotals`` of the groups that this thread has met, by the codes of their values.
  private var known: [[UInt64]: Int32] = [:]

  init(_ totals: GroupTotals, _ manifest: Manifest) {
    self.totals = totals
    values = GroupCodes(totals.keys, manifest)
    codes = [UInt64](repeating: 0, count: totals.keys.count)
  }

  /// Returns the number of the group to which the state in the current line belongs, if the ``StateScanner`` could read
  /// the line: the values of the line are in `given` and in the scanner. If the line has an uncommon form, which the
  /// fast scanner cannot read, the general JSON parser reads its state, and the other function `number(of:)` returns
  /// the number of the group.
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

  /// Returns the number of the group whose values, encoded as integers, are in ``codes``. If the group is new, it is
  /// added.
  private mutating func number() -> Int32 {
    if let number = known[codes] { return number }
    let number = totals.number(
      ofGroup: codes.indices.map { values.value(of: codes[$0], ofKey: $0) })
    known[codes] = number
    return number
  }
}
