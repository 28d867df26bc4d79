/// A key that occurs twice in one object: the tape indices of the object, of the first occurrence and of the second.
package struct JSONDuplicateKey: Equatable, Sendable {
  package var object: Int
  package var first: Int
  package var second: Int
}

/// A Bloom filter of 64 bits for the keys of an object. It shows cheaply that an object has no duplicate keys, so that
/// only few objects need a comparison of all keys.
struct JSONKeyFilter {
  private var seen: UInt64 = 0
  /// Whether the object may have duplicate keys, because the filter bit of a key was already set or a key contains
  /// escapes. All keys must then be compared.
  private(set) var needsCheck = false

  @inline(__always)
  mutating func insert(_ key: JSONNode, in bytes: UnsafePointer<UInt8>) {
    // The first and the last byte between the quotation marks. For the empty key `""`, each of these reads gives a
    // quotation mark, so that no byte outside the text is read.
    let first = UInt64(bytes[key.start &+ 1])
    let last = UInt64(bytes[Int(key.extent) &- 2])
    let length = UInt64(key.extent) &- UInt64(key.start)
    let mixed = (first | last << 8 | length << 16) &* 0x9E37_79B9_7F4A_7C15
    let bit: UInt64 = 1 << (mixed &>> 58)
    needsCheck = needsCheck || key.isMarked || seen & bit != 0
    seen |= bit
  }
}

extension JSONDuplicateKey {
  /// Appends the duplicate keys of an object to `found`. Up to eight keys are compared with each other, more are found
  /// with a hash table, so that the time is linear in the size of the object.
  static func find(in object: JSONValue, into found: inout [JSONDuplicateKey]) {
    if object.count <= 8 {
      findByComparing(object, &found)
    } else {
      findByHashing(object, &found)
    }
  }

  private static func findByComparing(_ object: JSONValue, _ found: inout [JSONDuplicateKey]) {
    for (key, _) in object.members {
      for (earlier, _) in object.members {
        if earlier.index == key.index { break }
        if earlier.withUTF8({ key.equals($0) }) {
          found.append(
            JSONDuplicateKey(object: object.index, first: earlier.index, second: key.index))
          break
        }
      }
    }
  }

  private static func findByHashing(_ object: JSONValue, _ found: inout [JSONDuplicateKey]) {
    var first: [ByteComparedKey: Int] = Dictionary(minimumCapacity: object.count)
    for (key, _) in object.members {
      if let earlier = first.updateValue(key.index, forKey: ByteComparedKey(value: key)) {
        found.append(JSONDuplicateKey(object: object.index, first: earlier, second: key.index))
        first[ByteComparedKey(value: key)] = earlier
      }
    }
  }

  /// A key that equals another if both have the same bytes after decoding. Swift's strings are equal in more cases,
  /// because `==` compares them by canonical equivalence.
  private struct ByteComparedKey: Hashable {
    let value: JSONValue

    static func == (left: ByteComparedKey, right: ByteComparedKey) -> Bool {
      left.value.withUTF8 { right.value.equals($0) }
    }

    func hash(into hasher: inout Hasher) {
      value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
