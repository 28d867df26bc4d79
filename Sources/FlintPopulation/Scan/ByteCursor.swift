/// Parses a line eight bytes at a time (SWAR). Accepts common forms only, without escapes; the
/// general parser reads the others.
// INVARIANT: the line ends with a line feed, which no function passes. After it, ``readableBytesAfterLine`` more
// bytes can be read.
struct ByteCursor {
  static let readableBytesAfterLine = 32

  var at: UnsafePointer<UInt8>

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>) { at = start }

  @inline(__always)
  mutating func skipSpace() {
    if at[0] > 0x20 { return }
    while at[0] == UInt8(ascii: " ") || at[0] == UInt8(ascii: "\t") { at += 1 }
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard at[0] == byte else { return false }
    at += 1
    return true
  }

  /// Reads a key and its colon, and moves to the value. Nil without both.
  @inline(__always)
  mutating func key() -> Token? {
    skipSpace()
    guard let key = string() else { return nil }
    skipSpace()
    guard take(UInt8(ascii: ":")) else { return nil }
    skipSpace()
    return key
  }

  enum Separator {
    case comma
    case end
    case other
  }

  /// Reads an opening bracket. Returns `comma` before a first member or element, `end` if empty.
  @inline(__always)
  mutating func begin(_ start: UInt8 = UInt8(ascii: "{"), end: UInt8 = UInt8(ascii: "}"))
    -> Separator
  {
    guard take(start) else { return .other }
    skipSpace()
    return take(end) ? .end : .comma
  }

  @inline(__always)
  mutating func separator(end: UInt8 = UInt8(ascii: "}")) -> Separator {
    skipSpace()
    let byte = at[0]
    at += 1
    if byte == UInt8(ascii: ",") { return .comma }
    return byte == end ? .end : .other
  }

  // MARK: Strings

  /// Reads a string. Nil without one, with escapes or with invalid UTF-8.
  @inline(__always)
  mutating func string() -> Token? {
    guard at[0] == UInt8(ascii: "\"") else { return nil }
    let start = at + 1
    let first = Self.word(at: start)
    let stops = Self.stops(first)
    var length: Int
    if stops != 0 {
      length = stops.trailingZeroBitCount &>> 3
    } else {
      let more = Self.stops(Self.word(at: start + 8))
      if more == 0 { return longString(from: start, first: first) }
      length = 8 &+ more.trailingZeroBitCount &>> 3
    }
    if start[length] != UInt8(ascii: "\"") { return longString(from: start, first: first) }
    at = start + (length &+ 1)
    return Token(start: start, length: length, first: first)
  }

  /// Reads a string of more than 15 bytes, or not ASCII.
  /// - Parameter first: The first eight bytes.
  private mutating func longString(
    from start: UnsafePointer<UInt8>, first: UInt64
  ) -> Token? {
    var end = start
    while true {
      let stops = Self.stops(Self.word(at: end))
      if stops == 0 {
        end += 8
        continue
      }
      end += stops.trailingZeroBitCount &>> 3
      if end[0] < 0x80 { break }
      // The line ends with a line feed, which is not a continuation byte. A truncated sequence at the end is therefore
      // detected.
      let length = Self.lengthOfSequence(at: end)
      if length == 0 { return nil }
      end += length
    }
    guard end[0] == UInt8(ascii: "\"") else { return nil }
    at = end + 1
    return Token(start: start, length: end - start, first: first)
  }

  /// In bytes. 0 if not well-formed by table 3-7 of the Unicode standard.
  private static func lengthOfSequence(at start: UnsafePointer<UInt8>) -> Int {
    func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    let low: UInt8 = start[0] == 0xE0 ? 0xA0 : start[0] == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = start[0] == 0xED ? 0x9F : start[0] == 0xF4 ? 0x8F : 0xBF
    guard 0xC2...0xF4 ~= start[0], low <= start[1], start[1] <= high else { return 0 }
    if start[0] < 0xE0 { return 2 }
    guard isContinuation(start[2]) else { return 0 }
    if start[0] < 0xF0 { return 3 }
    return isContinuation(start[3]) ? 4 : 0
  }

  @inline(__always)
  static func word(at start: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
  }

  /// Marks quotes, backslashes, controls and bytes beyond ASCII in their top bits. Only the lowest
  /// mark is reliable, because subtractions borrow.
  @inline(__always)
  private static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- (ones &* 0x20)
    return (quotes | backslashes | controls | word) & (ones &* 0x80)
  }

  // MARK: Numbers and literals

  /// Reads at most 18 digits, so that the number fits.
  @inline(__always)
  mutating func integer() -> Int64? {
    let start = at
    var value: Int64 = 0
    while true {
      let digit = at[0] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ Int64(digit)
      at += 1
    }
    let length = at - start
    guard length > 0, length <= 18, length == 1 || start[0] != UInt8(ascii: "0"),
      at[0] != UInt8(ascii: "."), at[0] | 0x20 != UInt8(ascii: "e")
    else { return nil }
    return value
  }

  /// Reads at most 18 digits; not `-0`.
  mutating func signedInteger() -> Int64? {
    guard take(UInt8(ascii: "-")) else { return integer() }
    return integer().flatMap { $0 == 0 ? nil : -$0 }
  }

  /// Reads a percentage, in ten-thousandths of a percent.
  mutating func percent() -> Int64? {
    var value: Int64 = 0
    let start = at
    while case let digit = at[0] &- UInt8(ascii: "0"), digit <= 9, at - start < 3 {
      value = value &* 10 &+ Int64(digit)
      at += 1
    }
    let length = at - start
    guard length == 1 || length == 2 && start[0] != UInt8(ascii: "0") else { return nil }
    var decimals = 0
    if take(UInt8(ascii: ".")) {
      while case let digit = at[0] &- UInt8(ascii: "0"), digit <= 9 {
        value = value &* 10 &+ Int64(digit)
        decimals += 1
        at += 1
        if decimals > 4 { return nil }
      }
      if decimals == 0 { return nil }
    }
    if at[0] | 0x20 == UInt8(ascii: "e") { return nil }
    for _ in decimals..<4 { value &*= 10 }
    return value
  }

  mutating func skipNumber() -> Bool {
    func skipDigits(_ at: inout UnsafePointer<UInt8>) -> Int {
      let start = at
      while at[0] &- UInt8(ascii: "0") < 10 { at += 1 }
      return at - start
    }
    _ = take(UInt8(ascii: "-"))
    let isZero = at[0] == UInt8(ascii: "0")
    let digits = skipDigits(&at)
    guard digits == 1 || (digits > 1 && !isZero) else { return false }
    if take(UInt8(ascii: ".")) {
      guard skipDigits(&at) > 0 else { return false }
    }
    if at[0] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits(&at) > 0 else { return false }
    }
    return true
  }

  /// Reads `false` as 0, `null` as 1 and `true` as 2.
  @inline(__always)
  mutating func literal() -> Int? {
    let word = UInt32(truncatingIfNeeded: Self.word(at: at))
    // The letters in little-endian order: "true", "null", and the beginning "fals" of "false".
    if word == 0x6575_7274 {
      at += 4
      return 2
    }
    if word == 0x6C6C_756E {
      at += 4
      return 1
    }
    if word == 0x736C_6166, at[4] == UInt8(ascii: "e") {
      at += 5
      return 0
    }
    return nil
  }
}

/// A string without escapes, inside the line's memory.
struct Token {
  let start: UnsafePointer<UInt8>
  let length: Int

  /// Eight bytes from the start, even of a shorter token, for ``IdTable``.
  let first: UInt64
}

extension ByteCursor {
  /// Skips the value of a key without meaning. False for many keys, deep nesting, or a key that
  /// occurs twice.
  mutating func skipValue(depth: Int = 0) -> Bool {
    if string() != nil || literal() != nil { return true }
    let isObject = at[0] == UInt8(ascii: "{")
    guard isObject || at[0] == UInt8(ascii: "["), depth < 8 else { return skipNumber() }
    let end = UInt8(ascii: isObject ? "}" : "]")
    at += 1
    skipSpace()
    if take(end) { return true }
    var keys: [Token] = []
    while true {
      if isObject {
        guard let key = key(), keys.count < 8, !keys.contains(where: key.isEqual) else {
          return false
        }
        keys.append(key)
      }
      skipSpace()
      guard skipValue(depth: depth + 1) else { return false }
      switch separator(end: end) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }
}

extension Token {
  static func with(_ text: String, _ body: (Token) -> Void) {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 8)
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      body(Token(start: start, length: bytes.count - 8, first: ByteCursor.word(at: start)))
    }
  }

  func hasPrefix(_ text: StaticString) -> Bool {
    text.utf8CodeUnitCount <= length
      && (0..<text.utf8CodeUnitCount).allSatisfy { text.utf8Start[$0] == start[$0] }
  }

  func isEqual(to other: Token) -> Bool {
    length == other.length && (0..<length).allSatisfy { other.start[$0] == start[$0] }
  }

  func isEqual(to text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount == length else { return false }
    return (0..<length).allSatisfy { text.utf8Start[$0] == start[$0] }
  }
}

/// A version as a number, with 21 bits for each part. 17.2 is (17 << 42) + (2 << 21). `latest` is
/// the maximum. Lines with larger parts go to the general parser.
enum PackedVersion {
  static let latest = UInt64.max
  private static let partLimit: Int32 = 1 << 21

  /// Nil if a part is too large.
  private static func packed(_ version: Version) -> UInt64? {
    guard max(version.major, version.minor, version.patch) < partLimit else { return nil }
    return UInt64(version.major) &<< 42 | UInt64(version.minor) &<< 21 | UInt64(version.patch)
  }

  /// The lowest version from this one on that can be packed: 18.0 for 17.3000000.
  static func lowest(atLeast version: Version) -> UInt64 {
    if let packed = packed(version) { return packed }
    // One more than the parts before the first that is too large; without one, there is no such version.
    let next = version.minor < partLimit ? Version(version.major, version.minor + 1) : nil
    return next.flatMap(packed)
      ?? (version.major < partLimit ? packed(Version(version.major + 1)) : nil) ?? latest
  }

  static func read(_ token: Token) -> UInt64? {
    if token.isEqual(to: "latest") { return latest }
    return Version(utf8: UnsafeBufferPointer(start: token.start, count: token.length))
      .flatMap(packed)
  }
}

/// Positions from ids: the 64-bit FNV-1a hash of `NAME/ID`, mixed as in SplitMix64 (Steele, Lea and
/// Flood 2014), modulo 1,000,000.
struct BucketPositions: Sendable {
  /// By bucket, the hash of `NAME/`, which is computed only once.
  private let prefixes: [FNV1a]

  init(_ names: [String]) {
    prefixes = names.map { name in
      var hash = FNV1a()
      for byte in name.utf8 { hash.add(byte) }
      hash.add(UInt8(ascii: "/"))
      return hash
    }
  }

  /// In ten-thousandths of a percent.
  func position(in bucket: Int, of id: some Sequence<UInt8>) -> Int {
    var bytes = prefixes[bucket]
    for byte in id { bytes.add(byte) }
    var hash = bytes.value
    hash = (hash ^ hash &>> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash &>> 27) &* 0x94d0_49bb_1331_11eb
    return Int((hash ^ hash &>> 31) % 1_000_000)
  }
}

/// The 64-bit hash of Fowler, Noll and Vo.
struct FNV1a {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
}
