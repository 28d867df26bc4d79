internal import FlintModel
import FlintLogic

/// The lookup tables with which the fast ``StateScanner`` reads states. They map the ids and keywords in a line of the
/// input to numbers, and values to planes (see ``Lanes``).
final class ScannerTables: @unchecked Sendable {
  // INVARIANT: nothing changes after `init`, so instances can be shared between threads.
  let program: PopulationProgram

  let keyNames = IdTable(LineKey.named.map(\.name))

  /// The top-level keys of a line of the input, such as `platform`. ``keyNames`` maps the name of a key to its index in
  /// this array.
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

  /// The number of features that the manifest itself declares. If another manifest is compared with it, features from
  /// this index on come from the other manifest.
  let declaredFeatures: Int
  /// The number of products that the manifest itself declares. If another manifest is compared with it, products from
  /// this index on come from the other manifest.
  let declaredProducts: Int
  /// The number of attributes that the manifest itself declares. If another manifest is compared with it, attributes
  /// from this index on come from the other manifest.
  let declaredAttributes: Int
  /// The number of rollout buckets that the manifest itself declares. If another manifest is compared with it, rollout
  /// buckets from this index on come from the other manifest.
  let declaredBuckets: Int

  /// If two manifests are compared: for each product, the index of its twin, which is the declaration in the other
  /// manifest with the same id but another type; -1 if there is none. Nil if no product has a twin.
  let productTwins: [Int]?
  /// If two manifests are compared: for each attribute, the index of its twin, which is the declaration in the other
  /// manifest with the same id but other possible values; -1 if there is none. Nil if no attribute has a twin.
  let attributeTwins: [Int]?

  /// The index of the platform that is assumed for states that do not name one.
  let defaultPlatform: Int

  /// The number of elements for each permission or product in ``permissionPlanes`` and ``purchasePlanes``: one for
  /// each raw value of a status.
  static let statusStride = max(
    SystemPermissionStatus.allCases.count, PurchaseStatus.allCases.count)

  /// For each status of each permission, the plane (see ``Lanes``) in which the bit of a state with this status must be
  /// set; -1 if the permission cannot have the status. The index is the raw value of the permission times
  /// ``statusStride``, plus the raw value of the status.
  let permissionPlanes: UnsafeMutablePointer<Plane>
  /// For each status of each product, the plane (see ``Lanes``) in which the bit of a state with this status must be
  /// set; -1 if the product cannot have the status. The index is the product's index times ``statusStride``, plus the
  /// raw value of the status.
  let purchasePlanes: UnsafeMutablePointer<Plane>
  /// For each status, by its raw value, the plane (see ``Lanes``) in which the bit of a state must be set if the
  /// permissions that the state does not list have this status; -1 if not every permission can have the status.
  let permissionDefaults: UnsafeMutablePointer<Plane>
  /// For each status, by its raw value, the plane (see ``Lanes``) in which the bit of a state must be set if the
  /// products that the state does not list have this status; -1 if the status is not permitted as such a default.
  let purchaseDefaults: UnsafeMutablePointer<Plane>
  let productTypes: UnsafeMutablePointer<ProductType>

  /// For each feature, the first of the planes (bit vectors; see ``Lanes``) for the values of its toggle.
  let toggles: UnsafeMutablePointer<Plane>
  /// For each feature, the first of the planes (bit vectors; see ``Lanes``) for the values of its runtime flag.
  let runtimeFlags: UnsafeMutablePointer<Plane>
  /// For each feature, the plane (a bit vector; see ``Lanes``) in which a state's bit must be set if the app has spent
  /// the user's credits for the feature.
  let unlocked: UnsafeMutablePointer<Plane>

  struct TypedValues {
    let type: AttributeType
    let hasUnknown: Bool

    /// The plane (a bit vector; see ``Lanes``) with the bits of the states in which the fact, such as an attribute, is
    /// unknown. The planes of its values follow: those of false and true, of the texts in ``values``, or of the
    /// intervals between ``cuts``. A text has one more plane, for all texts that are not in ``values``. If the fact
    /// cannot be unknown, this is the number before the plane of its first value.
    let plane: Plane

    /// The permitted values of an attribute of the type `choice`, or the texts with which constraints compare an
    /// attribute of the type `text`. Empty for other types.
    let values: IdTable

    /// The patterns, such as “begins with A”, that constraints require of a text. Empty for other types.
    let patterns: ScannedPatterns

    /// The breakpoints of an integer, a version or a date: the values at which the outcome of a constraint can change,
    /// such as a required minimum. Empty for other types. Versions are encoded as ``PackedVersion``; dates are in
    /// seconds since 1970.
    let cuts: Cuts
  }

  let attributeValues: UnsafeMutablePointer<TypedValues>

  /// For the app version and the date, the values that constraints distinguish. The index of an element is the raw
  /// value of the ``FlintCore/DeviceFact``.
  let deviceValues: UnsafeMutablePointer<TypedValues>

  /// For each platform, the versions of the operating system at which the outcome of a constraint can change, such as a
  /// required minimum version. They are encoded as integers; see ``PackedVersion``.
  let versions: UnsafeMutablePointer<Cuts>

  struct Age {
    let attribute: Int

    /// The default value of the date attribute, in seconds since 1970, or ``noTime`` if the manifest declares none.
    let declared: Int64
    let cuts: Cuts
  }

  let ages: UnsafeMutablePointer<Age>
  let ageCount: Int
  static let noTime = Int64.min

  /// For each rollout bucket, the positions at which the outcome of a rollout can change, in ten-thousandths of a
  /// percent.
  let bucketCuts: UnsafeMutablePointer<Cuts>
  let bucketPositions: BucketPositions

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
      SystemPermission.allCases.flatMap { permission in
        let planes = layout[.permission(permission)]
        return Self.planes(SystemPermissionStatus.self) {
          permission.allows($0) ? planes.plane(of: .permission($0)) : nil
        }
      })
    purchasePlanes = .holding(
      manifest.products.enumerated().flatMap { index, product in
        let planes = layout[.product(index)]
        return Self.planes(PurchaseStatus.self) {
          product.type.allows($0) ? planes.plane(of: .purchase($0)) : nil
        }
      })
    permissionDefaults = .holding(
      Self.planes(SystemPermissionStatus.self) { status in
        SystemPermissionStatus.defaults.contains(status)
          ? layout[.permissionDefault].plane(of: .permission(status)) : nil
      })
    purchaseDefaults = .holding(
      Self.planes(PurchaseStatus.self) { status in
        PurchaseStatus.defaults.contains(status)
          ? layout[.purchaseDefault].plane(of: .purchase(status)) : nil
      })
    productTypes = .holding(manifest.products.map(\.type))
    toggles = .holding(layout.firstPlanes(of: .toggles))
    runtimeFlags = .holding(layout.firstPlanes(of: .runtime))
    unlocked = .holding(layout.firstPlanes(of: .unlocked))
    attributeValues = .holding(
      manifest.attributes.enumerated().map {
        TypedValues(
          $0.element.domain, layout[.attribute($0.offset)], hasUnknown: !$0.element.isAlwaysKnown)
      })
    deviceValues = .holding(
      DeviceFact.allCases.map { TypedValues($0.domain, layout[.device($0)], hasUnknown: false) })
    let systems = layout[.system].domain.representatives
    versions = .holding(
      Platform.allCases.map { platform in
        let classes = systems.indices.filter { systems[$0].system?.platform == platform }
        return Cuts(layout[.system], of: classes[0]..<classes[0] + classes.count)
      })
    ages = .holding(
      layout.ages.map { age in
        Age(
          attribute: age.attribute, declared: age.declared?.seconds ?? Self.noTime,
          cuts: Cuts(age.planes))
      })
    ageCount = layout.ages.count
    bucketCuts = .holding(manifest.buckets.indices.map { Cuts(layout[.bucket($0)]) })
    bucketPositions = BucketPositions(manifest.buckets)
  }

  /// Whether a constraint depends on the status of the product.
  func isTested(product: Int) -> Bool {
    let statuses = purchasePlanes + product &* Self.statusStride
    return statuses[Int(PurchaseStatus.unknown.rawValue)]
      != statuses[Int(PurchaseStatus.purchased.rawValue)]
  }

  /// The breakpoints of the app version or the date: the values at which the outcome of a constraint can change, such
  /// as a required minimum version.
  @inline(__always)
  func cuts(of fact: DeviceFact) -> Cuts { (deviceValues + Int(fact.rawValue)).pointee.cuts }

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
    for fact in DeviceFact.allCases { deviceValues[Int(fact.rawValue)].deallocate() }
    for index in Platform.allCases.indices { versions[index].deallocate() }
    for index in 0..<ageCount { ages[index].cuts.deallocate() }
    for index in manifest.buckets.indices { bucketCuts[index].deallocate() }
    for planes in [
      permissionPlanes, purchasePlanes, permissionDefaults, purchaseDefaults, toggles, runtimeFlags,
      unlocked,
    ] {
      planes.deallocate()
    }
    keys.deallocate()
    productTypes.deallocate()
    attributeValues.deallocate()
    deviceValues.deallocate()
    versions.deallocate()
    ages.deallocate()
    bucketCuts.deallocate()
  }
}

extension ScannerTables.TypedValues {
  init(_ domain: AttributeDomain, _ planes: PlaneLayout.FactPlanes, hasUnknown: Bool) {
    type = domain.type
    self.hasUnknown = hasUnknown
    // The unknown value, if the fact can have it, is the first one.
    let first = hasUnknown ? 1 : 0
    plane = planes.first + Plane(first - 1)
    let texts = planes.domain.representatives.dropFirst(first).dropLast().compactMap {
      if case .typed(.text(let text)) = $0 { text.text } else { nil }
    }
    values = IdTable(type == .text ? texts : domain.choices)
    patterns = ScannedPatterns(planes.domain.patterns, first: planes.firstPattern)
    cuts = Cuts(planes, of: first..<planes.domain.count)
  }

  func deallocate() {
    values.deallocate()
    patterns.deallocate()
    cuts.deallocate()
  }
}

/// The breakpoints of a fact: the values at which the outcome of a constraint can change, such as a minimum version.
/// They divide the fact's values into intervals. Each interval has a plane with the bits of the states whose value is
/// in it; see ``Lanes``.
struct Cuts {
  private let cuts: UnsafeMutablePointer<UInt64>
  let count: Int
  private let first: Plane

  /// Creates the breakpoints of a fact; none if its values have no order.
  ///
  /// - Parameters:
  ///   - planes: The planes (see ``Lanes``) of the fact, one for each class of its values.
  ///   - classes: The indices of those classes that are intervals of ordered values. For example, the versions of an
  ///     attribute are in classes from index 1 on, because the class at index 0 is the unknown value. Nil if all
  ///     classes are intervals.
  init(_ planes: PlaneLayout.FactPlanes, of classes: Range<Int>? = nil) {
    let classes = classes ?? 0..<planes.domain.count
    let cuts = planes.domain.representatives[classes].dropFirst().compactMap { value -> UInt64? in
      switch value.position {
      case .number(let number): Self.ordered(number)
      case .version(.version(let version)): PackedVersion.lowest(atLeast: version)
      case .version(.latest), nil: nil
      }
    }
    self.cuts = .holding(cuts)
    count = cuts.count
    first = planes.first + Plane(classes.lowerBound)
  }

  func deallocate() { cuts.deallocate() }

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
  /// Allocates memory, which the caller must deallocate, and copies the elements into it.
  static func holding(_ elements: [Pointee]) -> UnsafeMutablePointer {
    let memory = UnsafeMutablePointer.allocate(capacity: elements.count)
    _ = UnsafeMutableBufferPointer(start: memory, count: elements.count).initialize(from: elements)
    return memory
  }
}
