/// The ids in the input that the manifest does not declare, with the number of valid lines that mention each of them.
/// Memory is bounded: new ids are moved to the counts that are kept, of which the first remain.
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

  deinit { table.deallocate() }

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

  /// Once the whole line is valid.
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
    table.deallocate()
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
