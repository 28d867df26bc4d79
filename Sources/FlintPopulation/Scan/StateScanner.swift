internal import FlintModel

/// A fast scanner of input lines that each contain a state as a JSON object. While it reads, it sets the state's facts
/// in a ``StateBatch``, without building a JSON document.
///
/// It reads only lines in a common form. The general JSON parser reads lines with an escape, an unknown or duplicate
/// key, a value of an unexpected type or another uncommon form.
struct StateScanner: ~Copyable {
  let tables: ScannerTables
  let options: LineOptions

  /// The current thread's table of groups, which finds the number of the group to which a state belongs; nil if states
  /// are not grouped. It is in separate memory, so that moving the scanner does not copy it.
  let groups: UnsafeMutablePointer<GroupNumbers>?
  var ignored = IgnoredIds()
  var linesWithoutPosition: Int64 = 0

  /// The statuses that features should have according to the current line. Empty unless these statuses are compared
  /// with the results.
  var expected: [Expectation] = []

  /// The keys of the current line that begin with `$` or `x-`.
  private var extensions: [Token] = []

  /// The number of lines that this scanner has begun. It serves as a mark: an element of an array such as
  /// ``seenProducts`` belongs to the current line if it has this number.
  private(set) var line = 0

  /// For each permission, the number of the last input line that contains its status.
  let seenPermissions: UnsafeMutablePointer<Int>
  /// For each product, the number of the last input line that contains a value for it. A product that occurs again in
  /// the current line is a duplicate key.
  let seenProducts: UnsafeMutablePointer<Int>
  /// For each attribute, the number of the last input line that contains a value for it. An attribute that occurs again
  /// in the current line is a duplicate key.
  let seenAttributes: UnsafeMutablePointer<Int>
  /// For each feature, the number of the last input line that contains its toggle. A feature that occurs again in the
  /// key `toggles` of the current line is a duplicate key.
  let seenToggles: UnsafeMutablePointer<Int>
  /// For each feature, the number of the last input line that contains its runtime flag. A feature that occurs again in
  /// the key `runtime` of the current line is a duplicate key.
  let seenFlags: UnsafeMutablePointer<Int>
  /// For each rollout bucket, the number of the last input line that contains a value for it. A rollout bucket that
  /// occurs again in the current line is a duplicate key.
  let seenBuckets: UnsafeMutablePointer<Int>
  /// For each feature, the number of the last input line that contains its expected status. A feature that occurs again
  /// in this section of the current line is a duplicate key.
  let seenExpectations: UnsafeMutablePointer<Int>

  /// For each product, the value that was read last from a line of the input: the raw value of a purchase status, or a
  /// consumable's credits.
  let holdings: UnsafeMutablePointer<Int64>

  /// For each permission, the raw value of the status that was read last from a line of the input.
  let permissionStatuses: UnsafeMutablePointer<UInt8>

  /// For each attribute, a pointer to the start of the value that was read last, in the bytes of the input line. If
  /// states are grouped by the attribute, their group is determined from this value. Nil if no line has contained the
  /// attribute yet. The pointer must be used only if the current line contains the attribute; see ``value(of:)``.
  let valueStarts: UnsafeMutablePointer<UnsafePointer<UInt8>?>

  /// For each date attribute, the value that was read last from a line of the input, in seconds since 1970.
  let moments: UnsafeMutablePointer<Int64>

  /// The end dates of the subscriptions in the current line, in seconds since 1970. They are stored until the whole
  /// line has been read, because the line's date may come later.
  let ends: UnsafeMutablePointer<(product: Int, until: Int64, graceUntil: Int64)>

  /// The number of lines without a date in which a constraint depends on the end of a subscription.
  var undatedLines: Int64 = 0

  init(_ tables: ScannerTables, _ options: LineOptions, _ groups: GroupTotals? = nil) {
    func zeros(_ count: Int) -> UnsafeMutablePointer<Int> {
      .holding([Int](repeating: 0, count: count))
    }
    self.tables = tables
    self.options = options
    self.groups = groups.map { totals in
      let groups = UnsafeMutablePointer<GroupNumbers>.allocate(capacity: 1)
      groups.initialize(to: GroupNumbers(totals, tables.program.manifest))
      return groups
    }
    let manifest = tables.program.universe
    seenPermissions = zeros(SystemPermission.allCases.count)
    seenProducts = zeros(manifest.products.count)
    seenAttributes = zeros(manifest.attributes.count)
    seenToggles = zeros(manifest.features.count)
    seenFlags = zeros(manifest.features.count)
    seenBuckets = zeros(manifest.buckets.count)
    seenExpectations = zeros(manifest.features.count)
    holdings = .holding([Int64](repeating: 0, count: manifest.products.count))
    permissionStatuses = .holding([UInt8](repeating: 0, count: SystemPermission.allCases.count))
    moments = .holding([Int64](repeating: 0, count: manifest.attributes.count))
    valueStarts = .holding(
      [UnsafePointer<UInt8>?](repeating: nil, count: manifest.attributes.count))
    ends = .allocate(capacity: manifest.products.count)
  }

  deinit {
    for memory in [
      seenPermissions, seenProducts, seenAttributes, seenToggles, seenFlags, seenBuckets,
      seenExpectations,
    ] {
      memory.deallocate()
    }
    holdings.deallocate()
    permissionStatuses.deallocate()
    moments.deallocate()
    valueStarts.deallocate()
    ends.deallocate()
    groups?.deinitialize(count: 1)
    groups?.deallocate()
  }

  struct Scanned {
    var weight: Int64 = 1
    var group: Int32 = 0
    /// The JSON text of the line's `id`, if it has one.
    var id: UnsafeBufferPointer<UInt8>?
    var end: UnsafePointer<UInt8>
  }

  /// The values of a line that are kept until its end, because they determine facts only together with other values.
  /// For example, a subscription's status depends on its end date and on the line's date.
  struct Given {
    var keys: UInt32 = 0
    var platform: Int
    var osVersion = PackedVersion.latest
    var appVersion: UInt64?
    var date = ScannerTables.noTime
    /// The plane (bit vector, see ``Lanes``) in which the state's bit is set for ``permissionDefaultStatus``, the
    /// status of all permissions that the line does not list.
    var permissionDefault: Plane
    /// The plane (bit vector, see ``Lanes``) in which the state's bit is set for ``purchaseDefaultStatus``, the status
    /// of all products that the line does not list.
    var purchaseDefault: Plane

    /// The status of all permissions that the line does not list.
    var permissionDefaultStatus = SystemPermissionStatus.notDetermined
    /// The raw value of the purchase status of all products that the line does not list.
    var purchaseDefaultStatus = UInt64(PurchaseStatus.notPurchased.rawValue)

    var endCount = 0
    var weight: Int64 = 1
    var idStart: UnsafePointer<UInt8>?
    var idEnd: UnsafePointer<UInt8>?

    /// The text from which the user's positions in rollout buckets are computed: the `id` in the user's line of the
    /// population, without quotation marks. Nil if the line has no string or integer as `id`, or if no positions are
    /// computed.
    var idForPosition: UnsafeBufferPointer<UInt8>?

    @inline(__always)
    init(_ tables: ScannerTables) {
      platform = tables.defaultPlatform
      permissionDefault =
        tables.permissionDefaults[Int(permissionDefaultStatus.rawValue)]
      purchaseDefault = tables.purchaseDefaults[Int(purchaseDefaultStatus)]
    }
  }

  /// Begins a line and discards the undeclared ids and the expected statuses of the previous one. If the scanner cannot
  /// read a line and the general JSON parser reads it, this function is called again, to discard the undeclared ids
  /// that the scanner has already recorded. The parser has a complete list of them.
  mutating func beginLine() {
    line &+= 1
    extensions.removeAll(keepingCapacity: true)
    ignored.beginLine()
    if options.comparesExpectations { expected.removeAll(keepingCapacity: true) }
  }

  /// Scans the line at `start` and sets its facts in the batch. Returns nil if the line has an uncommon form, which
  /// only the general JSON parser can read. The caller must then clear the facts, because some of them may already be
  /// set.
  mutating func scan(_ start: UnsafePointer<UInt8>, into lane: FactSetter) -> Scanned? {
    beginLine()
    var cursor = ByteCursor(start)
    var given = Given(tables)
    cursor.skipSpace()
    guard cursor.take(UInt8(ascii: "{")) else { return nil }
    cursor.skipSpace()
    if !cursor.take(UInt8(ascii: "}")) {
      members: while true {
        guard let key = cursor.key() else { return nil }
        let number = tables.keyNames.number(of: key)
        if number >= 0 {
          let bit = 1 &<< UInt32(truncatingIfNeeded: number)
          guard given.keys & bit == 0 else { return nil }
          given.keys |= bit
          guard read(tables.keys[number], &cursor, &given, lane) else { return nil }
        } else {
          guard isExtension(key), cursor.skipValue() else { return nil }
        }
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
    if given.date == ScannerTables.noTime,
      (0..<given.endCount).contains(where: { tables.isTested(product: ends[$0].product) })
    {
      undatedLines += 1
    }
    if options.assignsPositions, given.idForPosition == nil { linesWithoutPosition &+= 1 }
    let id = given.idStart.flatMap { start in
      given.idEnd.map { UnsafeBufferPointer(start: start, count: $0 - start) }
    }
    return Scanned(
      weight: given.weight, group: group(given), id: id, end: cursor.at)
  }

  @inline(__always)
  private func group(_ given: Given) -> Int32 {
    guard let groups else { return 0 }
    return groups.pointee.number(of: given, scannedBy: self)
  }

  @inline(__always)
  func value(of attribute: Int) -> UnsafePointer<UInt8>? {
    seenAttributes[attribute] == line ? valueStarts[attribute] : nil
  }

  /// Returns the value of a product in the current line: the raw value of its purchase status, or its credits. Returns
  /// nil if the line has no value for the product.
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

  /// Sets the facts that can be determined only at the end of the line: those that depend on several of its values, and
  /// those that have a default value.
  @inline(__always)
  private func settle(_ given: Given, _ lane: FactSetter) {
    lane.set(tables.versions[given.platform].plane(of: given.osVersion))
    if let version = given.appVersion {
      lane.set(tables.cuts(of: .appVersion).plane(of: version))
    }
    lane.set(given.permissionDefault)
    lane.set(given.purchaseDefault)
    if given.date != ScannerTables.noTime { settle(date: given.date, lane) }
    if given.endCount > 0 { setEndingPurchases(given, lane) }
    if let id = given.idForPosition { assignBuckets(id, lane) }
  }

  private func settle(date: Int64, _ lane: FactSetter) {
    lane.set(tables.cuts(of: .date).plane(of: date))
    for index in 0..<tables.ageCount {
      let age = tables.ages + index
      let attribute = age.pointee.attribute
      let begin = seenAttributes[attribute] == line ? moments[attribute] : age.pointee.declared
      if begin != ScannerTables.noTime { lane.set(age.pointee.cuts.plane(of: date &- begin)) }
    }
  }

  /// Sets the purchase status of each subscription with an end date, as ``ProductHolding/status(at:)`` does.
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

  /// Computes the user's position in each rollout bucket for which the line has no position and which some rollout
  /// uses, and sets it as a fact.
  private func assignBuckets(_ id: UnsafeBufferPointer<UInt8>, _ lane: FactSetter) {
    for bucket in 0..<tables.buckets.count
    where seenBuckets[bucket] != line && tables.bucketCuts[bucket].count > 0 {
      let position = tables.bucketPositions.position(in: bucket, of: id)
      lane.set(tables.bucketCuts[bucket].plane(of: Int64(position)))
    }
  }

  // MARK: Members

  /// Reads the value of a top-level key, such as `platform`. Returns false if the value has an uncommon form, which
  /// only the general JSON parser can read.
  @inline(__always)
  private mutating func read(
    _ key: LineKey, _ cursor: inout ByteCursor, _ given: inout Given, _ lane: FactSetter
  ) -> Bool {
    switch key {
    case .state(.section(.platform)):
      guard let token = cursor.string() else { return false }
      given.platform = tables.platforms.number(of: token)
      return given.platform >= 0
    case .state(.section(.osVersion)):
      guard let version = version(&cursor) else { return false }
      given.osVersion = version
      return true
    case .state(.section(.device(.appVersion))):
      given.appVersion = version(&cursor)
      return given.appVersion != nil
    case .state(.section(.device(.date))):
      guard let date = moment(&cursor) else { return false }
      given.date = date
      return true
    case .state(.section(.permissions)): return permissions(&cursor, lane)
    case .state(.section(.purchases)): return purchases(&cursor, &given, lane)
    case .state(.section(.unlocked)): return unlocked(&cursor, lane)
    case .state(.section(.toggles)): return toggles(&cursor, lane)
    case .state(.section(.runtime)): return runtimeFlags(&cursor, lane)
    case .state(.section(.attributes)): return attributes(&cursor, lane)
    case .state(.section(.buckets)): return buckets(&cursor, lane)
    case .state(.section(.defaults)): return defaults(&cursor, &given)
    case .state(.remark(.id)): return readID(&cursor, &given)
    case .state(.remark(.weight)):
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

  /// Records the text from which the user's positions in rollout buckets are computed: the content of the line's `id`
  /// if it is a string, or its digits if it is an integer. Returns false for the integer -0, which only the general
  /// JSON parser converts to 0.
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

  /// Reads a date and returns it in seconds since 1970, or nil if the value is not a valid date.
  func moment(_ cursor: inout ByteCursor) -> Int64? {
    guard let token = cursor.string() else { return nil }
    return DateTime(
      utf8: UnsafeRawBufferPointer(start: token.start, count: token.length))?.seconds
  }

  // MARK: Keys

  /// Returns whether a key begins with `$` or `x-` and is new in the current line.
  @inline(never)
  private mutating func isExtension(_ key: Token) -> Bool {
    guard key.hasPrefix("$") || key.hasPrefix("x-"), extensions.count < 8,
      !extensions.contains(where: { $0.isEqual(to: key) })
    else { return false }
    extensions.append(key)
    return true
  }

  /// Returns whether an id, such as that of a product, occurs for the first time in the current line, and records it.
  ///
  /// - Parameters:
  ///   - number: The index of the product, attribute, feature or bucket with this id.
  ///   - seen: For each declaration of the same kind, such as each product, the last line in which its id occurred.
  @inline(__always)
  func isNew(_ number: Int, _ seen: UnsafeMutablePointer<Int>) -> Bool {
    if seen[number] == line { return false }
    seen[number] = line
    return true
  }

  /// Returns whether an id may occur in the current line: the manifest declares it, or undeclared ids are permitted.
  ///
  /// - Parameters:
  ///   - number: The index of the declaration with this id. If two manifests are compared, it may be one of the second.
  ///     It is never -1: for an id that no manifest declares, the caller uses ``isIgnorable(_:_:)`` instead.
  ///   - declared: The number of declarations of the manifest itself. Indices from this number on belong to
  ///     declarations of the second manifest.
  @inline(__always)
  mutating func isDeclaredOrIgnorable(
    _ number: Int, of declared: Int, _ token: Token, _ section: StateSection
  ) -> Bool {
    number < declared || isIgnorable(token, section)
  }

  /// Records an id in the current input line that the manifest does not declare. Returns false if undeclared ids are
  /// not permitted, or if the same section of the line, such as `toggles`, has already mentioned the id.
  mutating func isIgnorable(_ token: Token, _ section: StateSection) -> Bool {
    isIgnorable(token, sectionBit: 1 &<< UInt32(section.index))
  }

  mutating func isIgnorable(_ token: Token, sectionBit: UInt32) -> Bool {
    !options.isStrict && token.length > 0 && ignored.note(token, sectionBit: sectionBit, line: line)
  }
}
