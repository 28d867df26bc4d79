internal import FlintCore

/// A fast scanner that sets the facts of a line directly, without building values.
///
/// It handles only common lines. If a line contains an escape, an unknown or duplicate key, a value of an unexpected
/// type or another uncommon form, the scanner rejects it and the general parser reads it.
struct StateScanner: ~Copyable {
  let vocabulary: Vocabulary
  let options: LineOptions

  /// The group numbers of this thread. They are stored outside the scanner to keep it cheap to move.
  let groups: UnsafeMutablePointer<GroupNumbers>?
  var ignored = IgnoredIds()

  /// The expected statuses of the current line, if they are compared.
  var expected: [Expectation] = []

  /// The number of the current line, from 1.
  private(set) var line = 0

  /// For each product, the number of the last line that gave it; in the next arrays, the same for the other keys.
  let seenProducts: UnsafeMutablePointer<Int>
  let seenAttributes: UnsafeMutablePointer<Int>
  let seenToggles: UnsafeMutablePointer<Int>
  let seenFlags: UnsafeMutablePointer<Int>
  let seenBuckets: UnsafeMutablePointer<Int>
  let seenExpectations: UnsafeMutablePointer<Int>

  /// For each product, the value in the last line that gave it: the raw value of a status, or a consumable's credits.
  let holdings: UnsafeMutablePointer<Int64>

  /// For each permission, the raw value of the status in the last line that gave it.
  let permissionStatuses: UnsafeMutablePointer<UInt8>

  /// For each attribute, the position of its value in the last line that gave it.
  let valueStarts: UnsafeMutablePointer<UnsafePointer<UInt8>?>

  /// For each date attribute, the date in the last line that gave it, in seconds.
  let moments: UnsafeMutablePointer<Int64>

  /// The end dates of the current line's subscriptions. Their status can be determined only after the line's date is
  /// known.
  let ends: UnsafeMutablePointer<(product: Int, end: Int64)>

  init(_ vocabulary: Vocabulary, _ options: LineOptions, _ groups: GroupTotals? = nil) {
    func zeros(_ count: Int) -> UnsafeMutablePointer<Int> {
      .holding([Int](repeating: 0, count: count))
    }
    self.vocabulary = vocabulary
    self.options = options
    self.groups = groups.map { totals in
      let groups = UnsafeMutablePointer<GroupNumbers>.allocate(capacity: 1)
      groups.initialize(to: GroupNumbers(totals, vocabulary.program.manifest))
      return groups
    }
    let manifest = vocabulary.program.universe
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
      seenProducts, seenAttributes, seenToggles, seenFlags, seenBuckets, seenExpectations,
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

  /// The result of scanning a line whose facts have been set.
  struct Scanned {
    var weight: Int64 = 1
    var group: Int32 = 0
    /// The JSON text of the id; nil if the line has none.
    var id: UnsafeBufferPointer<UInt8>?
    /// The line feed at the end of the line.
    var end: UnsafePointer<UInt8>
  }

  /// The values of a line that set facts only in combination with others.
  struct Given {
    var keys: UInt32 = 0
    var platform: Int
    var osVersion = PackedVersion.latest
    var appVersion: UInt64?
    var date = Vocabulary.noTime
    var permissionDefault: Plane
    var purchaseDefault: Plane

    /// The raw values of the default statuses whose planes are `permissionDefault` and `purchaseDefault`.
    var permissionDefaultStatus = UInt64(SystemPermissionStatus.notDetermined.rawValue)
    var purchaseDefaultStatus = UInt64(PurchaseStatus.notPurchased.rawValue)

    /// One bit for each permission that the line gives a status for.
    var permissions: UInt32 = 0
    var endCount = 0
    var weight: Int64 = 1
    var idStart: UnsafePointer<UInt8>?
    var idEnd: UnsafePointer<UInt8>?

    /// The text that determines bucket positions; nil if the line has no suitable id.
    var drawnID: UnsafeBufferPointer<UInt8>?

    @inline(__always)
    init(_ vocabulary: Vocabulary) {
      platform = vocabulary.defaultPlatform
      permissionDefault =
        vocabulary.permissionDefaults[Int(permissionDefaultStatus)]
      purchaseDefault = vocabulary.purchaseDefaults[Int(purchaseDefaultStatus)]
    }
  }

  /// Starts a line and forgets the keys and ids of the previous one. It is called again if the general parser reads the
  /// same line.
  mutating func beginLine() {
    line &+= 1
    ignored.beginLine()
    if options.comparesExpectations { expected.removeAll(keepingCapacity: true) }
  }

  /// Sets the facts of the line at `start`. Returns nil if the line needs the general parser; some facts may already be
  /// set in that case.
  mutating func scan(_ start: UnsafePointer<UInt8>, into lane: LaneFacts) -> Scanned? {
    beginLine()
    var cursor = ByteCursor(start)
    var given = Given(vocabulary)
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
    return Scanned(
      weight: given.weight, group: group(given), id: id, end: cursor.at)
  }

  @inline(__always)
  private func group(_ given: Given) -> Int32 {
    guard let groups else { return 0 }
    return groups.pointee.number(of: given, scannedBy: self)
  }

  /// Returns the position of an attribute's value in the current line; nil if the line does not give it.
  @inline(__always)
  func value(of attribute: Int) -> UnsafePointer<UInt8>? {
    seenAttributes[attribute] == line ? valueStarts[attribute] : nil
  }

  /// Returns the raw value of a product's status, or its credits, in the current line; nil if the line does not give
  /// it.
  @inline(__always)
  func holding(of product: Int) -> UInt64? {
    seenProducts[product] == line ? UInt64(bitPattern: holdings[product]) : nil
  }

  /// Returns the raw value of a permission's status in the current line; nil if the line does not give it.
  @inline(__always)
  func status(of permission: SystemPermission, _ given: Given) -> UInt64? {
    given.permissions &>> UInt32(permission.rawValue) & 1 == 1
      ? UInt64(permissionStatuses[Int(permission.rawValue)]) : nil
  }

  /// Sets the facts that depend on several keys of the line, and those that always have a value.
  @inline(__always)
  private func settle(_ given: Given, _ lane: LaneFacts) {
    lane.set(vocabulary.versions[given.platform].plane(of: given.osVersion))
    if let version = given.appVersion {
      lane.set(vocabulary.versions[Vocabulary.appVersions].plane(of: version))
    }
    lane.set(given.permissionDefault)
    lane.set(given.purchaseDefault)
    if given.date != Vocabulary.noTime { settle(date: given.date, lane) }
    if given.endCount > 0 { setEndingPurchases(given, lane) }
    if let id = given.drawnID { assignBuckets(id, lane) }
  }

  private func settle(date: Int64, _ lane: LaneFacts) {
    lane.set(vocabulary.dates.plane(of: date))
    for index in 0..<vocabulary.ageCount {
      let age = vocabulary.ages + index
      let attribute = age.pointee.attribute
      let begin = seenAttributes[attribute] == line ? moments[attribute] : age.pointee.declared
      if begin != Vocabulary.noTime { lane.set(age.pointee.cuts.plane(of: date &- begin)) }
    }
  }

  /// Sets the status of each product whose subscription has an end: purchased before the end, expired from then on, and
  /// unknown if the state has no date.
  private func setEndingPurchases(_ given: Given, _ lane: LaneFacts) {
    for index in 0..<given.endCount {
      let (product, end) = ends[index]
      let status: PurchaseStatus =
        given.date == Vocabulary.noTime ? .unknown : given.date < end ? .purchased : .expired
      holdings[product] = Int64(status.rawValue)
      lane.set(
        vocabulary.purchasePlanes[product &* Vocabulary.statusStride &+ Int(status.rawValue)])
    }
  }

  /// Assigns the user's position in each bucket that the line does not mention and that has breakpoints.
  private func assignBuckets(_ id: UnsafeBufferPointer<UInt8>, _ lane: LaneFacts) {
    for bucket in 0..<vocabulary.buckets.count
    where seenBuckets[bucket] != line && vocabulary.bucketCuts[bucket].count > 0 {
      let place = vocabulary.lottery.place(in: bucket, of: id)
      lane.set(vocabulary.bucketCuts[bucket].plane(of: Int64(place)))
    }
  }

  // MARK: Members

  /// Reads the value of a key. Returns false if the line needs the general parser.
  @inline(__always)
  private mutating func read(
    _ key: LineKey, _ cursor: inout ByteCursor, _ given: inout Given, _ lane: LaneFacts
  ) -> Bool {
    switch key {
    case .state(.section(.platform)):
      guard let token = cursor.string() else { return false }
      given.platform = vocabulary.platforms.number(of: token)
      return given.platform >= 0
    case .state(.section(.osVersion)):
      guard let version = version(&cursor) else { return false }
      given.osVersion = version
      return true
    case .state(.section(.appVersion)):
      given.appVersion = version(&cursor)
      return given.appVersion != nil
    case .state(.section(.date)):
      guard let date = moment(&cursor) else { return false }
      given.date = date
      return true
    case .state(.section(.permissions)): return permissions(&cursor, &given, lane)
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
    return !options.drawsBuckets || readBucketID(&given)
  }

  /// Records the text that determines bucket positions: the content of a string id, or the digits of an integer id.
  @inline(never)
  private func readBucketID(_ given: inout Given) -> Bool {
    guard let start = given.idStart, let end = given.idEnd else { return false }
    let text = UnsafeBufferPointer(start: start, count: end - start)
    switch text[0] {
    case UInt8(ascii: "\""): given.drawnID = UnsafeBufferPointer(rebasing: text[1..<text.count - 1])
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      // The id -0 is equal to 0. The general parser converts it.
      guard !text.elementsEqual("-0".utf8) else { return false }
      let isInteger = text.allSatisfy { $0 | 0x20 != UInt8(ascii: "e") && $0 != UInt8(ascii: ".") }
      given.drawnID = isInteger ? text : nil
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

  /// Reads a date and returns it in seconds.
  func moment(_ cursor: inout ByteCursor) -> Int64? {
    guard let token = cursor.string() else { return nil }
    return DateTime(
      utf8: UnsafeRawBufferPointer(start: token.start, count: token.length))?.seconds
  }

  // MARK: Keys

  /// Whether the current line has not given the key before. Records the key.
  @inline(__always)
  func isNew(_ number: Int, _ seen: UnsafeMutablePointer<Int>) -> Bool {
    if seen[number] == line { return false }
    seen[number] = line
    return true
  }

  /// Whether the manifest declares the id with this number, or the id may be ignored. Numbers from `declared` on belong
  /// to ids that only the compared manifest declares.
  @inline(__always)
  mutating func isDeclaredOrIgnorable(
    _ number: Int, of declared: Int, _ token: Token, _ section: StateSection
  ) -> Bool {
    number < declared || isIgnorable(token, section)
  }

  /// Records an undeclared id. Returns false if undeclared ids are not allowed, or if the section has already mentioned
  /// the id.
  mutating func isIgnorable(_ token: Token, _ section: StateSection) -> Bool {
    isIgnorable(token, placeBit: 1 &<< UInt32(section.rawValue))
  }

  mutating func isIgnorable(_ token: Token, placeBit: UInt32) -> Bool {
    !options.isStrict && token.length > 0 && ignored.note(token, placeBit: placeBit, line: line)
  }
}

/// The status that a line expects a feature to have.
struct Expectation {
  let feature: Int
  let status: FeatureStatus
}

extension Token {
  func isEqual(to text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount == length else { return false }
    return (0..<length).allSatisfy { text.utf8Start[$0] == start[$0] }
  }
}
