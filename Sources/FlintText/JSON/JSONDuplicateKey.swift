/// Indices in the tape.
package struct JSONDuplicateKey: Equatable, Sendable {
  package var object: Int
  package var first: Int
  package var second: Int
}

/// A Bloom filter of 64 bits, which shows for most objects that no key repeats.
struct JSONKeyFilter {
  private var seen: UInt64 = 0
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
  /// Up to eight keys are compared, more looked up in a hash table, which is linear.
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

  /// A key that equals another key if both have the same bytes after decoding of escapes. Swift's strings are equal in
  /// more cases: `==` also accepts two encodings of the same character, such as `é`.
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
