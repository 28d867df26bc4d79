internal import FlintManifest

/// Pieces of JSON that recur, each under what it depends on.
///
/// A hundred thousand features have few different constraints: most of a large result is copied from here.
struct FragmentCache<Key: Hashable> {
  private var places: [Key: Range<Int>] = [:]
  private var bytes: [UInt8] = []

  /// So many bytes are kept; what comes later is written anew each time.
  private let limit: Int

  init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  /// Calls `use` with the fragment of a key, which `write` makes where it is not there yet.
  @inline(__always)
  mutating func withFragment(
    _ key: Key, make write: (inout ByteSink) -> Void, use: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let place = places[key] ?? insert(key, write) else {
      var sink = ByteSink()
      write(&sink)
      sink.withBytes { use($0.assumingMemoryBound(to: UInt8.self)) }
      return
    }
    bytes.withUnsafeBufferPointer { use(UnsafeBufferPointer(rebasing: $0[place])) }
  }

  /// Nil where the limit is reached.
  private mutating func insert(_ key: Key, _ write: (inout ByteSink) -> Void) -> Range<Int>? {
    guard bytes.count < limit else { return nil }
    let start = bytes.count
    var sink = ByteSink()
    write(&sink)
    sink.withBytes { bytes.append(contentsOf: $0) }
    let place = start..<bytes.count
    places[key] = place
    return place
  }
}
