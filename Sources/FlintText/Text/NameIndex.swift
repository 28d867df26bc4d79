/// A hash table that assigns numbers to names: 0 to the first name that is added, 1 to the next different one, and so
/// on. Names are compared byte by byte, without Unicode normalization.
package struct NameIndex: Hashable, Sendable {
  /// The names in this table, without duplicates, in the order in which they were added. The index of a name in this
  /// array is the number that the table assigns to the name.
  package private(set) var names: [String] = []
  /// The slots of the hash table. A slot contains the index in ``names`` of a name, plus one, or 0 if the slot is free.
  // INVARIANT: the number of slots is a power of two, and at most half of the slots are used.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 16)

  package init() {}

  package init(_ names: [String]) {
    for name in names { insert(name) }
  }

  /// Adds a name unless it is already in the table.
  ///
  /// - Returns: The index of the name, and whether the name was added.
  @discardableResult
  package mutating func insert(_ name: String) -> (index: Int, isNew: Bool) {
    var name = name
    let (slot, found) = name.withUTF8 { self.slot(of: $0) }
    if let found { return (found, false) }
    names.append(name)
    slots[slot] = UInt32(names.count)
    if names.count * 2 > slots.count { grow() }
    return (names.count - 1, true)
  }

  package func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { slot(of: $0).found }
  }

  /// Returns the index of a name in UTF-8, or nil if the table does not contain the name.
  package func index(of bytes: UnsafeBufferPointer<UInt8>) -> Int? { slot(of: bytes).found }

  /// Returns the index of the name that a JSON string contains, or nil if the table does not contain the name.
  package func index(of value: JSONValue) -> Int? { value.withUTF8 { index(of: $0) } }

  private func slot(of bytes: UnsafeBufferPointer<UInt8>) -> (slot: Int, found: Int?) {
    let mask = slots.count - 1
    var slot = Self.hash(bytes) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if Self.isSame(names[index], bytes) { return (slot, index) }
      slot = (slot + 1) & mask
    }
    return (slot, nil)
  }

  /// Returns a hash of a name. Its seed is random in each run of the program, so that nobody can prepare an input in
  /// which all names have the same hash.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize() & .max
  }

  @inline(__always)
  private static func isSame(_ name: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let utf8 = name.utf8
    guard utf8.count == bytes.count, let right = bytes.baseAddress else {
      return utf8.count == bytes.count
    }
    return utf8.withContiguousStorageIfAvailable { left in
      left.baseAddress.map { ByteScan.isEqual($0, right, count: bytes.count) } ?? true
    } ?? utf8.elementsEqual(bytes)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for (index, name) in names.enumerated() {
      var name = name
      var slot = name.withUTF8 { Self.hash($0) } & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index + 1)
    }
  }
}
