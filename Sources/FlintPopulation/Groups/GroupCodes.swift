internal import FlintModel

/// Encodes the values of keys in 64 bits, to compare groups fast: numbers as themselves, others by
/// index or raw value. Texts are numbered in the order of their first occurrence.
struct GroupCodes: ~Copyable {
  let manifest: Manifest

  private struct Key {
    let key: GroupKey

    /// An attribute's default, encoded; otherwise unused.
    let declared: UInt64
    let isVersion: Bool
    let isConsumable: Bool

    /// The subscription group's range in ``GroupCodes/members``.
    let members: Range<Int>
  }

  private let keys: UnsafeMutablePointer<Key>

  private typealias Member = (product: Int, code: UInt64)

  private let members: UnsafeMutablePointer<Member>

  private let appVersions: UnsafeMutablePointer<UInt64>

  /// By permission, then platform.
  private let offers: UnsafeMutablePointer<Offer>

  private struct Offer {
    /// Encoded as ``PackedVersion``.
    let since: UInt64?
    let before: PermissionAccess
  }

  private var texts: IdTable
  private var spellings: [String]

  private static let null: UInt64 = 1 << 63
  private static let latest = UInt64.max

  /// The value of a subscription group in which a purchase may exist.
  private static let unknown = UInt64.max

  init(_ keys: [GroupKey], _ manifest: Manifest) {
    self.manifest = manifest
    appVersions = .holding(
      Platform.allCases.map { Self.code(of: manifest.app.installedVersion(on: $0)) })
    offers = .holding(
      SystemPermission.allCases.flatMap { permission in
        Platform.allCases.map { platform in
          Offer(
            since: permission.support.firstVersion(on: platform).map {
              PackedVersion.lowest(atLeast: $0)
            }, before: permission.support.isFreeBefore(on: platform) ? .free : .unsupported)
        }
      })
    var texts = IdTable(capacity: 64)
    var spellings: [String] = []
    var members: [Member] = []
    self.keys = .holding(
      keys.map { key in
        var (declared, isVersion, isConsumable) = (Self.null, false, false)
        let firstMember = members.count
        switch key {
        case .platform, .osVersion, .appVersion, .permission: break
        case .attribute(let index):
          let attribute = manifest.attributes[index]
          declared = Self.code(of: attribute.declaredValue, in: attribute.domain) {
            Self.code(of: $0, &texts, &spellings)
          }
          isVersion = attribute.domain == .version
        case .purchase(let product):
          isConsumable = manifest.products[product].type == .consumable
        case .group(let group): members += Self.members(of: group, in: manifest)
        }
        return Key(
          key: key, declared: declared, isVersion: isVersion, isConsumable: isConsumable,
          members: firstMember..<members.count)
      })
    self.members = .holding(members)
    self.texts = texts
    self.spellings = spellings
  }

  deinit {
    keys.deallocate()
    members.deallocate()
    appVersions.deallocate()
    offers.deallocate()
    texts.deallocate()
  }

  private static func members(of group: Int, in manifest: Manifest) -> [Member] {
    let products = manifest.products.indices.filter { manifest.products[$0].group == group }
    if manifest.groups[group].levels.isEmpty { return products.map { ($0, UInt64($0)) } }
    return products.map { ($0, UInt64(manifest.products[$0].level ?? 0)) }
      .sorted { $0.code > $1.code }
  }

  // MARK: Values of a line

  /// For the line that the ``StateScanner`` has read.
  @inline(__always)
  mutating func code(
    ofKey index: Int, _ given: StateScanner.Given, _ scanner: borrowing StateScanner
  ) -> UInt64 {
    switch keys[index].key {
    case .platform: return UInt64(given.platform)
    case .osVersion: return Self.code(ofPacked: given.osVersion)
    case .appVersion:
      return given.appVersion.map { Self.code(ofPacked: $0) } ?? appVersions[given.platform]
    case .attribute(let attribute):
      guard let start = scanner.value(of: attribute) else { return keys[index].declared }
      return code(ofValueAt: start, isVersion: keys[index].isVersion)
    case .permission(let permission): return status(of: permission, given, scanner)
    case .purchase(let product):
      return scanner.holding(of: product)
        ?? (keys[index].isConsumable ? 0 : given.purchaseDefaultStatus)
    case .group:
      return held(keys[index].members) { product in
        let status = scanner.holding(of: product) ?? given.purchaseDefaultStatus
        return PurchaseStatus(rawValue: UInt8(truncatingIfNeeded: status))?.truth
      }
    }
  }

  @inline(__always)
  private func held(_ range: Range<Int>, _ truth: (_ product: Int) -> Ternary?) -> UInt64 {
    var code = Self.null
    for member in range {
      switch truth(members[member].product) {
      case .yes: return members[member].code
      case .unknown: code = Self.unknown
      case .no, nil: break
      }
    }
    return code
  }

  @inline(__always)
  private func status(
    of permission: SystemPermission, _ given: StateScanner.Given,
    _ scanner: borrowing StateScanner
  ) -> UInt64 {
    let offer = offers[Int(permission.rawValue) &* Platform.allCases.count &+ given.platform]
    let isOffered = offer.since.map { given.osVersion >= $0 } ?? false
    let status = permission.status(
      isOffered ? .asks : offer.before, assuming: given.permissionDefaultStatus
    ) { scanner.status(of: $0) }
    return UInt64(status.rawValue)
  }

  // MARK: Values of a state

  /// For a state that the general parser has read.
  mutating func code(ofKey index: Int, in state: ResolvedState) -> UInt64 {
    switch keys[index].key {
    case .platform: return UInt64(state.platform.rawValue)
    case .osVersion: return Self.code(of: state.osVersion)
    case .appVersion: return Self.code(of: state.appVersion)
    case .attribute(let attribute):
      let domain = manifest.attributes[attribute].domain
      return Self.code(of: state.value(of: attribute), in: domain) { text in
        Self.code(of: text, &texts, &spellings)
      }
    case .permission(let permission): return UInt64(state.status(of: permission).rawValue)
    case .purchase(let product):
      return state.status(of: product).map { UInt64($0.rawValue) }
        ?? UInt64(state.credits(of: product))
    case .group:
      return held(keys[index].members) { state.status(of: $0)?.truth }
    }
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
    switch domain.scalar(of: value) {
    case .null: null
    case .truth(let isOn): isOn ? 1 : 0
    case .number(let number): UInt64(bitPattern: number)
    case .string(let string): text(string)
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

  @inline(__always)
  private mutating func code(ofValueAt start: UnsafePointer<UInt8>, isVersion: Bool) -> UInt64 {
    var cursor = ByteCursor(start)
    if let token = cursor.string() {
      return Self.code(
        of: IdTable.Key(token), at: token.start, count: token.length, &texts, &spellings)
    }
    if let literal = cursor.literal() { return literal == 1 ? Self.null : literal == 2 ? 1 : 0 }
    if isVersion {
      // A version such as 17 may also be written as a JSON number.
      while cursor.at[0] &- UInt8(ascii: "0") < 10 { cursor.at += 1 }
      let count = cursor.at - start
      return Self.code(
        of: IdTable.Key(start, length: count), at: start, count: count, &texts, &spellings)
    }
    return cursor.signedInteger().map { UInt64(bitPattern: $0) } ?? Self.null
  }

  func value(of code: UInt64, ofKey index: Int) -> GroupValue {
    switch keys[index].key {
    case .platform: return .text(ExactText(Platform.allCases[Int(code)].name))
    case .osVersion, .appVersion:
      return code == Self.latest ? .text(ExactText("latest")) : .integer(Int64(code))
    case .attribute(let attribute):
      if code == Self.null { return .null }
      switch manifest.attributes[attribute].domain.type.form {
      case .truth: return .boolean(code == 1)
      case .number: return .integer(Int64(bitPattern: code))
      case .string: return .text(ExactText(spellings[Int(code)]))
      }
    case .permission: return .text(ExactText(SystemPermissionStatus.allCases[Int(code)].name))
    case .purchase:
      return keys[index].isConsumable
        ? .integer(Int64(code)) : .text(ExactText(PurchaseStatus.allCases[Int(code)].name))
    case .group(let group):
      if code == Self.null { return .null }
      if code == Self.unknown { return .text(ExactText(GroupKey.unknown)) }
      let levels = manifest.groups[group].levels
      return .text(
        ExactText(levels.isEmpty ? manifest.products[Int(code)].id : levels[Int(code)]))
    }
  }
}
