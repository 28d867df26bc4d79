internal import FlintCore

/// Reads a line straight to facts, without building values, as long as nothing on it is unusual.
///
/// Whatever it does not know for certain (an escape, an unknown key, a repeated one, a value of another type) it leaves to the
/// general parser: it never guesses.
struct StateScanner: ~Copyable {
  let vocabulary: Vocabulary

  /// Where undeclared ids are refused, which is the general parser's to say.
  let isStrict: Bool
  var ignored = IgnoredIds()

  /// The line at hand, counted from 1, and for every key the last line that gave it.
  private(set) var line = 0
  private let seenProducts: UnsafeMutablePointer<Int>
  private let seenAttributes: UnsafeMutablePointer<Int>
  private let seenToggles: UnsafeMutablePointer<Int>
  private let seenFlags: UnsafeMutablePointer<Int>

  init(_ vocabulary: Vocabulary, isStrict: Bool) {
    func zeros(_ count: Int) -> UnsafeMutablePointer<Int> {
      let memory = UnsafeMutablePointer<Int>.allocate(capacity: count)
      memory.initialize(repeating: 0, count: count)
      return memory
    }
    self.vocabulary = vocabulary
    self.isStrict = isStrict
    let manifest = vocabulary.program.manifest
    seenProducts = zeros(manifest.products.count)
    seenAttributes = zeros(manifest.attributes.count)
    seenToggles = zeros(manifest.features.count)
    seenFlags = zeros(manifest.features.count)
  }

  deinit {
    for memory in [seenProducts, seenAttributes, seenToggles, seenFlags] { memory.deallocate() }
  }

  /// A state whose facts have been set.
  struct Scanned {
    var weight: Int64 = 1
    /// The text of its id, nil where the line has none.
    var id: UnsafeBufferPointer<UInt8>?
    /// The line feed behind it.
    var end: UnsafePointer<UInt8>
  }

  /// What the state says that decides together with something else.
  private struct Given {
    var keys: UInt32 = 0
    var platform = Int(Platform.iOS.rawValue)
    var osVersion = PackedVersion.latest
    var appVersion: UInt64?
    var defaults = DeviceState.Defaults()
    var weight: Int64 = 1
    var idStart: UnsafePointer<UInt8>?
    var idEnd: UnsafePointer<UInt8>?
  }

  /// Forgets the keys and ids of the line before, or of the same line where it is read anew.
  mutating func beginLine() {
    line &+= 1
    ignored.beginLine()
  }

  /// Sets the facts of the line at `start`. Nil where something is unusual; some facts may be set then.
  mutating func scan(_ start: UnsafePointer<UInt8>, into lane: LaneFacts) -> Scanned? {
    beginLine()
    var cursor = ByteCursor(start)
    var given = Given()
    cursor.skipSpace()
    guard cursor.take(UInt8(ascii: "{")) else { return nil }
    cursor.skipSpace()
    if !cursor.take(UInt8(ascii: "}")) {
      members: while true {
        guard let key = cursor.key() else { return nil }
        let number = vocabulary.keyNames.number(of: key)
        guard number >= 0 else { return nil }
        let bit = 1 &<< UInt32(truncatingIfNeeded: number)
        guard given.keys & bit == 0 else { return nil }
        given.keys |= bit
        guard read(vocabulary.keys[number], &cursor, &given, lane) else { return nil }
        switch cursor.separator(end: UInt8(ascii: "}")) {
        case .comma: continue
        case .end: break members
        case .other: return nil
        }
      }
    }
    cursor.skipSpace()
    _ = cursor.take(UInt8(ascii: "\r"))
    guard cursor.at[0] == UInt8(ascii: "\n") else { return nil }
    settle(given, lane)
    ignored.commitLine()
    let id = given.idStart.flatMap { start in
      given.idEnd.map { UnsafeBufferPointer(start: start, count: $0 - start) }
    }
    return Scanned(weight: given.weight, id: id, end: cursor.at)
  }

  /// Sets the facts that need several members, and those that always have a value.
  @inline(__always)
  private func settle(_ given: Given, _ lane: LaneFacts) {
    lane.set(plane(of: given.osVersion, in: vocabulary.versions[given.platform]))
    if let version = given.appVersion {
      lane.set(plane(of: version, in: vocabulary.versions[Vocabulary.appVersions]))
    }
    lane.set(defaults: given.defaults)
  }

  @inline(__always)
  private func plane(of version: UInt64, in versions: Vocabulary.Versions) -> Plane {
    var index: Plane = 0
    for cut in 0..<versions.count { index &+= versions.cuts[cut] <= version ? 1 : 0 }
    return versions.first &+ index
  }

  // MARK: Members

  /// False where something is unusual.
  @inline(__always)
  private mutating func read(
    _ key: StateKey, _ cursor: inout ByteCursor, _ given: inout Given, _ lane: LaneFacts
  ) -> Bool {
    switch key {
    case .section(let section): read(section, &cursor, &given, lane)
    case .remark(.id): readID(&cursor, &given)
    case .remark(.weight): readWeight(&cursor, &given)
    }
  }

  @inline(__always)
  private mutating func read(
    _ section: StateSection, _ cursor: inout ByteCursor, _ given: inout Given, _ lane: LaneFacts
  ) -> Bool {
    switch section {
    case .platform:
      guard let token = cursor.string() else { return false }
      given.platform = vocabulary.platforms.number(of: token)
      return given.platform >= 0
    case .osVersion:
      guard let version = version(&cursor) else { return false }
      given.osVersion = version
      return true
    case .appVersion:
      given.appVersion = version(&cursor)
      return given.appVersion != nil
    case .permissions: return permissions(&cursor, lane)
    case .purchases: return purchases(&cursor, lane)
    case .unlocked: return unlocked(&cursor, lane)
    case .toggles: return toggles(&cursor, lane)
    case .runtime: return runtimeFlags(&cursor, lane)
    case .attributes: return attributes(&cursor, lane)
    case .defaults: return defaults(&cursor, &given)
    }
  }

  @inline(__always)
  private func readID(_ cursor: inout ByteCursor, _ given: inout Given) -> Bool {
    given.idStart = cursor.at
    guard cursor.string() != nil || cursor.literal() != nil || cursor.skipNumber() else {
      return false
    }
    given.idEnd = cursor.at
    return true
  }

  @inline(__always)
  private func readWeight(_ cursor: inout ByteCursor, _ given: inout Given) -> Bool {
    guard let weight = cursor.integer() else { return false }
    given.weight = weight
    return true
  }

  @inline(__always)
  private func version(_ cursor: inout ByteCursor) -> UInt64? {
    if let token = cursor.string() { return PackedVersion.read(token) }
    guard let major = cursor.integer(), major < 1 << 21 else { return nil }
    return UInt64(major) &<< 42
  }

  private func defaults(_ cursor: inout ByteCursor, _ given: inout Given) -> Bool {
    var hasPermission = false
    var hasPurchase = false
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    while true {
      guard let key = cursor.key(), let value = cursor.string() else { return false }
      if key.isEqual(to: "permission"), !hasPermission {
        let number = vocabulary.permissionStatuses.number(of: value)
        guard let status = SystemPermissionStatus(rawValue: UInt8(truncatingIfNeeded: number))
        else { return false }
        given.defaults.permission = status
        hasPermission = true
      } else if key.isEqual(to: "purchase"), !hasPurchase {
        let number = vocabulary.purchaseStatuses.number(of: value)
        guard let status = PurchaseStatus(rawValue: UInt8(truncatingIfNeeded: number)) else {
          return false
        }
        given.defaults.purchase = status
        hasPurchase = true
      } else {
        return false
      }
      switch cursor.separator(end: UInt8(ascii: "}")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  // MARK: Sections

  private func permissions(_ cursor: inout ByteCursor, _ lane: LaneFacts) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "}")) { return true }
    var seen: UInt32 = 0
    let keys = vocabulary.permissions
    let statuses = vocabulary.permissionStatuses
    let first = PlaneLayout.permission(.camera)
    while true {
      guard let key = cursor.key(), let value = cursor.string() else { return false }
      let permission = keys.number(of: key)
      let status = statuses.number(of: value)
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: permission)
      guard permission | status >= 0, seen & bit == 0 else { return false }
      seen |= bit
      lane.set(
        first &+ PlaneLayout.permissionWidth &* Plane(truncatingIfNeeded: permission)
          &+ Plane(truncatingIfNeeded: status))
      switch cursor.separator(end: UInt8(ascii: "}")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  private mutating func purchases(_ cursor: inout ByteCursor, _ lane: LaneFacts) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "}")) { return true }
    while true {
      guard let key = cursor.key() else { return false }
      let product = vocabulary.products.number(of: key)
      var plane = PlaneLayout.unread
      var isConsumable: Bool?
      if product >= 0 {
        guard isNew(product, seenProducts) else { return false }
        plane = vocabulary.holdings[product]
        isConsumable = plane < 0
      } else {
        guard isIgnorable(key, .purchases) else { return false }
      }
      if isConsumable != true, let value = cursor.string() {
        let status = vocabulary.purchaseStatuses.number(of: value)
        guard status >= 0 else { return false }
        lane.set(plane &+ Plane(truncatingIfNeeded: status))
      } else {
        guard isConsumable != false, cursor.integer() != nil else { return false }
      }
      switch cursor.separator(end: UInt8(ascii: "}")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  private mutating func unlocked(_ cursor: inout ByteCursor, _ lane: LaneFacts) -> Bool {
    guard cursor.take(UInt8(ascii: "[")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "]")) { return true }
    while true {
      cursor.skipSpace()
      guard let id = cursor.string() else { return false }
      let feature = vocabulary.features.number(of: id)
      if feature >= 0 {
        lane.set(vocabulary.unlocked[feature])
      } else {
        // Naming one twice is no repeated key, but rare enough to leave to the general parser.
        guard isIgnorable(id, .unlocked) else { return false }
      }
      switch cursor.separator(end: UInt8(ascii: "]")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  private mutating func toggles(_ cursor: inout ByteCursor, _ lane: LaneFacts) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "}")) { return true }
    while true {
      guard let key = cursor.key(), let value = cursor.literal(), value != 1 else { return false }
      let feature = vocabulary.features.number(of: key)
      if feature >= 0 {
        guard isNew(feature, seenToggles) else { return false }
        lane.set(vocabulary.toggles[feature] &+ Plane(truncatingIfNeeded: value &>> 1))
      } else {
        guard isIgnorable(key, .toggles) else { return false }
      }
      switch cursor.separator(end: UInt8(ascii: "}")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  private mutating func runtimeFlags(_ cursor: inout ByteCursor, _ lane: LaneFacts) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "}")) { return true }
    while true {
      guard let key = cursor.key(), let value = cursor.literal() else { return false }
      let feature = vocabulary.features.number(of: key)
      if feature >= 0 {
        guard isNew(feature, seenFlags) else { return false }
        lane.set(vocabulary.runtimeFlags[feature] &+ Plane(truncatingIfNeeded: value))
      } else {
        guard isIgnorable(key, .runtime) else { return false }
      }
      switch cursor.separator(end: UInt8(ascii: "}")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  private mutating func attributes(_ cursor: inout ByteCursor, _ lane: LaneFacts) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "}")) { return true }
    while true {
      guard let key = cursor.key() else { return false }
      let attribute = vocabulary.attributes.number(of: key)
      if attribute >= 0 {
        guard isNew(attribute, seenAttributes) else { return false }
        guard value(of: vocabulary.attributeValues + attribute, &cursor, lane) else {
          return false
        }
      } else {
        guard isIgnorable(key, .attributes) else { return false }
        guard cursor.string() != nil || cursor.literal() != nil else { return false }
      }
      switch cursor.separator(end: UInt8(ascii: "}")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  @inline(__always)
  private func value(
    of attribute: UnsafeMutablePointer<Vocabulary.Attribute>, _ cursor: inout ByteCursor,
    _ lane: LaneFacts
  ) -> Bool {
    let plane = attribute.pointee.plane
    if let token = cursor.string() {
      guard !attribute.pointee.isBoolean else { return false }
      let value = attribute.pointee.values.number(of: token)
      guard value >= 0 else { return false }
      lane.set(plane &+ 1 &+ Plane(truncatingIfNeeded: value))
      return true
    }
    guard let literal = cursor.literal(), literal == 1 || attribute.pointee.isBoolean else {
      return false
    }
    // The planes' order is unknown, false, true.
    let offsets: (Plane, Plane, Plane) = (1, 0, 2)
    lane.set(plane &+ (literal == 0 ? offsets.0 : literal == 1 ? offsets.1 : offsets.2))
    return true
  }

  // MARK: Keys

  /// Whether the line has not given the key before.
  @inline(__always)
  private func isNew(_ number: Int, _ seen: UnsafeMutablePointer<Int>) -> Bool {
    if seen[number] == line { return false }
    seen[number] = line
    return true
  }

  /// Notes an undeclared id; false where that is refused, or the section has named it before.
  private mutating func isIgnorable(_ token: Token, _ section: StateSection) -> Bool {
    !isStrict && token.length > 0 && ignored.note(token, section: section, line: line)
  }
}

extension Token {
  func isEqual(to text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount == length else { return false }
    return (0..<length).allSatisfy { text.utf8Start[$0] == start[$0] }
  }
}
