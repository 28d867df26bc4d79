/// Finds a line's group. Each thread has its own instance, so that known lines need no lock.
final class GroupNumbers {
  private let totals: GroupTotals
  private let manifest: Manifest

  /// By key, the subscription group's products, the highest level first.
  private let members: [[Int]]

  /// The first versions that offer a permission, by permission, then platform. Encoded as
  /// ``PackedVersion``.
  private let firstVersions: [[UInt64?]]

  // Exclusivity is not checked, since that would be done for each value of each line.

  /// The scanned line's encoded values, by key.
  @exclusivity(unchecked) private var line: [UInt64] = []

  /// The general parser reads only the first line with these values.
  @exclusivity(unchecked) private var known: [[UInt64]: Int32] = [:]

  init(_ totals: GroupTotals, _ manifest: Manifest) {
    self.totals = totals
    self.manifest = manifest
    members = totals.keys.map { key in
      guard case .group(let group) = key else { return [] }
      return manifest.products.indices.filter { manifest.products[$0].group == group }
        .sorted { (manifest.products[$1].level ?? 0, $0) < (manifest.products[$0].level ?? 0, $1) }
    }
    firstVersions = SystemPermission.allCases.map { permission in
      Platform.allCases.map {
        permission.support.firstVersion(on: $0).map { PackedVersion.lowest(atLeast: $0) }
      }
    }
  }

  func beginLine() { line.removeAll(keepingCapacity: true) }

  /// The number of the line's group. Nil if no line had the same values before; the general parser
  /// then reads the line.
  func number(
    of given: StateScanner.Given, scannedBy scanner: borrowing StateScanner
  ) -> Int32? {
    for index in totals.keys.indices { add(index, given, scanner) }
    if let number = known[line] { return number }
    known[line] = totals.number(ofLine: line)
    return known[line]
  }

  func number(of state: DeviceState) -> Int32 {
    let state = ResolvedState(state, in: manifest)
    let number = totals.number(ofGroup: totals.keys.indices.map { value(of: $0, in: state) })
    if !line.isEmpty { totals.keep(number, ofLine: line) }
    return number
  }

  @inline(__always)
  private func add(
    _ index: Int, _ given: StateScanner.Given, _ scanner: borrowing StateScanner
  ) {
    let platform = UInt64(given.platform)
    switch totals.keys[index] {
    case .platform: line.append(platform)
    case .osVersion: line.append(given.osVersion &>> 42)
    case .appVersion:
      line.append(given.appVersion.map { $0 &>> 42 } ?? .max - platform)
    case .attribute(let attribute):
      guard let start = scanner.value(of: attribute) else { return line.append(0) }
      var cursor = ByteCursor(start)
      _ = cursor.skipValue()
      add(start, count: cursor.at - start)
    case .permission(let permission):
      let first = firstVersions[Int(permission.rawValue)][given.platform]
      let isOffered = first.map { given.osVersion >= $0 } ?? false
      var code = platform << 1 | (isOffered ? 1 : 0)
      // The location permissions share a switch.
      for other in [permission, .locationAlways, .locationWhenInUse] {
        let status = scanner.status(of: other)
        code = code << 8 | (status.map { UInt64($0.rawValue) } ?? 0xFF)
      }
      line.append(code << 8 | UInt64(given.permissionDefaultStatus.rawValue))
    case .purchase(let product):
      line.append(scanner.holding(of: product) ?? .max - given.purchaseDefaultStatus)
    case .group:
      let held = held(index) { product in
        let status = scanner.holding(of: product) ?? given.purchaseDefaultStatus
        return PurchaseStatus(rawValue: UInt8(truncatingIfNeeded: status))?.truth
      }
      line.append(UInt64(bitPattern: Int64(held)))
    }
  }

  private func add(_ start: UnsafePointer<UInt8>, count: Int) {
    line.append(UInt64(count))
    for first in stride(from: 0, to: count, by: 8) {
      let unused = UInt64(max(0, first + 8 - count) * 8)
      line.append(ByteCursor.word(at: start + first) << unused)
    }
  }

  private static let (none, unknown) = (-1, -2)

  /// The first product of a key's subscription group that the user has. Otherwise ``unknown`` if
  /// the user may have one, else ``none``.
  @inline(__always)
  private func held(_ index: Int, _ truth: (_ product: Int) -> Ternary?) -> Int {
    var found = Self.none
    for product in members[index] {
      switch truth(product) {
      case .yes: return product
      case .unknown: found = Self.unknown
      case .no, nil: break
      }
    }
    return found
  }

  private func value(of index: Int, in state: ResolvedState) -> GroupValue {
    func text(_ text: String) -> GroupValue { .text(ExactText(text)) }
    func major(of version: InstalledVersion) -> GroupValue {
      switch version {
      case .latest: text("latest")
      case .version(let version): .integer(Int64(version.major))
      }
    }
    switch totals.keys[index] {
    case .platform: return text(state.platform.name)
    case .osVersion: return major(of: state.osVersion)
    case .appVersion: return major(of: state.appVersion)
    case .attribute(let attribute):
      switch manifest.attributes[attribute].domain.scalar(of: state.value(of: attribute)) {
      case .null: return .null
      case .truth(let isOn): return .boolean(isOn)
      case .number(let number): return .integer(number)
      case .string(let string): return text(string)
      }
    case .permission(let permission): return text(state.status(of: permission).name)
    case .purchase(let product):
      return state.status(of: product).map { text($0.name) }
        ?? .integer(state.credits(of: product))
    case .group(let group):
      let product = held(index) { state.status(of: $0)?.truth }
      if product < 0 { return product == Self.none ? .null : text(GroupKey.unknown) }
      let (levels, declaration) = (manifest.groups[group].levels, manifest.products[product])
      return text(levels.isEmpty ? declaration.id : levels[declaration.level ?? 0])
    }
  }
}
