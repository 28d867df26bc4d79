/// Numbers names from 0, compared byte by byte.
package struct NameIndex: Hashable, Sendable {
  package private(set) var names: [String] = []
  /// An index in ``names`` plus one; 0 is free.
  // INVARIANT: the number of slots is a power of two, and at most half of the slots are used.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 16)

  package init() {}

  package init(_ names: [String]) {
    for name in names { insert(name) }
  }

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

  /// In UTF-8.
  package func index(of bytes: UnsafeBufferPointer<UInt8>) -> Int? { slot(of: bytes).found }

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

  /// Seeded at random, so that no input can make all hashes equal.
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
