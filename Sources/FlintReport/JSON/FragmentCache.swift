internal import FlintManifest

/// Something that pieces of JSON are remembered under.
protocol FragmentKey: Equatable {
  /// Equal keys have equal ones; different keys mostly have different ones.
  var fingerprint: UInt64 { get }
}

/// Pieces of JSON that recur, each under what it depends on.
///
/// A hundred thousand features have few different constraints: most of a large result is copied from here. Each key has
/// one slot that it can be in, and whoever comes first keeps it: neither the memory nor the time of a lookup grows.
struct FragmentCache<Key: FragmentKey> {
  private struct Entry {
    let key: Key
    let place: Range<Int>
  }

  /// Index in `entries` plus one; 0 for none.
  private var slots: [UInt16]
  private var entries: [Entry] = []
  private var bytes: [UInt8] = []

  /// A power of two.
  private static var slotCount: Int { 1 << 13 }

  init() {
    slots = Array(repeating: 0, count: Self.slotCount)
  }

  /// Writes the fragment of a key; false where it is not there.
  @inline(__always)
  func write(_ key: Key, to sink: inout ByteSink) -> Bool {
    let number = Int(slots[Self.slot(of: key)])
    guard number > 0, entries[number - 1].key == key else { return false }
    let place = entries[number - 1].place
    bytes.withUnsafeBufferPointer { sink.append(UnsafeBufferPointer(rebasing: $0[place])) }
    return true
  }

  /// Remembers the fragment of a key, unless its slot is taken.
  mutating func remember(_ fragment: borrowing ByteSink, as key: Key) {
    let slot = Self.slot(of: key)
    guard slots[slot] == 0 else { return }
    let start = bytes.count
    fragment.withBytes { bytes.append(contentsOf: $0) }
    entries.append(Entry(key: key, place: start..<bytes.count))
    slots[slot] = UInt16(entries.count)
  }

  @inline(__always)
  private static func slot(of key: Key) -> Int {
    Int(truncatingIfNeeded: key.fingerprint) & (slotCount - 1)
  }
}

extension ByteSink {
  mutating func append(_ fragment: borrowing ByteSink) {
    fragment.withBytes { append($0.assumingMemoryBound(to: UInt8.self)) }
  }
}
