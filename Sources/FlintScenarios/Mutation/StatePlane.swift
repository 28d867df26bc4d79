/// A truth for each of many states, a bit for each.
struct StatePlane: Equatable {
  private(set) var yes: [UInt64]

  /// Yes or unknown.
  private(set) var notFalse: [UInt64]

  /// The same truth everywhere: no, or what is said.
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

  static func & (one: StatePlane, other: StatePlane) -> StatePlane {
    StatePlane(
      yes: combined(one.yes, other.yes, &), notFalse: combined(one.notFalse, other.notFalse, &))
  }

  static func | (one: StatePlane, other: StatePlane) -> StatePlane {
    StatePlane(
      yes: combined(one.yes, other.yes, |), notFalse: combined(one.notFalse, other.notFalse, |))
  }

  static prefix func ! (plane: StatePlane) -> StatePlane {
    StatePlane(yes: plane.notFalse.map(~), notFalse: plane.yes.map(~))
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

  /// Whether the two differ in a state that `mask` has; `isCoarse`: unknown is as good as no.
  func differs(from other: StatePlane, in mask: [UInt64], isCoarse: Bool = false) -> Bool {
    mask.indices.contains { index in
      let changed =
        (yes[index] ^ other.yes[index]) | (isCoarse ? 0 : notFalse[index] ^ other.notFalse[index])
      return changed & mask[index] != 0
    }
  }
}
