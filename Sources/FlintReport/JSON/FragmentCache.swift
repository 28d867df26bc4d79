internal import FlintText

/// Pieces of JSON that recur, each under what it depends on.
///
/// A hundred thousand features have few different constraints: most of a large result is copied from here. Each key has
/// one slot that it can be in, and the first to come keeps it: neither the memory nor the time of a lookup grows.
struct FragmentCache {
  private struct Entry {
    let fingerprint: UInt64
    let words: Range<Int>
    let fragment: Range<Int>
  }

  /// Index in `entries` plus one; 0 for none.
  private var slots: [UInt16]
  private var entries: [Entry] = []
  private var words: [UInt64] = []
  private var bytes: [UInt8] = []

  /// A power of two.
  private static var slotCount: Int { 1 << 13 }

  init() {
    slots = Array(repeating: 0, count: Self.slotCount)
  }

  /// Writes the fragment of a key; false where it is not there.
  @inline(__always)
  func write(_ key: borrowing FragmentKey, to json: inout JSONWriter) -> Bool {
    withFragment(of: key) { json.raw($0) }
  }

  /// Writes the fragment of a key behind a block's opening, which it completes; false where it is not there.
  @inline(__always)
  func write(
    _ key: borrowing FragmentKey, behind guardPrefixes: borrowing GuardPrefixes, _ block: Int?,
    to json: inout JSONWriter
  ) -> Bool {
    withFragment(of: key) { fragment in
      guardPrefixes.withOpening(of: block) { json.raw($0, fragment) }
    }
  }

  /// Lends the fragment of a key; false where it is not there.
  @inline(__always)
  private func withFragment(
    of key: borrowing FragmentKey, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    let number = Int(slots[Self.slot(of: key)])
    guard number > 0, case let entry = entries[number - 1], entry.fingerprint == key.fingerprint,
      key.equals(words, at: entry.words)
    else { return false }
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[entry.fragment])) }
    return true
  }

  /// Whether a fragment of that key would be remembered.
  func hasRoom(for key: borrowing FragmentKey) -> Bool { slots[Self.slot(of: key)] == 0 }

  /// Remembers the fragment of a key that there is room for, less the opening that it begins with.
  mutating func remember(
    _ fragment: borrowing ByteSink, from start: Int = 0, as key: borrowing FragmentKey
  ) {
    let (wordStart, byteStart) = (words.count, bytes.count)
    words.append(contentsOf: key.words)
    fragment.withBytes { bytes.append(contentsOf: $0.dropFirst(start)) }
    entries.append(
      Entry(
        fingerprint: key.fingerprint, words: wordStart..<words.count,
        fragment: byteStart..<bytes.count))
    slots[Self.slot(of: key)] = UInt16(entries.count)
  }

  @inline(__always)
  private static func slot(of key: borrowing FragmentKey) -> Int {
    Int(truncatingIfNeeded: key.fingerprint) & (slotCount - 1)
  }
}
