internal import FlintCore

/// Finds the number of a line's group in ``GroupTotals``, for one thread.
///
/// A value is a code: that of an integer or a Boolean is the number itself, that of a text its place among the texts met so
/// far. No more texts are met than there may be groups.
final class GroupNumbers {
  private let manifest: Manifest
  private let totals: GroupTotals

  /// What a line's value of a key is read by: plain values of this thread's own, so that no line counts references.
  private struct Key {
    let key: GroupKey

    /// The code of an attribute's default.
    let declared: UInt64
    let isVersion: Bool
  }

  private let keys: [Key]

  /// For each platform the code of the app's version where a line gives none.
  private let appVersions: [UInt64]

  /// The codes of the line at hand.
  private let codes: UnsafeMutablePointer<UInt64>

  private var texts = IdTable(capacity: 64)
  private var spellings: [String] = []

  /// The codes of all groups, one after the other; a group's place in the table is found by its codes.
  private var known: [UInt64] = []
  private var slots = [Int32](repeating: -1, count: 256)

  /// For each of these groups its number in the totals of all threads.
  private var numbers: [Int32] = []

  private static let null: UInt64 = 1 << 63
  private static let latest = UInt64.max

  init(_ totals: GroupTotals, _ manifest: Manifest) {
    self.manifest = manifest
    self.totals = totals
    codes = .holding([UInt64](repeating: 0, count: totals.keys.count))
    appVersions = Platform.allCases.map { Self.code(of: manifest.app.installedVersion(on: $0)) }
    var texts = IdTable(capacity: 64)
    var spellings: [String] = []
    keys = totals.keys.map { key in
      guard case .attribute(let attribute) = key else {
        return Key(key: key, declared: Self.null, isVersion: false)
      }
      let (value, domain) = (
        manifest.attributes[attribute].declaredValue, manifest.attributes[attribute].domain
      )
      let code = Self.code(of: value, in: domain) { Self.code(of: $0, &texts, &spellings) }
      return Key(key: key, declared: code, isVersion: domain == .version)
    }
    self.texts = texts
    self.spellings = spellings
  }

  deinit {
    codes.deallocate()
    texts.deallocate()
  }

  /// The number of the group of a line that has been scanned.
  ///
  /// - Parameter attribute: where in the line an attribute's value stands; nil where the line does not give it.
  @inline(__always)
  func number(
    platform: Int, osVersion: UInt64, appVersion: UInt64?,
    attribute: (Int) -> UnsafePointer<UInt8>?
  ) -> Int32 {
    for index in keys.indices {
      switch keys[index].key {
      case .platform: codes[index] = UInt64(platform)
      case .osVersion: codes[index] = Self.code(ofPacked: osVersion)
      case .appVersion:
        codes[index] = appVersion.map { Self.code(ofPacked: $0) } ?? appVersions[platform]
      case .attribute(let number):
        codes[index] =
          attribute(number).map { code(ofValueAt: $0, isVersion: keys[index].isVersion) }
          ?? keys[index].declared
      }
    }
    return number()
  }

  /// The number of the group of a state.
  func number(of state: DeviceState) -> Int32 {
    for (index, key) in keys.enumerated() {
      switch key.key {
      case .platform: codes[index] = UInt64(state.platform.rawValue)
      case .osVersion: codes[index] = Self.code(of: state.osVersion)
      case .appVersion:
        codes[index] =
          state.appVersion.map { Self.code(of: $0) } ?? appVersions[Int(state.platform.rawValue)]
      case .attribute(let attribute):
        guard let value = state.attributes[attribute] else {
          codes[index] = key.declared
          continue
        }
        codes[index] = Self.code(of: value, in: manifest.attributes[attribute].domain) { text in
          Self.code(of: text, &texts, &spellings)
        }
      }
    }
    return number()
  }

  // MARK: Codes

  @inline(__always)
  private static func code(ofPacked version: UInt64) -> UInt64 {
    version == PackedVersion.latest ? latest : version &>> 42
  }

  private static func code(of version: InstalledVersion) -> UInt64 {
    switch version {
    case .latest: latest
    case .version(let version): UInt64(version.major)
    }
  }

  private static func code(
    of value: AttributeValue, in domain: AttributeDomain, text: (String) -> UInt64
  ) -> UInt64 {
    switch value {
    case .unknown: null
    case .boolean(let value): value ? 1 : 0
    case .choice(let index):
      if case .choice(let values) = domain { text(values[index]) } else { null }
    case .text(let value): text(value.text)
    case .integer(let number): UInt64(bitPattern: number)
    case .version(let version): text(version.description)
    case .date(let date): text(date.description)
    }
  }

  private static func code(
    of text: String, _ texts: inout IdTable, _ spellings: inout [String]
  ) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return null }
      let key = IdTable.Key(start, length: bytes.count)
      return code(of: key, at: start, count: bytes.count, &texts, &spellings)
    }
  }

  @inline(__always)
  private static func code(
    of key: IdTable.Key, at start: UnsafePointer<UInt8>, count: Int, _ texts: inout IdTable,
    _ spellings: inout [String]
  ) -> UInt64 {
    let known = texts.number(of: key, at: start)
    if known >= 0 { return UInt64(known) }
    spellings.append(
      String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    return UInt64(texts.insert(key, at: start))
  }

  /// The code of the value that stands in a line, which has been scanned to be one.
  @inline(__always)
  private func code(ofValueAt start: UnsafePointer<UInt8>, isVersion: Bool) -> UInt64 {
    var cursor = ByteCursor(start)
    if let token = cursor.string() {
      return Self.code(
        of: IdTable.Key(token), at: token.start, count: token.length, &texts, &spellings)
    }
    if let literal = cursor.literal() { return literal == 1 ? Self.null : literal == 2 ? 1 : 0 }
    if isVersion {
      // A version may be written as a number, and means the same.
      while cursor.at[0] &- UInt8(ascii: "0") < 10 { cursor.at += 1 }
      let count = cursor.at - start
      return Self.code(
        of: IdTable.Key(start, length: count), at: start, count: count, &texts, &spellings)
    }
    return cursor.signedInteger().map { UInt64(bitPattern: $0) } ?? Self.null
  }

  private func value(of code: UInt64, _ key: GroupKey) -> GroupValue {
    switch key {
    case .platform: return .text(ExactText(Platform.allCases[Int(code)].name))
    case .osVersion, .appVersion:
      return code == Self.latest ? .text(ExactText("latest")) : .integer(Int64(code))
    case .attribute(let attribute):
      if code == Self.null { return .null }
      switch manifest.attributes[attribute].domain {
      case .boolean: return .boolean(code == 1)
      case .integer: return .integer(Int64(bitPattern: code))
      case .choice, .text, .version, .date: return .text(ExactText(spellings[Int(code)]))
      }
    }
  }

  // MARK: Groups

  /// The number of the group with ``codes``.
  @inline(__always)
  private func number() -> Int32 {
    let mask = slots.count &- 1
    var hash: UInt64 = 0
    for index in 0..<keys.count {
      hash = (hash ^ codes[index]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let number = slots[slot]
      if number < 0 { return add(hash) }
      let first = Int(number) &* keys.count
      var isSame = true
      for index in 0..<keys.count { isSame = isSame && known[first &+ index] == codes[index] }
      if isSame { return numbers[Int(number)] }
      slot = (slot &+ 1) & mask
    }
  }

  private func add(_ hash: UInt64) -> Int32 {
    let number = Int32(numbers.count)
    known += UnsafeBufferPointer(start: codes, count: keys.count)
    numbers.append(
      totals.number(
        ofGroup: keys.indices.map { value(of: codes[$0], keys[$0].key) }))
    hashes.append(hash)
    if numbers.count * 2 > slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 4)
      for number in hashes.indices { put(Int32(number)) }
    } else {
      put(number)
    }
    return numbers[Int(number)]
  }

  private var hashes: [UInt64] = []

  private func put(_ number: Int32) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hashes[Int(number)]) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = number
  }
}
