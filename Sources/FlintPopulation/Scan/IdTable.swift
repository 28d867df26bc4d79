/// Numbers ids, which it finds by their bytes without a `String`. Linear probing with
/// multiplicative hashing (Knuth 1973), at most half full.
struct IdTable: ~Copyable {
  /// First and last eight bytes and the length, from which the hash is computed.
  struct Key: Equatable {
    /// The first eight bytes, padded with zeros.
    private(set) var first: UInt64 = 0
    /// The last eight bytes; equals ``first`` in shorter ids.
    private(set) var last: UInt64 = 0
    /// In bytes; -1 in a free slot.
    private(set) var length: Int32 = -1

    fileprivate init() {}

    @inline(__always)
    init(_ token: Token) {
      length = Int32(truncatingIfNeeded: token.length)
      if token.length >= 8 {
        first = token.first
        last = ByteCursor.word(at: token.start + (token.length &- 8))
      } else {
        first = token.first & ~(UInt64.max &<< UInt64(truncatingIfNeeded: token.length &* 8))
        last = first
      }
    }
  }

  private struct Slot {
    var key = Key()
    var number: Int32 = -1
    /// The id's bytes, compared only if there are more than sixteen.
    var text: UnsafeMutablePointer<UInt8>?
  }

  private var slots: Table<Slot>
  private(set) var count = 0
  private var mask: Int
  private var shift: UInt64

  init(_ ids: [String]) {
    self.init(capacity: ids.count)
    for id in ids where !id.isEmpty {
      Token.with(id) { _ = insert($0) }
    }
  }

  init(capacity: Int) {
    var bits = 4
    while 1 << bits < capacity * 4 { bits += 1 }
    slots = Table(repeating: Slot(), count: 1 << bits)
    mask = (1 << bits) - 1
    shift = UInt64(64 - bits)
  }

  deinit {
    for index in 0..<slots.count { slots[index].text?.deallocate() }
  }

  // MARK: Looking up

  @inline(__always)
  private func slotIndex(of key: Key) -> Int {
    let mixed =
      key.first ^ (key.last &* 0xD6E8_FEB8_6659_FD93) &+ UInt64(bitPattern: Int64(key.length))
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// The id's number in the order of insertion; -1 if absent.
  @inline(__always)
  func number(of token: Token) -> Int {
    let key = Key(token)
    var index = slotIndex(of: key)
    while true {
      if slots[index].key == key,
        token.length <= 16 || Self.isEqual(slots[index].text, token.start, token.length)
      {
        return Int(slots[index].number)
      }
      if slots[index].key.length < 0 { return -1 }
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

  /// Adds an id, which must be absent, and returns its number.
  mutating func insert(_ token: Token) -> Int {
    if count * 2 > mask { grow() }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: token.length)
    text.initialize(from: token.start, count: token.length)
    put(Slot(key: Key(token), number: Int32(count), text: text))
    count += 1
    return count - 1
  }

  private func put(_ slot: Slot) {
    var index = slotIndex(of: slot.key)
    while slots[index].key.length >= 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private mutating func grow() {
    var old = Table(repeating: Slot(), count: slots.count * 4)
    swap(&old, &slots)
    mask = slots.count - 1
    shift -= 2
    for index in 0..<old.count where old[index].key.length >= 0 { put(old[index]) }
  }

  func enumerate(_ body: (_ id: UnsafeBufferPointer<UInt8>, _ number: Int) -> Void) {
    for index in 0..<slots.count {
      let slot = slots[index]
      let length = Int(slot.key.length)
      if length >= 0 {
        body(UnsafeBufferPointer(start: slot.text, count: length), Int(slot.number))
      }
    }
  }
}

/// Undeclared ids in the input, each with its number of valid lines. Memory is bounded: beyond a
/// limit, only the counts of the first ids in code point order are kept.
struct IgnoredIds: ~Copyable {
  private var table = IdTable(capacity: 64)

  private struct Entry {
    var lines: Int64 = 0
    /// The last line with the id. ``sections`` has a bit for each of its sections with the id.
    var line = -1
    var sections: UInt32 = 0
  }

  private var entries: [Entry] = []
  private var counts: [UndeclaredID: Int64] = [:]
  private var lastCounted: UndeclaredID?

  private var current: [Int] = []

  mutating func beginLine() { current.removeAll(keepingCapacity: true) }

  /// Notes an id of the line. False for a duplicate key.
  mutating func note(_ token: Token, sectionBit sections: UInt32, line: Int) -> Bool {
    var number = table.number(of: token)
    if number < 0 {
      number = table.insert(token)
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
  case section(StateSection)
  case id, weight, expect

  static var named: [(key: LineKey, name: String)] {
    StateSection.allCases.map { (.section($0), $0.name) }
      + [(.id, "id"), (.weight, "weight"), (.expect, "expect")]
  }
}
