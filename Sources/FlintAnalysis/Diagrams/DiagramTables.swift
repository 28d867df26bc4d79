/// A bijection of 64 bits under which neighbouring numbers land far apart.
func mix(_ value: UInt64) -> UInt64 {
  var value = value &* 0x9E37_79B9_7F4A_7C15
  value ^= value >> 32
  value = value &* 0xD6E8_FEB8_6659_FD93
  return value ^ (value >> 29)
}

/// Finds the node that exists already: open addressing over node numbers, at most half full.
struct UniqueTable {
  /// Zero where free; the terminals are never looked up.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)

  func needsSpace(for nodes: Int) -> Bool { nodes * 2 >= slots.count }

  /// Makes the table four times as large; `hashes` are those of the nodes from the first on that is looked up.
  mutating func grow(hashes: some Sequence<UInt64>, from first: Int) {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for (node, hash) in zip(first..., hashes) {
      var slot = slot(for: hash)
      while self[slot] != nil { slot = next(slot) }
      self[slot] = node
    }
  }

  func slot(for hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

  func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  subscript(slot: Int) -> Int? {
    get { slots[slot] == 0 ? nil : Int(slots[slot]) }
    set { slots[slot] = newValue.map { UInt32($0) } ?? 0 }
  }
}

/// Results of earlier operations, the latest for each slot; forgetting costs time and changes nothing.
struct ResultCache {
  private struct Entry {
    /// Zero is no operation's: the terminals never get here.
    var one: UInt32 = 0
    var other: UInt32 = 0
    var operation: UInt32 = 0
    var result: UInt32 = 0
  }

  private var entries = [Entry](repeating: Entry(), count: 1 << 10)

  private func slot(_ operation: UInt32, _ one: Diagram, _ other: Diagram) -> Int {
    let key = (UInt64(one.number) << 32 | UInt64(other.number)) ^ UInt64(operation) << 58
    return Int(truncatingIfNeeded: mix(key)) & (entries.count - 1)
  }

  func result(_ operation: UInt32, _ one: Diagram, _ other: Diagram) -> Diagram? {
    let entry = entries[slot(operation, one, other)]
    guard entry.one == one.number, entry.other == other.number, entry.operation == operation,
      entry.one | entry.other != 0
    else { return nil }
    return Diagram(number: entry.result)
  }

  mutating func keep(
    _ result: Diagram, _ operation: UInt32, _ one: Diagram, _ other: Diagram, nodes: Int
  ) {
    if nodes > entries.count, entries.count < 1 << 20 {
      let old = entries
      entries = [Entry](repeating: Entry(), count: entries.count * 4)
      for entry in old where entry.one | entry.other != 0 {
        let (one, other) = (Diagram(number: entry.one), Diagram(number: entry.other))
        entries[slot(entry.operation, one, other)] = entry
      }
    }
    entries[slot(operation, one, other)] = Entry(
      one: one.number, other: other.number, operation: operation, result: result.number)
  }
}

/// A number for some functions, found by theirs.
struct DiagramNumbers {
  /// `.max` where there is none.
  private var numbers: [UInt32] = []

  subscript(diagram: Diagram) -> Int? {
    get {
      let index = Int(diagram.number)
      return index < numbers.count && numbers[index] != .max ? Int(numbers[index]) : nil
    }
    set {
      let index = Int(diagram.number)
      if index >= numbers.count {
        let count = max(index + 1, 2 * numbers.count)
        numbers += [UInt32](repeating: .max, count: count - numbers.count)
      }
      numbers[index] = newValue.map { UInt32($0) } ?? .max
    }
  }
}

/// A set of functions: quick with a few of a large store, and with most of it.
struct DiagramSet {
  private var few: Set<Diagram> = []

  /// Bits by number, once there are more than a few.
  private var words: [UInt64] = []

  private static let limit = 1024

  /// - Returns: whether it was not there.
  mutating func insert(_ diagram: Diagram) -> Bool {
    if words.isEmpty {
      guard few.insert(diagram).inserted else { return false }
      if few.count > Self.limit {
        for known in few { set(known) }
      }
      return true
    }
    return set(diagram)
  }

  @discardableResult
  private mutating func set(_ diagram: Diagram) -> Bool {
    let (word, bit) = (Int(diagram.number >> 6), UInt64(1) << UInt64(diagram.number & 63))
    if word >= words.count {
      words += repeatElement(0, count: max(word + 1, 2 * words.count) - words.count)
    }
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    return true
  }
}
