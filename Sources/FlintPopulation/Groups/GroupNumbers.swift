internal import FlintCore

/// Finds the number of a line's group in ``GroupTotals``, for one thread.
///
/// A value is a code: that of an integer or a Boolean is the number itself, that of a text its place among the texts met so
/// far. No more texts are met than there may be groups.
///
/// All that is asked about every line stands in memory of its own, so that no line counts references.
struct GroupNumbers: ~Copyable {
  private let manifest: Manifest
  private let totals: GroupTotals

  /// What a line's value of a key is read by.
  private struct Key {
    let key: GroupKey

    /// The code of an attribute's default.
    let declared: UInt64
    let isVersion: Bool
  }

  private let keys: UnsafeMutablePointer<Key>
  private let keyCount: Int

  /// For each platform the code of the app's version where a line gives none.
  private let appVersions: UnsafeMutablePointer<UInt64>

  /// The codes of the line at hand.
  private let codes: UnsafeMutablePointer<UInt64>

  private var texts: IdTable
  private var spellings: [String]

  /// For each group met so far its codes, its number in the totals of all threads, and what it is found by.
  private var known: UnsafeMutablePointer<UInt64>
  private var count = 0
  private var capacity = 64

  /// A table of groups, -1 where a slot is free: four slots for each that there is room for.
  private var slots: UnsafeMutablePointer<Int32>

  private static let null: UInt64 = 1 << 63
  private static let latest = UInt64.max

  init(_ totals: GroupTotals, _ manifest: Manifest) {
    self.manifest = manifest
    self.totals = totals
    keyCount = totals.keys.count
    codes = .holding([UInt64](repeating: 0, count: keyCount))
    appVersions = .holding(
      Platform.allCases.map { Self.code(of: manifest.app.installedVersion(on: $0)) })
    known = .allocate(capacity: capacity * (keyCount + 2))
    slots = .holding([Int32](repeating: -1, count: capacity * 4))
    var texts = IdTable(capacity: 64)
    var spellings: [String] = []
    let keys = totals.keys.map { key in
      guard case .attribute(let attribute) = key else {
        return Key(key: key, declared: Self.null, isVersion: false)
      }
      let (value, domain) = (
        manifest.attributes[attribute].declaredValue, manifest.attributes[attribute].domain
      )
      let code = Self.code(of: value, in: domain) { Self.code(of: $0, &texts, &spellings) }
      return Key(key: key, declared: code, isVersion: domain == .version)
    }
    self.keys = .holding(keys)
    self.texts = texts
    self.spellings = spellings
  }

  deinit {
    keys.deallocate()
    appVersions.deallocate()
    codes.deallocate()
    known.deallocate()
    slots.deallocate()
    texts.deallocate()
  }

  /// The number of the group of a line that has been scanned.
  ///
  /// - Parameter attribute: where in the line an attribute's value stands; nil where the line does not give it.
  @inline(__always)
  mutating func number(
    platform: Int, osVersion: UInt64, appVersion: UInt64?,
    attribute: (Int) -> UnsafePointer<UInt8>?
  ) -> Int32 {
    for index in 0..<keyCount {
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
  mutating func number(of state: DeviceState) -> Int32 {
    for index in 0..<keyCount {
      let key = keys[index]
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
  private mutating func code(ofValueAt start: UnsafePointer<UInt8>, isVersion: Bool) -> UInt64 {
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
  private mutating func number() -> Int32 {
    let mask = capacity &* 4 &- 1
    var hash: UInt64 = 0
    for index in 0..<keyCount {
      hash = (hash ^ codes[index]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let group = known + Int(slots[slot]) &* (keyCount &+ 2)
      var isSame = true
      for index in 0..<keyCount { isSame = isSame && group[index] == codes[index] }
      if isSame { return Int32(truncatingIfNeeded: group[keyCount]) }
      slot = (slot &+ 1) & mask
    }
    return add(hash)
  }

  @inline(never)
  private mutating func add(_ hash: UInt64) -> Int32 {
    if count == capacity { grow() }
    let number = totals.number(
      ofGroup: (0..<keyCount).map { value(of: codes[$0], keys[$0].key) })
    let group = known + count * (keyCount + 2)
    group.update(from: codes, count: keyCount)
    group[keyCount] = UInt64(number)
    group[keyCount + 1] = hash
    put(count, hash)
    count += 1
    return number
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity * (keyCount + 2))
    larger.update(from: known, count: count * (keyCount + 2))
    known.deallocate()
    known = larger
    slots.deallocate()
    capacity *= 2
    slots = .holding([Int32](repeating: -1, count: capacity * 4))
    for group in 0..<count { put(group, known[group * (keyCount + 2) + keyCount + 1]) }
  }

  private func put(_ group: Int, _ hash: UInt64) {
    let mask = capacity * 4 - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(group)
  }
}
