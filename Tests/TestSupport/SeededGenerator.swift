/// A pseudo-random number generator with a seed, for reproducible sequences (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  public mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns true with a probability of 1 in `count`.
  public mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

  /// Returns a random element of a collection, which must not be empty.
  public mutating func pick<Element>(_ several: some Collection<Element>) -> Element {
    guard let one = several.randomElement(using: &self) else {
      preconditionFailure("nothing to pick")
    }
    return one
  }

  /// Returns a random subset with the order preserved. Each element is included with a probability of one half.
  public mutating func some<Element>(of several: some Collection<Element>) -> [Element] {
    several.filter { _ in oneIn(2) }
  }

  /// Returns up to `count` elements in random order.
  public mutating func few<Element>(_ count: Int, of several: some Collection<Element>) -> [Element]
  {
    Array(several.shuffled(using: &self).prefix(int(0...count)))
  }
}
