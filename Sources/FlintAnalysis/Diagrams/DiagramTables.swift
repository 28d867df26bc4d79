/// Returns a hash of a number, by multiplications and shifts as in the finalizer of MurmurHash. Different numbers have
/// different hashes, and neighbouring numbers have hashes that are far apart.
func mix(_ value: UInt64) -> UInt64 {
  var value = value &* 0x9E37_79B9_7F4A_7C15
  value ^= value >> 32
  value = value &* 0xD6E8_FEB8_6659_FD93
  return value ^ (value >> 29)
}

/// A unique table (Brace, Rudell and Bryant 1990): a hash table in which a store looks up a diagram node by its
/// content, so that it never creates two equal nodes. The table uses open addressing, and at most half of its slots are
/// used.
struct UniqueTable {
  /// The node number in each slot; 0 if the slot is free. Node 0 is a terminal, and terminals are never in the table.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)

  func needsSpace(for nodes: Int) -> Bool { nodes * 2 >= slots.count }

  /// Makes the table four times as large and inserts the nodes again.
  ///
  /// - Parameters:
  ///   - hashes: The hashes of all nodes except terminals (the constant nodes, which are never in the table), in the
  ///     order of the nodes' numbers.
  ///   - first: The number of the first node that is not a terminal. The numbers of the terminals are lower.
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

/// A computed table (Brace, Rudell and Bryant 1990): a cache for the results of operations such as AND. Each slot keeps
/// only its latest result. A result that was overwritten is computed again, which costs time but changes no result.
/// Without the table, `validate` of 1,000 features takes 1.9 times as long, and a comparison of two chains of 1,000
/// features does not end.
struct ResultCache {
  private struct Entry {
    /// The node number of the first operand of the operation whose result is in this slot. If it and the number of the
    /// second operand are both 0, the slot is free: node 0 is a terminal, and operations on two terminals are not
    /// cached.
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
    if nodes > entries.count, entries.count < AnalysisLimits.cachedResults {
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
