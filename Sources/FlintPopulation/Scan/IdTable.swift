internal import FlintManifest
internal import FlintModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Ids by their bytes in the line, without a `String`. Linear probing with multiplicative hashing
/// (Knuth 1973), at most half full.
struct IdTable: ~Copyable {
  struct Slot {
    /// Padded with zeros.
    var first: UInt64
    /// The last eight bytes; ``first`` in shorter ids.
    var last: UInt64
    /// -1 if free.
    var length: Int32
    var number: Int32
    /// Compared above sixteen bytes only.
    var text: UnsafeMutablePointer<UInt8>?
  }

  private(set) var slots: UnsafeMutablePointer<Slot>
  private(set) var count = 0
  private var mask: Int
  private var shift: UInt64

  init(_ ids: [String]) {
    self.init(capacity: ids.count)
    for var id in ids {
      id.withUTF8 { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        insert(Key(start, length: bytes.count), at: start)
      }
    }
  }

  init(capacity: Int) {
    var bits = 4
    while 1 << bits < capacity * 4 { bits += 1 }
    slots = Self.free(1 << bits)
    mask = (1 << bits) - 1
    shift = UInt64(64 - bits)
  }

  private static func free(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    let free = Slot(first: 0, last: 0, length: -1, number: -1, text: nil)
    slots.initialize(repeating: free, count: count)
    return slots
  }

  deinit {
    for index in 0...mask { slots[index].text?.deallocate() }
    slots.deallocate()
  }

  // MARK: Looking up

  /// First and last eight bytes and the length, from which the hash is computed.
  struct Key {
    let first: UInt64
    let last: UInt64
    let length: Int

    @inline(__always)
    init(_ token: Token) {
      length = token.length
      if length >= 8 {
        first = token.first
        last = ByteCursor.word(at: token.start + (length &- 8))
      } else {
        first = token.first & ~(UInt64.max &<< UInt64(truncatingIfNeeded: length &* 8))
        last = first
      }
    }

    init(_ start: UnsafePointer<UInt8>, length: Int) {
      func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      self.length = length
      first = word(UnsafeBufferPointer(start: start, count: Swift.min(length, 8)))
      last =
        length < 8 ? first : word(UnsafeBufferPointer(start: start + (length - 8), count: 8))
    }
  }

  @inline(__always)
  private func slotIndex(of key: Key) -> Int {
    let mixed =
      key.first ^ (key.last &* 0xD6E8_FEB8_6659_FD93) &+ UInt64(bitPattern: Int64(key.length))
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// In the order of insertion; -1 if absent.
  @inline(__always)
  func number(of token: Token) -> Int {
    if token.length == 0 { return -1 }
    return number(of: Key(token), at: token.start)
  }

  @inline(__always)
  func number(of key: Key, at start: UnsafePointer<UInt8>) -> Int {
    var index = slotIndex(of: key)
    while true {
      let slot = slots + index
      if slot.pointee.first == key.first, slot.pointee.last == key.last,
        Int(slot.pointee.length) == key.length,
        key.length <= 16 || Self.isEqual(slot.pointee.text, start, key.length)
      {
        return Int(slot.pointee.number)
      }
      if slot.pointee.length < 0 { return -1 }
      index = (index &+ 1) & mask
    }
  }

  @inline(never)
  private static func isEqual(
    _ text: UnsafeMutablePointer<UInt8>?, _ start: UnsafePointer<UInt8>, _ length: Int
  ) -> Bool {
    guard let text else { return false }
    return memcmp(text, start, length) == 0
  }

  // MARK: Adding

  /// Must be absent.
  @discardableResult
  mutating func insert(_ key: Key, at start: UnsafePointer<UInt8>) -> Int {
    if count * 2 > mask { grow() }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: key.length)
    text.initialize(from: start, count: key.length)
    defer { count += 1 }
    put(
      Slot(
        first: key.first, last: key.last, length: Int32(key.length), number: Int32(count),
        text: text))
    return count
  }

  private func put(_ slot: Slot) {
    guard let text = slot.text else { return }
    var index = slotIndex(of: Key(text, length: Int(slot.length)))
    while slots[index].length >= 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private mutating func grow() {
    let old = slots
    let oldCount = mask + 1
    slots = Self.free(oldCount * 4)
    mask = oldCount * 4 - 1
    shift -= 2
    for index in 0..<oldCount where old[index].length >= 0 { put(old[index]) }
    old.deallocate()
  }

  func enumerate(_ body: (_ id: UnsafeBufferPointer<UInt8>, _ number: Int) -> Void) {
    for index in 0...mask where slots[index].length >= 0 {
      let slot = slots[index]
      body(UnsafeBufferPointer(start: slot.text, count: Int(slot.length)), Int(slot.number))
    }
  }
}

/// Undeclared ids in the input, each with its number of valid lines. Memory is bounded: new ids are
/// moved to the counts that are kept, of which the first remain.
struct IgnoredIds: ~Copyable {
  private var table = IdTable(capacity: 64)

  private struct Entry {
    var lines: Int64 = 0
    /// The last line that had the id; ``sections`` has a bit for each of its sections.
    var line = -1
    var sections: UInt32 = 0
  }

  private var entries: [Entry] = []
  private var counts: [UndeclaredID: Int64] = [:]
  private var lastCounted: UndeclaredID?

  private var current: [Int] = []

  mutating func beginLine() { current.removeAll(keepingCapacity: true) }

  /// False for a duplicate key.
  mutating func note(_ token: Token, sectionBit: UInt32, line: Int) -> Bool {
    note(IdTable.Key(token), at: token.start, sections: sectionBit, line: line)
  }

  mutating func note(_ id: String, line: Int) {
    var id = id
    id.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = note(IdTable.Key(start, length: bytes.count), at: start, sections: 0, line: line)
    }
  }

  private mutating func note(
    _ key: IdTable.Key, at start: UnsafePointer<UInt8>, sections: UInt32, line: Int
  ) -> Bool {
    var number = table.number(of: key, at: start)
    if number < 0 {
      number = table.insert(key, at: start)
      entries.append(Entry())
    }
    if entries[number].line != line {
      entries[number].line = line
      entries[number].sections = sections
      current.append(number)
      return true
    }
    defer { entries[number].sections |= sections }
    return entries[number].sections & sections == 0
  }

  /// Counts the line's ids, once all of it is valid.
  mutating func commitLine() {
    for number in current { entries[number].lines += 1 }
    if entries.count > UndeclaredID.limit { moveEntries() }
  }

  private mutating func moveEntries() {
    table.enumerate { id, number in
      let (id, lines) = (UndeclaredID(utf8: id), entries[number].lines)
      let isCounted = lastCounted.map { id <= $0 } ?? true
      if lines > 0, isCounted { counts[id, default: 0] += lines }
    }
    if counts.count > UndeclaredID.limit { lastCounted = counts.keepFirst() }
    table = IdTable(capacity: 64)
    entries = []
    current = []
  }

  mutating func add(to total: inout [UndeclaredID: Int64]) {
    moveEntries()
    total.merge(counts, uniquingKeysWith: +)
    total.keepFirst()
  }
}

/// A key of a state, or `expect`.
enum LineKey {
  case state(StateKey)
  case expect

  static var named: [(key: LineKey, name: String)] {
    StateKey.allCases.map { (.state($0), $0.name) }
      + [(.expect, StateReader.expectationsKey.description)]
  }
}
