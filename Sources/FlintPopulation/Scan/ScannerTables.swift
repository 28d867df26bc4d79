import FlintLogic
internal import FlintManifest
internal import FlintModel
internal import FlintText

/// The tables of a ``StateScanner``: ids and words to numbers, values to planes.
final class ScannerTables: @unchecked Sendable {
  // INVARIANT: nothing changes after `init`, so instances can be shared between threads.
  let program: PopulationProgram

  let keyNames = IdTable(LineKey.named.map(\.name))

  /// By index in ``keyNames``.
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

  /// Later ones are the old manifest's only, as below.
  let declaredFeatures: Int
  let declaredProducts: Int
  let declaredAttributes: Int
  let declaredBuckets: Int

  /// By product, its ``CombinedDeclarations`` twin; -1 without. Nil if none has one.
  let productTwins: [Int]?
  /// By attribute, its twin; -1 without. Nil if none has one.
  let attributeTwins: [Int]?

  let defaultPlatform: Int

  /// Elements for each permission or product: one for each raw value of a status.
  static let statusStride = max(
    SystemPermissionStatus.allCases.count, PurchaseStatus.allCases.count)

  /// By permission and status; -1 if it cannot have it.
  let permissionPlanes: UnsafeMutablePointer<Plane>
  /// By product and status; -1 if it cannot have it.
  let purchasePlanes: UnsafeMutablePointer<Plane>
  /// By status; -1 if not every permission can have it.
  let permissionDefaults: UnsafeMutablePointer<Plane>
  /// By status; -1 if it cannot be a default.
  let purchaseDefaults: UnsafeMutablePointer<Plane>
  let productTypes: UnsafeMutablePointer<ProductType>

  /// By feature, the plane of the first value.
  let toggles: UnsafeMutablePointer<Plane>
  /// By feature, the plane of the first value.
  let runtimeFlags: UnsafeMutablePointer<Plane>
  /// By feature.
  let unlocked: UnsafeMutablePointer<Plane>

  struct TypedValues {
    let type: AttributeType
    let hasUnknown: Bool

    /// For the unknown value; without it, one below the first value's. Planes of the choices, texts
    /// (last: other texts) or intervals follow.
    let plane: Plane

    /// Choices, or named texts.
    let values: IdTable

    let patterns: ScannedPatterns

    /// As ``PackedVersion``, seconds since 1970, or integers.
    let cuts: Cuts
  }

  let attributeValues: UnsafeMutablePointer<TypedValues>

  /// By the raw value of ``FlintCore/DeviceFact``.
  let deviceValues: UnsafeMutablePointer<TypedValues>

  /// By platform, as ``PackedVersion``.
  let versions: UnsafeMutablePointer<Cuts>

  struct Age {
    let attribute: Int

    /// In seconds since 1970, or ``noTime``.
    let declared: Int64
    let cuts: Cuts
  }

  let ages: UnsafeMutablePointer<Age>
  let ageCount: Int
  static let noTime = Int64.min

  /// By bucket, in ten-thousandths of a percent.
  let bucketCuts: UnsafeMutablePointer<Cuts>
  let bucketPositions: BucketPositions

  /// In seconds since 1970, for all lines; or ``noTime``.
  let date: Int64

  /// Changes of all lines, without dates.
  let changes: [LineChange]

  init(_ program: PopulationProgram, changing states: [PartialState] = []) {
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
    let dates = states.compactMap { $0.device[.date] }
    date = if case .date(let date)? = dates.last { date.seconds } else { Self.noTime }
    changes = states.compactMap { LineChange($0, program) }
  }

  func isTested(product: Int) -> Bool {
    let statuses = purchasePlanes + product &* Self.statusStride
    return statuses[Int(PurchaseStatus.unknown.rawValue)]
      != statuses[Int(PurchaseStatus.purchased.rawValue)]
  }

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
    for change in changes { change.text.deallocate() }
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

/// Where intervals begin, and their planes.
struct Cuts {
  private let cuts: UnsafeMutablePointer<UInt64>
  let count: Int
  private let first: Plane

  /// - Parameter classes: Those that are intervals, such as all but the unknown one; nil for all.
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

/// A state of `--date` or `--with`, read after each line's own.
struct LineChange {
  /// JSON in the common form, and what a ``ByteCursor`` may read after it.
  let text: UnsafeMutablePointer<UInt8>
  let hasPlatform: Bool

  /// With twins.
  let products: Set<Int>

  /// For the facts that it replaces, with twins.
  let planes: [Plane]

  /// Nil for a date only.
  init?(_ state: PartialState, _ program: PopulationProgram) {
    var state = state
    state.device[.date] = nil
    if state.sections.isEmpty { return nil }
    let names = program.comparison?.names
    func withTwins(_ indices: some Sequence<Int>, _ twins: [Int: Int]?) -> Set<Int> {
      indices.reduce(into: []) { $0.formUnion([$1, twins?[$1] ?? $1]) }
    }
    products = withTwins(state.purchases.keys, names?.productTwins)
    var facts = products.map { Fact.product($0) }
    facts += withTwins(state.attributes.keys, names?.attributeTwins).map { .attribute($0) }
    facts += SystemPermission.allCases.filter { state.permissions[$0] != nil }
      .map { .permission($0) }
    facts += state.toggles.keys.map { .toggle($0) }
    facts += state.runtime.keys.map { .runtime($0) }
    facts += state.buckets.keys.map { .bucket($0) }
    if state.unlocked != nil { facts += program.universe.features.indices.map { .unlocked($0) } }
    planes = facts.flatMap { program.layout[$0].all }
    hasPlatform = state.platform != nil
    let padding = [UInt8](repeating: 0, count: ByteCursor.readableBytesAfterLine)
    text = .holding(Self.text(of: state, program.manifest) + padding)
  }

  static func text(of state: PartialState, _ manifest: Manifest) -> [UInt8] {
    var json = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &json)
    return Array(json.text.utf8)
  }
}

extension UnsafeMutablePointer {
  /// The caller must deallocate it.
  static func holding(_ elements: [Pointee]) -> UnsafeMutablePointer {
    let memory = UnsafeMutablePointer.allocate(capacity: elements.count)
    _ = UnsafeMutableBufferPointer(start: memory, count: elements.count).initialize(from: elements)
    return memory
  }
}
