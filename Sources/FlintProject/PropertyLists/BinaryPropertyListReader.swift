/// Reads the keys of the root dictionary, in version 00. The last 32 bytes have sizes, the number
/// of objects, the root, and the offset of the offset table.
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
    objectCount = try Self.integer(bytes[(trailer + 8)...].prefix(8))
    root = try Self.integer(bytes[(trailer + 16)...].prefix(8))
    table = try Self.integer(bytes[(trailer + 24)...])
    // INVARIANT: the offset table precedes the trailer and contains the offset of the root object.
    guard 1...8 ~= offsetWidth, 1...8 ~= referenceWidth, 8...trailer ~= table,
      root < objectCount, objectCount <= (trailer - table) / offsetWidth
    else { throw Self.damaged }
  }

  func entries() throws(PropertyListProblem) -> [PropertyList.Entry] {
    let top = try offset(of: root)
    guard kind(at: top) == 0xD else { throw .notADictionary() }
    let (count, start) = try extent(at: top, width: 2 * referenceWidth)
    var entries: [PropertyList.Entry] = []
    for index in 0..<count {
      let key = try reference(at: start + index * referenceWidth)
      let value = try reference(at: start + (count + index) * referenceWidth)
      entries.append(
        .init(key: try string(at: key), isText: 0x5...0x6 ~= kind(at: value), range: nil))
    }
    return entries
  }

  // MARK: Objects

  /// The offset of the object that the reference at `start` names.
  private func reference(at start: Int) throws(PropertyListProblem) -> Int {
    try offset(of: Self.integer(bytes[start..<start + referenceWidth]))
  }

  private func offset(of object: Int) throws(PropertyListProblem) -> Int {
    guard object < objectCount else { throw Self.damaged }
    let start = table + object * offsetWidth
    let offset = try Self.integer(bytes[start..<start + offsetWidth])
    guard 8..<table ~= offset else { throw Self.damaged }
    return offset
  }

  private func kind(at offset: Int) -> UInt8 { bytes[offset] >> 4 }

  /// The number of elements, and the offset of the first. A number up to 14 is in the first byte,
  /// else in an integer after it.
  /// - Parameter width: The bytes of an element. All elements must precede the offset table.
  private func extent(
    at offset: Int, width: Int
  ) throws(PropertyListProblem) -> (count: Int, start: Int) {
    var (count, start) = (Int(bytes[offset] & 0xF), offset + 1)
    if count == 0xF {
      guard start < table, kind(at: start) == 1 else { throw Self.damaged }
      let end = start + 1 + 1 << Int(bytes[start] & 0xF)
      guard end <= table else { throw Self.damaged }
      (count, start) = (try Self.integer(bytes[(start + 1)..<end]), end)
    }
    guard count <= (table - start) / width else { throw Self.damaged }
    return (count, start)
  }

  private func string(at offset: Int) throws(PropertyListProblem) -> String {
    let isASCII = kind(at: offset) == 0x5
    guard isASCII || kind(at: offset) == 0x6 else { throw Self.damaged }
    let (count, start) = try extent(at: offset, width: isASCII ? 1 : 2)
    if isASCII { return String(decoding: bytes[start..<start + count], as: UTF8.self) }
    let units = (0..<count).map { index in
      UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Reads a big-endian integer.
  private static func integer(_ bytes: ArraySlice<UInt8>) throws(PropertyListProblem) -> Int {
    let value = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard bytes.count <= 8, let integer = Int(exactly: value) else { throw damaged }
    return integer
  }

  private static let damaged = PropertyListProblem("the binary property list is damaged")
}
