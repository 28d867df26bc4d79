/// Three-valued, a bit for each state.
struct StateTruthMasks: Equatable {
  private(set) var yes: [UInt64]

  private(set) var notFalse: [UInt64]

  /// The same in every state.
  init(words: Int, yes: Bool = false, notFalse: Bool = false) {
    self.yes = [UInt64](repeating: yes ? .max : 0, count: words)
    self.notFalse = [UInt64](repeating: notFalse ? .max : 0, count: words)
  }

  private init(yes: [UInt64], notFalse: [UInt64]) {
    (self.yes, self.notFalse) = (yes, notFalse)
  }

  mutating func set(_ state: Int, yes isYes: Bool, notFalse isNotFalse: Bool) {
    let bit: UInt64 = 1 << UInt64(state & 63)
    if isYes { yes[state >> 6] |= bit } else { yes[state >> 6] &= ~bit }
    if isNotFalse { notFalse[state >> 6] |= bit } else { notFalse[state >> 6] &= ~bit }
  }

  static func & (one: StateTruthMasks, other: StateTruthMasks) -> StateTruthMasks {
    StateTruthMasks(
      yes: combined(one.yes, other.yes, &), notFalse: combined(one.notFalse, other.notFalse, &))
  }

  static func | (one: StateTruthMasks, other: StateTruthMasks) -> StateTruthMasks {
    StateTruthMasks(
      yes: combined(one.yes, other.yes, |), notFalse: combined(one.notFalse, other.notFalse, |))
  }

  static prefix func ! (plane: StateTruthMasks) -> StateTruthMasks {
    StateTruthMasks(yes: plane.notFalse.map(~), notFalse: plane.yes.map(~))
  }

  private static func combined(
    _ one: [UInt64], _ other: [UInt64], _ combine: (UInt64, UInt64) -> UInt64
  ) -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: one.count) { words, count in
      for index in one.indices {
        (words.baseAddress! + index).initialize(to: combine(one[index], other[index]))
      }
      count = one.count
    }
  }

  /// - Parameter isCoarse: Unknown counts as false.
  func differs(from other: StateTruthMasks, in mask: [UInt64], isCoarse: Bool = false) -> Bool {
    mask.indices.contains { index in
      let changed =
        (yes[index] ^ other.yes[index]) | (isCoarse ? 0 : notFalse[index] ^ other.notFalse[index])
      return changed & mask[index] != 0
    }
  }
}
