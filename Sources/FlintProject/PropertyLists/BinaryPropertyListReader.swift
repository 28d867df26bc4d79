/// The root dictionary's keys, in version 00. The last 32 bytes have sizes, the number of objects,
/// the root, and where the offset table is.
struct BinaryPropertyListReader {
  static let signature = Array("bplist".utf8)

  private let bytes: [UInt8]
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let objectCount: Int
  private let root: Int
  private let table: Int

  init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    self.bytes = bytes
    guard bytes.count >= 40, bytes[6...7].elementsEqual("00".utf8) else { throw Self.damaged }
    let trailer = bytes.count - 32
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetWidth, 1...8 ~= referenceWidth else { throw Self.damaged }
    objectCount = try Self.integer(bytes, at: trailer + 8, width: 8)
    root = try Self.integer(bytes, at: trailer + 16, width: 8)
    table = try Self.integer(bytes, at: trailer + 24, width: 8)
    // INVARIANT: the offset table precedes the trailer and contains the offset of the root object.
    guard table >= 8, table <= trailer, root < objectCount,
      objectCount <= (trailer - table) / offsetWidth
    else { throw Self.damaged }
  }

  func entries() throws(PropertyListProblem) -> [PropertyList.Entry] {
    let top = try offset(of: root)
    guard kind(at: top) == 0xD else {
      throw PropertyListProblem(fact: .notADictionary, range: nil)
    }
    let (count, start) = try extent(at: top)
    guard start <= table, count <= (table - start) / (2 * referenceWidth) else {
      throw Self.damaged
    }
    var entries: [PropertyList.Entry] = []
    for index in 0..<count {
      let key = try reference(at: start + index * referenceWidth)
      let value = try reference(at: start + (count + index) * referenceWidth)
      let isText = [0x5, 0x6].contains(kind(at: try offset(of: value)))
      entries.append(.init(key: try string(at: try offset(of: key)), isText: isText, range: nil))
    }
    return entries
  }

  // MARK: Objects

  private func reference(at offset: Int) throws(PropertyListProblem) -> Int {
    try Self.integer(bytes, at: offset, width: referenceWidth)
  }

  private func offset(of object: Int) throws(PropertyListProblem) -> Int {
    guard object < objectCount else { throw Self.damaged }
    let offset = try Self.integer(bytes, at: table + object * offsetWidth, width: offsetWidth)
    guard offset >= 8, offset < table else { throw Self.damaged }
    return offset
  }

  private func kind(at offset: Int) -> Int { Int(bytes[offset] >> 4) }

  /// Up to 14 in the first byte, else in an integer object after it.
  private func extent(at offset: Int) throws(PropertyListProblem) -> (count: Int, start: Int) {
    let small = Int(bytes[offset] & 0xF)
    if small < 0xF { return (small, offset + 1) }
    guard offset + 1 < table, bytes[offset + 1] >> 4 == 1 else { throw Self.damaged }
    let power = Int(bytes[offset + 1] & 0xF)
    guard power <= 3, offset + 2 + (1 << power) <= table else { throw Self.damaged }
    let count = try Self.integer(bytes, at: offset + 2, width: 1 << power)
    return (count, offset + 2 + (1 << power))
  }

  private func string(at offset: Int) throws(PropertyListProblem) -> String {
    let (count, start) = try extent(at: offset)
    switch kind(at: offset) {
    case 0x5 where count <= table - start:
      return String(decoding: bytes[start..<start + count], as: UTF8.self)
    case 0x6 where count <= (table - start) / 2:
      let units = (0..<count).map { index in
        UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
      }
      return String(decoding: units, as: UTF16.self)
    default: throw Self.damaged
    }
  }

  /// Big-endian.
  private static func integer(
    _ bytes: [UInt8], at offset: Int, width: Int
  ) throws(PropertyListProblem) -> Int {
    guard offset >= 0, offset <= bytes.count - width else { throw damaged }
    var value: UInt64 = 0
    for byte in bytes[offset..<offset + width] { value = value << 8 | UInt64(byte) }
    guard let result = Int(exactly: value) else { throw damaged }
    return result
  }

  private static let damaged = PropertyListProblem(fact: .damaged, range: nil)
}
