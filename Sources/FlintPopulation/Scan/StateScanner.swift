/// Scans common forms of a line straight into a ``StateBatch``. Escapes, unknown or duplicate keys
/// and unexpected types are left to the general parser.
struct StateScanner: ~Copyable {
  let tables: ScannerTables
  let options: LineOptions

  let groups: GroupNumbers?
  var ignored = IgnoredIds()
  var linesWithoutPosition: Int64 = 0

  /// The line's expectations. Empty unless ``LineOptions/comparesExpectations``.
  var expected: [Expectation] = []

  /// The keys of the current line that begin with `$` or `x-`.
  private var extensions: [Token] = []

  private(set) var line = 0

  /// Whether ``ScannerTables/changes`` are being read, which replace facts of the line.
  private var isChanging = false

  /// By permission, the last line that had a status of it.
  let seenPermissions: Table<Int>
  /// By product, the last line that had it. Shows duplicate keys.
  let seenProducts: Table<Int>
  let seenAttributes: Table<Int>
  let seenToggles: Table<Int>
  let seenFlags: Table<Int>
  let seenBuckets: Table<Int>
  let seenExpectations: Table<Int>

  /// By product, the raw status or the credits read last.
  let holdings: Table<Int64>

  /// By permission, the raw status read last.
  let permissionStatuses: Table<UInt8>

  /// By attribute, where its value begins in the line. Valid only if the line has it; see
  /// ``value(of:)``.
  let valueStarts: Table<UnsafePointer<UInt8>?>

  /// By date attribute, its date in seconds since 1970.
  let moments: Table<Int64>

  /// Ends of the line's subscriptions, in seconds since 1970. Kept until the whole line has been
  /// read, because its date may come later.
  let ends: Table<(product: Int, until: Int64, graceUntil: Int64)>

  /// Lines without a date that have a subscription whose end a constraint tests.
  var undatedLines: Int64 = 0

  init(_ tables: ScannerTables, _ options: LineOptions, _ groups: GroupTotals? = nil) {
    self.tables = tables
    self.options = options
    self.groups = groups.map { GroupNumbers($0, tables.program.manifest) }
    let manifest = tables.program.universe
    seenPermissions = Table(repeating: 0, count: SystemPermission.allCases.count)
    seenProducts = Table(repeating: 0, count: manifest.products.count)
    seenAttributes = Table(repeating: 0, count: manifest.attributes.count)
    seenToggles = Table(repeating: 0, count: manifest.features.count)
    seenFlags = Table(repeating: 0, count: manifest.features.count)
    seenBuckets = Table(repeating: 0, count: manifest.buckets.count)
    seenExpectations = Table(repeating: 0, count: manifest.features.count)
    holdings = Table(repeating: 0, count: manifest.products.count)
    permissionStatuses = Table(repeating: 0, count: SystemPermission.allCases.count)
    moments = Table(repeating: 0, count: manifest.attributes.count)
    valueStarts = Table(repeating: nil, count: manifest.attributes.count)
    ends = Table(repeating: (0, 0, 0), count: manifest.products.count)
  }

  struct Scanned {
    var weight: Int64 = 1
    var group: Int32 = 0
    /// The line's `id` as JSON text.
    var id: UnsafeBufferPointer<UInt8>?
    var end: UnsafePointer<UInt8>
  }

  /// Values that determine facts only together, at the line's end.
  struct Given {
    var keys: UInt32 = 0
    var platform: Int
    var osVersion = PackedVersion.latest
    var appVersion: UInt64?
    var date = ScannerTables.noTime
    /// For permissions that the line does not list.
    var permissionDefaultStatus = SystemPermissionStatus.notDetermined
    var purchaseDefaultStatus = UInt64(PurchaseStatus.notPurchased.rawValue)

    var endCount = 0
    var weight: Int64 = 1
    var idStart: UnsafePointer<UInt8>?
    var idEnd: UnsafePointer<UInt8>?

    /// The line's `id` without quotation marks; nil unless positions are computed.
    var idForPosition: UnsafeBufferPointer<UInt8>?

    @inline(__always)
    init(_ tables: ScannerTables) { platform = tables.defaultPlatform }
  }

  /// Prepares for a line. Called again after the general parser, to note its undeclared ids.
  mutating func beginLine() {
    line &+= 1
    extensions.removeAll(keepingCapacity: true)
    ignored.beginLine()
    if options.comparesExpectations { expected.removeAll(keepingCapacity: true) }
  }

  /// Scans a line. Nil for an uncommon form; the caller must then clear the facts.
  mutating func scan(_ start: UnsafePointer<UInt8>, into lane: FactSetter) -> Scanned? {
    beginLine()
    groups?.beginLine()
    var cursor = ByteCursor(start)
    var given = Given(tables)
    cursor.skipSpace()
    guard readMembers(&cursor, &given, lane) else { return nil }
    cursor.skipSpace()
    _ = cursor.take(UInt8(ascii: "\r"))
    guard cursor.at[0] == UInt8(ascii: "\n"), change(&given, lane) else { return nil }
    settle(given, lane)
    var group: Int32 = 0
    if let groups {
      guard let known = groups.number(of: given, scannedBy: self) else { return nil }
      group = known
    }
    ignored.commitLine()
    if given.date == ScannerTables.noTime,
      (0..<given.endCount).contains(where: { tables.isTested(product: ends[$0].product) })
    {
      undatedLines += 1
    }
    if options.assignsPositions, given.idForPosition == nil { linesWithoutPosition &+= 1 }
    let id = given.idStart.flatMap { start in
      given.idEnd.map { UnsafeBufferPointer(start: start, count: $0 - start) }
    }
    return Scanned(weight: given.weight, group: group, id: id, end: cursor.at)
  }

  @inline(__always)
  private mutating func readMembers(
    _ cursor: inout ByteCursor, _ given: inout Given, _ lane: FactSetter
  ) -> Bool {
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key() else { return false }
      let number = tables.keyNames.number(of: key)
      if number >= 0 {
        let bit = 1 &<< UInt32(truncatingIfNeeded: number)
        guard given.keys & bit == 0 else { return false }
        given.keys |= bit
        guard read(tables.keys[number], &cursor, &given, lane) else { return false }
      } else {
        guard isExtension(key), cursor.skipValue() else { return false }
      }
      next = cursor.separator()
    }
    return next == .end
  }

  @inline(__always)
  private mutating func change(_ given: inout Given, _ lane: FactSetter) -> Bool {
    if tables.date != ScannerTables.noTime { given.date = tables.date }
    return tables.changes.isEmpty || applyChanges(&given, lane)
  }

  /// Reads ``ScannerTables/changes`` over the line's facts. False for an uncommon form.
  @inline(never)
  private mutating func applyChanges(_ given: inout Given, _ lane: FactSetter) -> Bool {
    isChanging = true
    defer { isChanging = false }
    for change in tables.changes {
      for plane in change.planes { lane.clear(plane) }
      let count = given.endCount
      given.endCount = 0
      for index in 0..<count where !change.products.contains(ends[index].product) {
        ends[given.endCount] = ends[index]
        given.endCount += 1
      }
      if change.hasPlatform { given.osVersion = PackedVersion.latest }
      given.keys = 0
      var cursor = ByteCursor(change.text.start)
      guard readMembers(&cursor, &given, lane) else { return false }
    }
    return true
  }

  @inline(__always)
  func value(of attribute: Int) -> UnsafePointer<UInt8>? {
    seenAttributes[attribute] == line ? valueStarts[attribute] : nil
  }

  /// The raw status or the credits; nil if the line has none.
  @inline(__always)
  func holding(of product: Int) -> UInt64? {
    seenProducts[product] == line ? UInt64(bitPattern: holdings[product]) : nil
  }

  @inline(__always)
  func status(of permission: SystemPermission) -> SystemPermissionStatus? {
    let index = Int(permission.rawValue)
    return seenPermissions[index] == line
      ? SystemPermissionStatus(rawValue: permissionStatuses[index]) : nil
  }

  @inline(__always)
  private func settle(_ given: Given, _ lane: FactSetter) {
    lane.set(tables.versions[given.platform].plane(of: given.osVersion))
    if let version = given.appVersion {
      lane.set(tables.plane(of: .appVersion, version))
    }
    lane.set(tables.permissionDefaults[Int(given.permissionDefaultStatus.rawValue)])
    lane.set(tables.purchaseDefaults[Int(given.purchaseDefaultStatus)])
    if given.date != ScannerTables.noTime { settle(date: given.date, lane) }
    if given.endCount > 0 { setEndingPurchases(given, lane) }
    if let id = given.idForPosition { assignBuckets(id, lane) }
  }

  private func settle(date: Int64, _ lane: FactSetter) {
    lane.set(tables.plane(of: .date, Cuts.ordered(date)))
    for index in 0..<tables.ages.count {
      let attribute = tables.ages[index].attribute
      let begin =
        seenAttributes[attribute] == line ? moments[attribute] : tables.ages[index].declared
      if begin != ScannerTables.noTime {
        lane.set(tables.ages[index].cuts.plane(of: date &- begin))
      }
    }
  }

  /// Sets statuses of subscriptions that end, as ``ProductHolding/status(at:)`` does.
  private func setEndingPurchases(_ given: Given, _ lane: FactSetter) {
    for index in 0..<given.endCount {
      let (product, end, graceEnd) = ends[index]
      let status: PurchaseStatus =
        if given.date == ScannerTables.noTime {
          .unknown
        } else if given.date < end {
          .purchased
        } else if graceEnd == ScannerTables.noTime {
          .expired
        } else {
          given.date < graceEnd ? .inGracePeriod : .inBillingRetry
        }
      holdings[product] = Int64(status.rawValue)
      lane.set(
        tables.purchasePlanes[product &* ScannerTables.statusStride &+ Int(status.rawValue)])
    }
  }

  private func assignBuckets(_ id: UnsafeBufferPointer<UInt8>, _ lane: FactSetter) {
    for bucket in 0..<tables.buckets.count
    where seenBuckets[bucket] != line && !tables.bucketCuts[bucket].isEmpty {
      let position = tables.bucketPositions.position(in: bucket, of: id)
      lane.set(tables.bucketCuts[bucket].plane(of: Int64(position)))
    }
  }

  // MARK: Members

  @inline(__always)
  private mutating func read(
    _ key: LineKey, _ cursor: inout ByteCursor, _ given: inout Given, _ lane: FactSetter
  ) -> Bool {
    switch key {
    case .section(.platform):
      guard let token = cursor.string() else { return false }
      given.platform = tables.platforms.number(of: token)
      return given.platform >= 0
    case .section(.osVersion):
      guard let version = version(&cursor) else { return false }
      given.osVersion = version
      return true
    case .section(.device(.appVersion)):
      given.appVersion = version(&cursor)
      return given.appVersion != nil
    case .section(.device(.date)):
      guard let date = moment(&cursor) else { return false }
      given.date = date
      return true
    case .section(.permissions): return permissions(&cursor, lane)
    case .section(.purchases): return purchases(&cursor, &given, lane)
    case .section(.unlocked): return unlocked(&cursor, lane)
    case .section(.toggles): return flags(&cursor, lane, areRuntime: false)
    case .section(.runtime): return flags(&cursor, lane, areRuntime: true)
    case .section(.attributes): return attributes(&cursor, lane)
    case .section(.buckets): return buckets(&cursor, lane)
    case .section(.defaults): return defaults(&cursor, &given)
    case .id: return readID(&cursor, &given)
    case .weight:
      guard let weight = cursor.integer() else { return false }
      given.weight = weight
      return true
    case .expect: return expectations(&cursor)
    }
  }

  @inline(__always)
  private func readID(_ cursor: inout ByteCursor, _ given: inout Given) -> Bool {
    given.idStart = cursor.at
    guard cursor.string() != nil || cursor.literal() != nil || cursor.skipNumber() else {
      return false
    }
    given.idEnd = cursor.at
    return !options.assignsPositions || readBucketID(&given)
  }

  @inline(never)
  private func readBucketID(_ given: inout Given) -> Bool {
    guard let start = given.idStart, let end = given.idEnd else { return false }
    let text = UnsafeBufferPointer(start: start, count: end - start)
    switch text[0] {
    case UInt8(ascii: "\""):
      let content = text[1..<text.count - 1]
      given.idForPosition = content.isEmpty ? nil : UnsafeBufferPointer(rebasing: content)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      // The id -0 counts as 0. The general JSON parser does this conversion.
      guard !text.elementsEqual("-0".utf8) else { return false }
      let isInteger = text.allSatisfy { $0 | 0x20 != UInt8(ascii: "e") && $0 != UInt8(ascii: ".") }
      given.idForPosition = isInteger ? text : nil
    default: break
    }
    return true
  }

  @inline(__always)
  func version(_ cursor: inout ByteCursor) -> UInt64? {
    if let token = cursor.string() { return PackedVersion.read(token) }
    guard let major = cursor.integer(), major < 1 << 21 else { return nil }
    return UInt64(major) &<< 42
  }

  /// Reads a date, in seconds since 1970.
  func moment(_ cursor: inout ByteCursor) -> Int64? {
    guard let token = cursor.string() else { return nil }
    return DateTime(
      utf8: UnsafeRawBufferPointer(start: token.start, count: token.length))?.seconds
  }

  // MARK: Keys

  /// True for a key that begins with `$` or `x-` and is new in the line.
  @inline(never)
  private mutating func isExtension(_ key: Token) -> Bool {
    guard key.hasPrefix("$") || key.hasPrefix("x-"), extensions.count < 8,
      !extensions.contains(where: { $0.isEqual(to: key) })
    else { return false }
    extensions.append(key)
    return true
  }

  /// Whether the line has not mentioned this declaration before. True also where a change replaces
  /// it.
  /// - Parameter seen: By declaration of the kind, the last line that has it.
  @inline(__always)
  func isNew(_ number: Int, _ seen: borrowing Table<Int>) -> Bool {
    if seen[number] == line { return isChanging }
    seen[number] = line
    return true
  }

  /// - Parameter declared: How many declarations the new manifest has. Later ones are the old
  ///   manifest's only.
  @inline(__always)
  mutating func isDeclaredOrIgnorable(
    _ number: Int, of declared: Int, _ token: Token, _ section: StateSection
  ) -> Bool {
    UInt(bitPattern: number) < UInt(bitPattern: declared) || isIgnorable(token, section)
  }

  /// Whether an undeclared id may be ignored. False for a duplicate key.
  mutating func isIgnorable(_ token: Token, _ section: StateSection) -> Bool {
    isIgnorable(token, sectionBit: 1 &<< UInt32(section.index))
  }

  mutating func isIgnorable(_ token: Token, sectionBit: UInt32) -> Bool {
    !options.isStrict && token.length > 0 && ignored.note(token, sectionBit: sectionBit, line: line)
  }
}
