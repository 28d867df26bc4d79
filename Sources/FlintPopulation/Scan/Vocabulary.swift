internal import FlintCore

/// The words that a manifest's states are made of, and the planes of what they say.
final class Vocabulary: @unchecked Sendable {
  // INVARIANT: nothing changes after `init`, which makes sharing it safe.
  let program: PopulationProgram

  let keyNames = IdTable(StateKey.allCases.map(\.name))

  /// What stands under the keys, by the numbers of their names.
  let keys: UnsafeMutablePointer<StateKey>
  let platforms = IdTable(Platform.allCases.map(\.name))
  let permissions = IdTable(SystemPermission.allCases.map(\.name))
  let permissionStatuses = IdTable(SystemPermissionStatus.allCases.map(\.name))
  let purchaseStatuses = IdTable(PurchaseStatus.allCases.map(\.name))
  let features: IdTable
  let products: IdTable
  let attributes: IdTable

  /// The planes of features, products and attributes by their numbers; see ``PlaneLayout``.
  let toggles: UnsafeMutablePointer<Plane>
  let runtimeFlags: UnsafeMutablePointer<Plane>
  let unlocked: UnsafeMutablePointer<Plane>

  /// -1 for a consumable.
  let holdings: UnsafeMutablePointer<Plane>

  struct Attribute {
    let plane: Plane
    let isBoolean: Bool
    /// A choice's values.
    let values: IdTable
  }

  let attributeValues: UnsafeMutablePointer<Attribute>
  private let attributeCount: Int

  /// For each platform, then for the app: the version classes' cuts, packed, and the first plane.
  struct Versions {
    let cuts: UnsafeMutablePointer<UInt64>
    let count: Int
    let first: Plane
  }

  let versions: UnsafeMutablePointer<Versions>
  static let appVersions = Platform.allCases.count

  init(_ program: PopulationProgram) {
    func memory<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
      _ = UnsafeMutableBufferPointer(start: memory, count: elements.count).initialize(
        from: elements)
      return memory
    }
    self.program = program
    let manifest = program.manifest
    let layout = program.layout
    features = IdTable(manifest.features.map(\.id))
    products = IdTable(manifest.products.map(\.id))
    attributes = IdTable(manifest.attributes.map(\.id))
    keys = memory(StateKey.allCases)
    toggles = memory(layout.toggles)
    runtimeFlags = memory(layout.runtimeFlags)
    unlocked = memory(layout.unlocked)
    holdings = memory(layout.products.map { $0 ?? -1 })
    attributeCount = manifest.attributes.count
    attributeValues = memory(
      zip(manifest.attributes, layout.attributes).map { attribute, plane in
        switch attribute.domain {
        case .boolean: Attribute(plane: plane, isBoolean: true, values: IdTable(capacity: 0))
        case .choice(let values):
          Attribute(plane: plane, isBoolean: false, values: IdTable(values))
        }
      })
    versions = memory(
      (layout.operatingSystems + [layout.app]).map { classes, first in
        let cuts = classes.cuts.map { PackedVersion.lowest(atLeast: $0) }
        return Versions(cuts: memory(cuts), count: cuts.count, first: first)
      })
  }

  deinit {
    for table in [
      keyNames, platforms, permissions, permissionStatuses, purchaseStatuses, features, products,
      attributes,
    ] {
      table.deallocate()
    }
    for index in 0..<attributeCount { attributeValues[index].values.deallocate() }
    for index in 0...Self.appVersions { versions[index].cuts.deallocate() }
    for planes in [toggles, runtimeFlags, unlocked, holdings] { planes.deallocate() }
    keys.deallocate()
    attributeValues.deallocate()
    versions.deallocate()
  }
}

/// Versions as numbers that compare as the versions do: three parts of 21 bits, and the latest above all.
///
/// A version with a larger part is left to the general parser.
enum PackedVersion {
  static let latest = UInt64.max
  private static let partLimit: Int64 = 1 << 21

  /// The lowest packed number whose version is at least a version of any size.
  static func lowest(atLeast version: Version) -> UInt64 {
    var parts = [Int64(version.major), Int64(version.minor), Int64(version.patch)]
    for index in parts.indices where parts[index] >= partLimit {
      // No packed version reaches this part: the next higher one in front of it is needed.
      guard index > 0 else { return latest }
      parts[index - 1] += 1
      for rest in index..<3 { parts[rest] = 0 }
    }
    if parts[1] >= partLimit { (parts[0], parts[1]) = (parts[0] + 1, 0) }
    if parts[0] >= partLimit { return latest }
    return parts.reduce(0) { $0 << 21 | UInt64($1) }
  }

  /// The version that a string gives, nil for what is unusual.
  @inline(__always)
  static func read(_ token: Token) -> UInt64? {
    var at = token.start
    let end = token.start + token.length
    var packed: UInt64 = 0
    var shift: UInt64 = 63
    while true {
      let start = at
      var part: UInt64 = 0
      while at < end {
        let digit = at[0] &- UInt8(ascii: "0")
        if digit > 9 { break }
        part = part &* 10 &+ UInt64(digit)
        at += 1
      }
      let length = at - start
      guard length > 0, length <= 6, length == 1 || start[0] != UInt8(ascii: "0"), shift > 0
      else { return isLatest(token) ? latest : nil }
      shift &-= 21
      packed |= part &<< shift
      if at == end { return packed }
      guard at[0] == UInt8(ascii: ".") else { return nil }
      at += 1
    }
  }

  @inline(never)
  private static func isLatest(_ token: Token) -> Bool {
    token.length == 6 && token.first & 0xFFFF_FFFF_FFFF == 0x7473_6574_616C
  }
}
