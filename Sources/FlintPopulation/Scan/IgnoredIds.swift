/// The undeclared ids that lines mention, with the number of lines for each.
struct IgnoredIds: ~Copyable {
  private var table = IdTable(capacity: 64)

  private struct Entry {
    /// The number of lines that mention the id.
    var lines: Int64 = 0
    /// The last line that mentioned the id, and a bit for each of its sections that did.
    var line = -1
    var places: UInt32 = 0
  }

  private var entries: [Entry] = []

  /// The undeclared ids of the current line. They are counted when the line is accepted.
  private var current: [Int] = []

  deinit { table.deallocate() }

  mutating func beginLine() { current.removeAll(keepingCapacity: true) }

  /// Records an id of the current line. Returns false if the same section has already mentioned it, which means a
  /// duplicate key.
  mutating func note(_ token: Token, placeBit: UInt32, line: Int) -> Bool {
    note(IdTable.Key(token), at: token.start, places: placeBit, line: line)
  }

  /// Records an id of a line that the general parser has read.
  mutating func note(_ id: String, line: Int) {
    var id = id
    id.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = note(IdTable.Key(start, length: bytes.count), at: start, places: 0, line: line)
    }
  }

  private mutating func note(
    _ key: IdTable.Key, at start: UnsafePointer<UInt8>, places: UInt32, line: Int
  ) -> Bool {
    var number = table.number(of: key, at: start)
    if number < 0 {
      number = table.insert(key, at: start)
      entries.append(Entry())
    }
    if entries[number].line != line {
      entries[number].line = line
      entries[number].places = places
      current.append(number)
      return true
    }
    defer { entries[number].places |= places }
    return entries[number].places & places == 0
  }

  /// Counts the current line for each of its undeclared ids.
  mutating func commitLine() {
    for number in current { entries[number].lines += 1 }
  }

  /// Adds the counts to those of other threads.
  func add(to counts: inout [UndeclaredID: Int64]) {
    table.enumerate { id, number in
      if entries[number].lines > 0 {
        counts[UndeclaredID(utf8: id), default: 0] += entries[number].lines
      }
    }
  }
}
