internal import FlintText

/// A cache of recurring parts (fragments) of JSON text, such as the objects of constraints.
///
/// Even a hundred thousand features have few different constraints, so most of a large result is copied from this
/// cache. Each key maps to a single slot (direct mapping), and the first entry stored in a slot is never replaced. The
/// memory and the time of a lookup therefore do not grow with the size of the result.
struct FragmentCache {
  private struct Entry {
    let fingerprint: UInt64
    let words: Range<Int>
    let fragment: Range<Int>
  }

  /// For each slot, the index of its entry plus one; 0 if the slot is empty.
  private var slots: [UInt16]
  private var entries: [Entry] = []
  private var words: [UInt64] = []
  private var bytes: [UInt8] = []

  /// The number of slots. It must be a power of two.
  private static var slotCount: Int { 1 << 13 }

  init() {
    slots = Array(repeating: 0, count: Self.slotCount)
  }

  /// Writes the cached JSON fragment for a key. Returns false if the key is not in the cache.
  @inline(__always)
  func write(_ key: borrowing FragmentKey, to json: inout JSONWriter) -> Bool {
    withFragment(of: key) { json.raw($0) }
  }

  /// Writes the JSON of a constraint in two parts: the beginning, which depends on the conditional block that contains
  /// the constraint, and the cached fragment for a key. Returns false, without writing anything, if the key is not in
  /// the cache.
  @inline(__always)
  func write(
    _ key: borrowing FragmentKey, after guardPrefixes: borrowing GuardPrefixes, _ block: Int?,
    to json: inout JSONWriter
  ) -> Bool {
    withFragment(of: key) { fragment in
      guardPrefixes.withOpening(of: block) { json.raw($0, fragment) }
    }
  }

  /// Passes the cached JSON fragment for a key to a closure. Returns false if the key is not in the cache.
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

  /// Whether a fragment can be stored for the key, because the slot to which the key maps is empty.
  func hasRoom(for key: borrowing FragmentKey) -> Bool { slots[Self.slot(of: key)] == 0 }

  /// Stores a JSON fragment for a key. The slot to which the key maps must be empty.
  ///
  /// - Parameter start: The number of bytes to leave out at the start of the fragment, because this beginning is
  ///   different in each conditional block and ``GuardPrefixes`` provides it.
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
