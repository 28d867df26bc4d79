internal import FlintCore

/// The lookup tables with which the scanner reads states. They map the ids and keywords in a line of the input to
/// numbers, and values to planes (bit vectors with one bit per state).
final class Vocabulary: @unchecked Sendable {
  // INVARIANT: nothing changes after `init`, so instances can be shared between threads.
  let program: PopulationProgram

  let keyNames = IdTable(LineKey.named.map(\.name))

  /// The top-level keys of a line. The index of a key is its number in ``keyNames``.
  let keys: UnsafeMutablePointer<LineKey>
  let platforms = IdTable(Platform.allCases.map(\.name))
  let permissions = IdTable(SystemPermission.allCases.map(\.name))
  let permissionStatuses = IdTable(SystemPermissionStatus.allCases.map(\.name))
  let purchaseStatuses = IdTable(PurchaseStatus.allCases.map(\.name))
  let featureStatuses = IdTable(FeatureStatus.allCases.map(\.name))
  let features: IdTable
  let products: IdTable
  let attributes: IdTable
  let buckets: IdTable

  /// The numbers of features, products, attributes and buckets that the manifest itself declares. If another manifest
  /// is compared with it, the declarations from these indices on come from the other manifest.
  let declaredFeatures: Int
  let declaredProducts: Int
  let declaredAttributes: Int
  let declaredBuckets: Int

  /// If two manifests are compared: for each product, the index of its twin, which is the declaration in the other
  /// manifest with the same id but other possible values; -1 if there is none. Nil if no product has a twin. The array
  /// ``attributeTwins`` contains the twins of the attributes.
  let productTwins: [Int]?
  let attributeTwins: [Int]?

  /// The index of the platform that is assumed for states that do not name one.
  let defaultPlatform: Int

  /// The number of elements for each permission or product in ``permissionPlanes`` and ``purchasePlanes``. The index of
  /// an element among them is the raw value of a status, so the number must be greater than every such raw value.
  static let statusStride = 8

  /// For each permission and each of its statuses, the plane (bit vector with one bit per state) in which a state's bit
  /// is to be set; -1 if the permission cannot have the status. The index is the raw value of the permission times
  /// ``statusStride``, plus that of the status. The array `purchasePlanes` contains the planes of the products; its
  /// index is computed from the index of a product instead of the raw value of a permission. The two arrays for default
  /// statuses have only one element for each status.
  let permissionPlanes: UnsafeMutablePointer<Plane>
  let purchasePlanes: UnsafeMutablePointer<Plane>
  let permissionDefaults: UnsafeMutablePointer<Plane>
  let purchaseDefaults: UnsafeMutablePointer<Plane>
  let productTypes: UnsafeMutablePointer<ProductType>

  /// For each feature, the first plane (bit vector with one bit per state) of its toggle. The arrays `runtimeFlags` and
  /// `unlocked` have the first planes of its runtime flag and of whether it is unlocked. See ``PlaneLayout``.
  let toggles: UnsafeMutablePointer<Plane>
  let runtimeFlags: UnsafeMutablePointer<Plane>
  let unlocked: UnsafeMutablePointer<Plane>

  struct Attribute {
    let type: AttributeType

    /// The plane (bit vector with one bit per state) that is set if the attribute's value is unknown. The planes of the
    /// other values follow: those of false and true, of the texts in ``values``, or of the intervals between ``cuts``.
    /// A text attribute has one more plane, for all texts that are not in ``values``.
    let plane: Plane

    /// The values of a choice attribute, or the texts that constraints name for a text attribute. Empty for other
    /// types.
    let values: IdTable

    /// The patterns, such as “begins with A”, that constraints require of a text attribute. Empty for other types.
    let patterns: ScannedPatterns

    /// For an integer, version or date attribute, the values at which the outcome of a constraint can change, such as a
    /// required minimum. Empty for other types.
    let cuts: Cuts
  }

  let attributeValues: UnsafeMutablePointer<Attribute>

  /// For each platform, the versions of the operating system at which the outcome of a constraint can change, such as a
  /// required minimum version. The last element has those of the app's version. All versions are encoded as integers;
  /// see ``PackedVersion``.
  let versions: UnsafeMutablePointer<Cuts>
  static let appVersions = Platform.allCases.count

  /// The dates, in seconds, at which the outcome of a constraint can change.
  let dates: Cuts

  struct Age {
    let attribute: Int

    /// The default value of the date attribute, in seconds, or ``noTime`` if the manifest declares none.
    let declared: Int64
    let cuts: Cuts
  }

  let ages: UnsafeMutablePointer<Age>
  let ageCount: Int
  static let noTime = Int64.min

  /// For each bucket, the positions, in ten-thousandths of a percent, at which the outcome of a rollout can change.
  let bucketCuts: UnsafeMutablePointer<Cuts>
  let lottery: BucketPositions

  init(_ program: PopulationProgram) {
    self.program = program
    let manifest = program.universe
    let layout = program.layout
    declaredFeatures = program.manifest.features.count
    declaredProducts = program.manifest.products.count
    declaredAttributes = program.manifest.attributes.count
    declaredBuckets = program.manifest.buckets.count
    productTwins = Self.twins(program.comparison?.names.productTwins, of: manifest.products.count)
    attributeTwins = Self.twins(
      program.comparison?.names.attributeTwins, of: manifest.attributes.count)
    features = IdTable(manifest.features.map(\.id))
    products = IdTable(manifest.products.map(\.id))
    attributes = IdTable(manifest.attributes.map(\.id))
    buckets = IdTable(manifest.buckets)
    defaultPlatform = Int(manifest.app.defaultPlatform.rawValue)
    keys = .holding(LineKey.named.map(\.key))
    permissionPlanes = .holding(
      zip(SystemPermission.allCases, layout.permissions).flatMap { permission, planes in
        Self.planes(SystemPermissionStatus.self) {
          permission.allows($0) ? planes.plane(of: $0) : nil
        }
      })
    purchasePlanes = .holding(
      zip(manifest.products, layout.products).flatMap { product, planes in
        Self.planes(PurchaseStatus.self) { status in
          product.type.allows(status) ? planes?.plane(of: status) : nil
        }
      })
    permissionDefaults = .holding(
      Self.planes(SystemPermissionStatus.self) { status in
        SystemPermission.allCases.allSatisfy { $0.allows(status) }
          ? layout.permissionDefault.plane(of: status) : nil
      })
    purchaseDefaults = .holding(
      Self.planes(PurchaseStatus.self) { status in
        PurchaseStatus.defaults.contains(status) ? layout.purchaseDefault.plane(of: status) : nil
      })
    productTypes = .holding(manifest.products.map(\.type))
    toggles = .holding(layout.toggles)
    runtimeFlags = .holding(layout.runtimeFlags)
    unlocked = .holding(layout.unlocked)
    attributeValues = .holding(
      zip(manifest.attributes, layout.attributes).map { Attribute($0.domain, $1) })
    versions = .holding(
      (layout.operatingSystems + [layout.app]).map { planes in
        Cuts(planes.values.cuts.map { PackedVersion.lowest(atLeast: $0) }, first: planes.first)
      })
    dates = Cuts(layout.date.values.cuts.map(\.seconds), first: layout.date.first)
    ages = .holding(
      layout.ages.map { age in
        Age(
          attribute: age.attribute, declared: age.declared?.seconds ?? Self.noTime,
          cuts: Cuts(age.planes.values.cuts, first: age.planes.first))
      })
    ageCount = layout.ages.count
    bucketCuts = .holding(
      layout.buckets.map { planes in
        Cuts(planes.values.cuts.map { Int64($0.tenThousandths) }, first: planes.first)
      })
    lottery = BucketPositions(manifest.buckets)
  }

  private static func twins(_ twins: [Int: Int]?, of count: Int) -> [Int]? {
    guard let twins, !twins.isEmpty else { return nil }
    return (0..<count).map { twins[$0] ?? -1 }
  }

  private static func planes<Status: CaseIterable>(
    _: Status.Type, _ plane: (Status) -> Plane?
  ) -> [Plane] {
    var planes = Status.allCases.map { plane($0) ?? -1 }
    while planes.count < statusStride { planes.append(-1) }
    return planes
  }

  deinit {
    for table in [
      keyNames, platforms, permissions, permissionStatuses, purchaseStatuses, featureStatuses,
      features, products, attributes, buckets,
    ] {
      table.deallocate()
    }
    let manifest = program.universe
    for index in manifest.attributes.indices { attributeValues[index].deallocate() }
    for index in 0...Self.appVersions { versions[index].deallocate() }
    for index in 0..<ageCount { ages[index].cuts.deallocate() }
    for index in manifest.buckets.indices { bucketCuts[index].deallocate() }
    dates.deallocate()
    for planes in [
      permissionPlanes, purchasePlanes, permissionDefaults, purchaseDefaults, toggles, runtimeFlags,
      unlocked,
    ] {
      planes.deallocate()
    }
    keys.deallocate()
    productTypes.deallocate()
    attributeValues.deallocate()
    versions.deallocate()
    ages.deallocate()
    bucketCuts.deallocate()
  }
}

extension Vocabulary.Attribute {
  init(_ domain: AttributeDomain, _ planes: PlaneLayout.FactPlanes<AttributeClasses>) {
    type = domain.type
    plane = planes.first
    let first = planes.first + 1
    patterns = ScannedPatterns(planes.values.patterns, first: planes.firstPattern)
    var texts: [String] = []
    switch planes.values.content {
    case .boolean: cuts = Cuts([UInt64](), first: first)
    case .choice:
      texts = domain.choices
      cuts = Cuts([UInt64](), first: first)
    case .text(let named):
      texts = named.map(\.text)
      cuts = Cuts([UInt64](), first: first)
    case .integer(let intervals): cuts = Cuts(intervals.cuts, first: first)
    case .version(let intervals):
      cuts = Cuts(intervals.cuts.map { PackedVersion.lowest(atLeast: $0) }, first: first)
    case .date(let intervals): cuts = Cuts(intervals.cuts.map(\.seconds), first: first)
    }
    values = IdTable(texts)
  }

  func deallocate() {
    values.deallocate()
    patterns.deallocate()
    cuts.deallocate()
  }
}

/// The breakpoints of a fact: the values at which the outcome of a constraint can change, such as a minimum version.
/// They divide the fact's values into intervals. Each interval has a plane (a bit vector with one bit per state), which
/// is set if the value is in the interval.
struct Cuts {
  private let cuts: UnsafeMutablePointer<UInt64>
  let count: Int
  private let first: Plane

  init(_ cuts: [UInt64], first: Plane) {
    self.cuts = .holding(cuts)
    count = cuts.count
    self.first = first
  }

  init(_ cuts: [Int64], first: Plane) {
    self.init(cuts.map { Self.ordered($0) }, first: first)
  }

  func deallocate() { cuts.deallocate() }

  /// Returns the plane (bit vector with one bit per state) of the interval that contains a value.
  @inline(__always)
  func plane(of value: UInt64) -> Plane {
    var index: Plane = 0
    for cut in 0..<count { index &+= cuts[cut] <= value ? 1 : 0 }
    return first &+ index
  }

  @inline(__always)
  func plane(of value: Int64) -> Plane { plane(of: Self.ordered(value)) }

  @inline(__always)
  private static func ordered(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }
}

extension UnsafeMutablePointer {
  /// Allocates memory and copies the elements into it. The caller must deallocate the memory.
  static func holding(_ elements: [Pointee]) -> UnsafeMutablePointer {
    let memory = UnsafeMutablePointer.allocate(capacity: elements.count)
    _ = UnsafeMutableBufferPointer(start: memory, count: elements.count).initialize(from: elements)
    return memory
  }
}
